import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Where an edge is declared; `file` is relative to the package. */
export interface EdgeOrigin {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

const PACKAGE_ROOT = dirname(findPackageJSON(import.meta.url) ?? '.');

/** Finds the line of a codec's declaration that names the edge; undefined where the sources are not. */
export function findEdgeOrigin({
  codec,
  edge,
}: {
  readonly codec: string;
  readonly edge: string;
}): EdgeOrigin | undefined {
  const file = `engine/codecs/${codec}/codec.ts`;
  const source = readSource(join(PACKAGE_ROOT, file));
  return source === undefined ? undefined : { file, line: lineOfEdge(source, edge) };
}

/** A codec that keeps its declaration elsewhere has no line to show. */
function readSource(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The line with the edge's name; the first line with edges for names that are put together. */
export function lineOfEdge(source: string, edge: string): number {
  const lines = source.split('\n');
  const named = lines.findIndex((line) =>
    [`'${edge}'`, `"${edge}"`, `\`${edge}\``].some((name) => line.includes(`name: ${name}`)),
  );
  const found = named >= 0 ? named : lines.findIndex((line) => line.includes('edges'));
  return Math.max(found, 0) + 1;
}
