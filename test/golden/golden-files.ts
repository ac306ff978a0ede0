import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../corpus/case.ts';
import { caseId, CORPUS } from '../../corpus/cases.ts';
import { formatOf, FORMATS } from '../../engine/formats/index.ts';

const FOLDER = join(CORPUS, 'golden');

/** `<case id>.<extension>`; with a number before it when a case gives several files. */
function fileNames(golden: Case, count: number): string[] {
  const [extension] = formatOf(golden.to).extensions;
  // The last part of an id is the target's id, which is the extension most of the time; several formats may share one.
  const isShared = [...FORMATS.values()].some(({ id, extensions }) => id !== golden.to && extensions[0] === extension);
  const stem = isShared && extension !== golden.to ? caseId(golden) : caseId(golden).slice(0, -golden.to.length - 1);
  if (count === 1) return [`${stem}.${extension}`];
  return Array.from({ length: count }, (_, index) => `${stem}-${index + 1}.${extension}`);
}

/** The golden files of a case, in order; empty when nobody has accepted one yet. */
export async function readGolden(golden: Case): Promise<Uint8Array[]> {
  const present = new Set(await readdir(FOLDER));
  const [single] = fileNames(golden, 1);
  if (present.has(single!)) return [await readFile(join(FOLDER, single!))];
  const files: Uint8Array[] = [];
  for (let count = 1; ; count++) {
    const name = fileNames(golden, count + 1)[count - 1]!;
    if (!present.has(name)) return files;
    files.push(await readFile(join(FOLDER, name)));
  }
}

/** Replaces the golden files of a case; returns their names. */
export async function writeGolden(golden: Case, files: readonly Uint8Array[]): Promise<string[]> {
  const before = await readGolden(golden);
  for (const name of fileNames(golden, before.length)) await rm(join(FOLDER, name), { force: true });
  const names = fileNames(golden, files.length);
  for (const [index, name] of names.entries()) await writeFile(join(FOLDER, name), files[index]!);
  return names;
}

/** Golden files that belong to no case any more. */
export async function orphanedGolden(cases: readonly Case[]): Promise<string[]> {
  const known = new Set(cases.map((golden) => fileNames(golden, 1)[0]!));
  const isKnown = (name: string): boolean => known.has(name) || known.has(name.replace(/-\d+(\.\w+)$/, '$1'));
  return (await readdir(FOLDER)).filter((name) => !name.startsWith('.') && !isKnown(name));
}
