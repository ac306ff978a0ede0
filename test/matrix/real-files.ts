import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, formatOf, type ConvertOptions, type Engine, type FormatId } from '../../engine/index.ts';
import { CORPORA } from '../support/corpora.ts';
import { tryFile, type PairResult } from './matrix.ts';

/** What a file of each family is converted to: the first that its format reaches and that is not the format itself. */
const TARGETS: Readonly<Record<string, readonly FormatId[]>> = {
  image: ['png', 'webp', 'svg'],
  audio: ['flac', 'wav', 'mp3'],
  video: ['mp4', 'webm', 'mp3'],
  subtitle: ['vtt', 'srt'],
  document: ['html', 'docx', 'txt', 'png'],
  markup: ['html', 'md', 'txt'],
  sheet: ['csv', 'json'],
  data: ['json', 'csv', 'yaml'],
  archive: ['zip', 'tar'],
  font: ['woff2', 'ttf', 'otf'],
  ebook: ['html', 'epub', 'txt'],
  mail: ['html', 'txt'],
  other: ['zip', 'png', 'txt'],
};

/** The files of a folder of the corpora whose paths have all of these words, in the order of their paths. */
export async function realFiles(folder: string, words: readonly string[] = []): Promise<string[]> {
  const entries = await readdir(join(CORPORA, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => words.every((word) => path.includes(word)))
    .sort();
}

/** Converts a file of whatever format, if it is known and read, and lets somebody else judge the result. */
export async function tryRealFile(
  engine: Engine,
  path: string,
  { to, options }: { readonly to?: FormatId; readonly options?: ConvertOptions['options'] } = {},
): Promise<PairResult> {
  const unknown = { from: 'txt', to: 'png' } as const;
  try {
    const { format: from, also } = await engine.detect(path);
    const readable = [from, ...also].find((format) => engine.targets(format).length > 0) ?? from;
    return await tryFile(engine, path, { from: readable, to: to ?? targetOf(engine, readable) }, options);
  } catch (error) {
    const isNamed = error instanceof ConversionError && error.code !== 'internal';
    return { ...unknown, outcome: isNamed ? 'refused' : 'crash', detail: isNamed ? error.code : String(error) };
  }
}

function targetOf(engine: Engine, from: FormatId): FormatId {
  const wanted = (TARGETS[formatOf(from).family] ?? []).filter((format) => format !== from);
  const reached = engine.targets(from);
  return wanted.find((format) => reached.includes(format)) ?? wanted[0]!;
}
