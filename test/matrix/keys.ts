import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Codec } from '../../engine/contract/codec.ts';
import { Registry } from '../../engine/codecs/registry.ts';
import { FORMATS, formatOf, type FormatId } from '../../engine/formats/index.ts';
import { Graph } from '../../engine/planner/graph.ts';
import { Planner } from '../../engine/planner/planner.ts';
import { inOrderOfIndependence, sharesLibrary } from '../../engine/run/independence.ts';
import { readSourceTree, ROOT, type SourceFile } from '../support/source-tree.ts';

/** Declarations that are part of a key by themselves: a new format changes no pair of others. */
const DECLARATIONS = /^engine\/(?:formats|contract)\//;
/** What decides on every result, whichever codec wrote it; which codecs share code is part of a key by the judge. */
const VERIFICATION = /^engine\/(?:verify\/|run\/(?:verify|judge|expectation|verified-result)\.ts)/;
const KIND = /^engine\/content\/([\w-]+)\//;
const DIGITS = 12;

/**
 * Keys of pairs: made of the sample's bytes, the steps and declarations of the plan, the sources of the codecs that
 * convert and of those that read both ends, what compares their content, and the versions of their packages.
 */
export class PairKeys {
  readonly #registry = new Registry();
  readonly #planner = new Planner(new Graph(this.#registry.codecs, FORMATS));
  readonly #sources = new Map(readSourceTree(['engine']).map((file) => [file.path, file]));
  readonly #versions = lockedVersions();
  readonly #sums = new Map<string, string>();
  readonly #parts = new Map<string, string>();

  /** The key of a pair that is converted from this sample; without a sample that of the plan alone. */
  keyOf(from: FormatId, to: FormatId, sample: string | undefined): string {
    const { steps } = this.#planner.plan({ from, to });
    const codecs = steps.map((step) => this.#registry.codec(step.codec));
    const [reader] = this.#registry.readersOf(from);
    const [judge] = inOrderOfIndependence(this.#registry.readersOf(to), codecs.at(-1)!);
    const isIndependent = judge !== undefined && !sharesLibrary(judge, codecs.at(-1)!);
    const edges = steps.map((step, index) => [step.edge, step.to, edgeOf(codecs[index]!, step.edge)]);
    const all = [...codecs, reader, judge].filter((codec) => codec !== undefined);
    return sumOf([
      ...[from, to, sample === undefined ? '' : this.#sumOfFile(sample)],
      ...[formatOf(from), formatOf(to), edges, isIndependent].map((one) => JSON.stringify(one)),
      ...all.map((codec) => this.#sumOfCodec(codec)),
    ]);
  }

  #sumOfFile(path: string): string {
    return remembered(this.#sums, path, () => sumOf([readFileSync(path)]));
  }

  #sumOfCodec({ id, packages, optionalPackages = [] }: Codec): string {
    return remembered(this.#parts, id, () => {
      const declaration = `engine/codecs/${id}/codec.ts`;
      const paths = this.#closureOf(declaration).filter((path) => path !== declaration);
      const kinds = new Set(paths.flatMap((path) => KIND.exec(path)?.[1] ?? []));
      const compared = [...this.#sources.keys()].filter((path) => isComparison(path, kinds));
      const texts = [...new Set([...paths, ...compared])].sort().map((path) => this.#sources.get(path)!.text);
      const versions = [...packages, ...optionalPackages].map((name) => `${name}@${this.#versions.get(name) ?? ''}`);
      return sumOf([...texts, ...versions]);
    });
  }

  /** A file and all that it imports, whenever it does. */
  #closureOf(entry: string): string[] {
    const found = new Set([entry]);
    for (const path of found) {
      const { imports = [] } = this.#sources.get(path) ?? ({} as Partial<SourceFile>);
      for (const { to, isPackage, kind } of imports)
        if (!isPackage && kind !== 'type' && this.#sources.has(to) && !DECLARATIONS.test(to)) found.add(to);
    }
    return [...found].filter((path) => this.#sources.has(path));
  }
}

function isComparison(path: string, kinds: ReadonlySet<string>): boolean {
  if (VERIFICATION.test(path)) return true;
  const [start, kind = ''] = KIND.exec(path) ?? [];
  return start !== undefined && kinds.has(kind) && /^(?:diff|compare)/.test(path.slice(start.length));
}

/** What an edge declares of its results: other formats of the same group, and costs, change none. */
function edgeOf({ edges }: Codec, name: string): object {
  return { ...edges.find((edge) => edge.name === name), from: undefined, to: undefined, cost: undefined };
}

function lockedVersions(): ReadonlyMap<string, string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  return new Map(
    Object.entries(packages).map(([path, { version = '' }]) => [path.replace(/^node_modules\//, ''), version]),
  );
}

function sumOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, DIGITS);
}

function remembered(known: Map<string, string>, name: string, make: () => string): string {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
}
