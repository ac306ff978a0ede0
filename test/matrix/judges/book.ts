import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { countPresentWords } from '../../../engine/content/document/compare/word-presence.ts';
import { normaliseText, wordsOf } from '../../../engine/content/document/inspect-text.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import type { File, Judged, Verdict } from './verdict.ts';
import { isInstalled, outputOf } from '../native.ts';

const BOOKS: ReadonlySet<string> = new Set(['epub', 'fb2', 'mobi', 'azw3', 'htmlz', 'txtz']);
/** Readers set lists and notes in their own ways. */
const MIN_RECALL = 0.95;

/** Formats with their contents on a page of their own as well: elsewhere that list stands beside the text. */
const LISTED_ON_A_PAGE: ReadonlySet<string> = new Set(['mobi']);
/** Formats that hold no contents beside their text. */
const UNLISTED: ReadonlySet<string> = new Set(['txtz']);
/** What Calibre would add to the text of a FictionBook. */
const ADDS_NOTHING: Readonly<Record<string, readonly string[]>> = { fb2: ['--no-inline-fb2-toc'] };

/** Where Calibre is installed, it opens the book; its words are those that Calibre finds in a source that is a book too. */
export async function judgeBook({ source, output }: Judged): Promise<Verdict | undefined> {
  if (!BOOKS.has(output.format) || !(await isInstalled('ebook-convert'))) return undefined;
  const isListed = LISTED_ON_A_PAGE.has(source.format);
  const found = await wordsThroughCalibre(output, isListed ? ['--inline-toc'] : []).catch((error: unknown) =>
    String(error),
  );
  if (typeof found === 'string') return { judge: 'Calibre', fault: `does not open: ${found.slice(-200)}` };
  if (!BOOKS.has(source.format)) return { judge: 'Calibre' };
  const expected = await wordsThroughCalibre(source).catch(() => []);
  const present = countPresentWords(expected, found);
  const isDue = isListed && UNLISTED.has(output.format);
  const listed = isDue ? (await wordsThroughCalibre(source, ['--inline-toc'])).length - expected.length : 0;
  return present >= (expected.length - listed) * MIN_RECALL
    ? { judge: 'Calibre' }
    : { judge: 'Calibre', fault: `has ${present} of ${expected.length} words` };
}

async function wordsThroughCalibre({ path, format }: File, options: readonly string[] = []): Promise<string[]> {
  await using directory = await temporaryDirectory();
  const text = join(directory.path, `${basename(path)}.txt`);
  await outputOf('ebook-convert', path, text, ...(ADDS_NOTHING[format] ?? []), ...options);
  const words = wordsOf(normaliseText(await readFile(text, 'utf8')));
  await rm(text);
  return words;
}
