import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Case } from './case.ts';

export const CORPUS = import.meta.dirname;

/** Every golden case: those of all files in `corpus/cases/`, by codec. */
export async function loadCases(): Promise<readonly Case[]> {
  const folder = join(CORPUS, 'cases');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const lists = await Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href)));
  return lists.flatMap(({ cases }: { cases: readonly Case[] }) => cases);
}

/** Names a case and its golden file: codec, edge, source, target, and the options that it asks for. */
export function caseId({ codec, edge, from, to, source, options = {} }: Case): string {
  const asked = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [codec, edge, from, parse(source).name, ...asked, to].join('.').replaceAll(/[^\w.=-]+/g, '-');
}

export function sourcePath({ from, source }: Pick<Case, 'from' | 'source'>): string {
  return join(CORPUS, 'sources', from, source);
}
