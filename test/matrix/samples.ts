import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { CORPUS } from '../../corpus/cases.ts';
import { resolveFormat, type FormatId } from '../../engine/formats/index.ts';
import { CORPORA, hasCorpora } from '../support/corpora.ts';
import { WANTED } from '../support/wanted-pairs.ts';
import { pickFor } from './random.ts';

/** Samples by format: our own sources first, then real files of others, the smallest first. */
export type Samples = ReadonlyMap<FormatId, readonly string[]>;

/** Bytes of a sample of somebody else: larger ones cost minutes and show nothing more. */
const MOST_BYTES = 1_000_000;

/** Old-style JPEG in TIFF, which the native judges decode in wrong colours. */
const MISREAD_BY_JUDGES: ReadonlySet<string> = new Set(['ojpeg-tile.tif']);

/** Formats that are wanted most have two samples: any, and the largest, which holds most of what the format can carry. */
export type SampleRank = 'usual' | 'difficult';

const MOST_WANTED = 60;
const wanted: ReadonlySet<string> = new Set(
  Object.entries(WANTED)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_WANTED)
    .map(([format]) => format),
);

export const ranksOf = (from: FormatId): readonly SampleRank[] =>
  wanted.has(from) ? ['usual', 'difficult'] : ['usual'];

/** The file from which a pair is converted: always the same one. */
export function sampleFor(
  samples: Samples,
  { from, to, rank }: { readonly from: FormatId; readonly to: FormatId; readonly rank: SampleRank },
): string | undefined {
  const paths = samples.get(from) ?? [];
  if (rank === 'usual') return pickFor(paths, `${from} ${to}`);
  return paths.toSorted((a, b) => statSync(b).size - statSync(a).size)[0];
}

export async function findSamples(): Promise<Samples> {
  const samples = new Map<FormatId, string[]>();
  const add = (format: FormatId | undefined, path: string): void => {
    if (format) samples.set(format, [...(samples.get(format) ?? []), path]);
  };
  // A file of ours lies in the folder of its format: some formats share their extensions.
  for (const path of await ownSources()) add(resolveFormat(basename(dirname(path))), path);
  const owned = new Set(samples.keys());
  for (const path of await foreignFiles()) {
    const format = resolveFormat(extname(path));
    // Files of others are often broken on purpose: ours are used where there are any.
    if (format && !owned.has(format)) add(format, path);
  }
  return samples;
}

async function ownSources(): Promise<string[]> {
  const entries = await readdir(join(CORPUS, 'sources'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function foreignFiles(): Promise<string[]> {
  if (!hasCorpora) return [];
  const [, ...lines] = (await readFile(join(CORPORA, 'INDEX.tsv'), 'utf8')).trim().split('\n');
  const files = lines.map((line) => {
    const [path = '', , , , , , bytes = '0'] = line.split('\t');
    return { path: join(CORPORA, path), bytes: Number(bytes) };
  });
  const usable = files.filter(
    ({ path, bytes }) => bytes <= MOST_BYTES && !path.includes('/truth/') && !MISREAD_BY_JUDGES.has(basename(path)),
  );
  return usable.sort((a, b) => a.bytes - b.bytes).map(({ path }) => path);
}
