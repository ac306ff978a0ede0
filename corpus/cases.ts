import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Case } from './case.ts';

export const CORPUS = import.meta.dirname;

/** Every golden case: those of all files in `corpus/cases/`, by codec. */
export async function loadCases(): Promise<readonly Case[]> {
  return (await caseFiles()).flatMap(({ cases }) => cases);
}

/** Where sources come from and how they may be used, by path, as far as `cases/` says so and not `SOURCES.md`. */
export async function loadOrigins(): Promise<ReadonlyMap<string, string>> {
  return new Map((await caseFiles()).flatMap(({ origins = {} }) => Object.entries(origins)));
}

interface CaseFile {
  readonly cases: readonly Case[];
  readonly origins?: Readonly<Record<string, string>>;
}

async function caseFiles(): Promise<readonly CaseFile[]> {
  const folder = join(CORPUS, 'cases');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  return Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href) as Promise<CaseFile>));
}

/** Names a case and its golden file: codec, edge, source, target, and the options that it asks for. */
export function caseId({ codec, edge, from, to, source, options = {} }: Case): string {
  const asked = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [codec, edge, from, parse(source).name, ...asked, to].join('.').replaceAll(/[^\w.=-]+/g, '-');
}

export function sourcePath({ from, source }: Pick<Case, 'from' | 'source'>): string {
  return join(CORPUS, 'sources', from, source);
}
