import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '../../../engine/io/text-encoding.ts';
import { sniffHtmlEncoding } from '../../../engine/content/document/html/encoding.ts';
import { normaliseText, wordsOf } from '../../../engine/content/document/inspect-text.ts';
import { countPresentWords } from '../../../engine/content/document/compare/word-presence.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import type { File, Judged, Verdict } from './verdict.ts';
import { isInstalled, outputOf } from '../native.ts';

/** How pandoc's readers are called for formats that text markup is converted between. */
const READERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'rst',
      'org',
      'latex',
      'textile',
      'mediawiki',
      'dokuwiki',
      'tikiwiki',
      'jira',
      'muse',
      'haddock',
      't2t',
      'man',
    ].map((format) => [format, format]),
  ),
  ...Object.fromEntries(
    ['docbook', 'jats', 'opml', 'ipynb', 'fb2', 'epub', 'docx', 'odt', 'creole', 'twiki', 'vimwiki'].map((format) => [
      format,
      format,
    ]),
  ),
  md: 'gfm',
  html: 'html',
};
/** Share of the source's words that another version of pandoc must find: it reads less in some formats. */
const MIN_RECALL = 0.85;
/** Fewer words say nothing. */
const MIN_WORDS = 20;

/** An installed pandoc opens the result, and finds the words there that it finds in the source. */
export async function judgeMarkup({ source, output, kept }: Judged): Promise<Verdict | undefined> {
  const [before, after] = [READERS[source.format], READERS[output.format]];
  if (!before || !after || !(await isInstalled('pandoc'))) return undefined;
  try {
    const expected = await wordsIn(source.path, before);
    const found = [...(await wordsIn(output.path, after)), ...(await skippedWordsIn(output))];
    if (!kept.includes('text') || expected.length < MIN_WORDS) return { judge: 'pandoc' };
    const present = countPresentWords(expected, found);
    return present >= expected.length * MIN_RECALL
      ? { judge: 'pandoc' }
      : { judge: 'pandoc', fault: `has ${present} of ${expected.length} words` };
  } catch (error) {
    return { judge: 'pandoc', fault: `does not open: ${String(error).slice(0, 200)}` };
  }
}

async function wordsIn(path: string, reader: string): Promise<string[]> {
  await using directory = await temporaryDirectory();
  const readable = TEXTS.has(reader) ? await inUtf8(path, join(directory.path, 'source')) : path;
  if (!MARKDOWN.has(reader)) return await plainWords(readable, reader);
  const page = join(directory.path, 'page.html');
  await outputOf('pandoc', '-f', reader, '-t', 'html', '--output', page, readable);
  return await plainWords(page, 'html');
}

async function plainWords(path: string, reader: string): Promise<string[]> {
  return wordsOf(normaliseText(await outputOf('pandoc', '-f', reader, '-t', 'plain', '--wrap=none', path)));
}

/** Readers of Markdown, in which HTML counts only once the whole is HTML. */
const MARKDOWN: ReadonlySet<string> = new Set(['gfm', 'ipynb']);

/** Readers of texts, for which pandoc takes UTF-8 alone. */
const TEXTS: ReadonlySet<string> = new Set(['html', 'gfm', 'latex', 'rst', 'org']);

async function inUtf8(path: string, copy: string): Promise<string> {
  const bytes = await readFile(path);
  const { text, encoding } = decodeText(bytes, sniffHtmlEncoding(bytes));
  if (encoding === 'utf-8') return path;
  await writeFile(copy, text);
  return copy;
}

/**
 * Words that older versions of pandoc skip though a file has them: in drawings of HTML (they are images to it), in
 * merged cells of LaTeX, in header rows and code of OpenDocument.
 */
async function skippedWordsIn({ path, format }: File): Promise<string[]> {
  if (format === 'latex') return wordsOf(normaliseText(await readFile(path, 'utf8')));
  if (format === 'odt') return untaggedWords(await outputOf('unzip', '-p', path, 'content.xml'));
  if (format !== 'html') return [];
  const drawings = (await readFile(path, 'utf8')).match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  return drawings.flatMap(untaggedWords);
}

function untaggedWords(xml: string): string[] {
  return wordsOf(normaliseText(xml.replaceAll(/<[^>]*>/g, ' ')));
}
