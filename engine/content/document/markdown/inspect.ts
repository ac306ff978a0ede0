import { withoutCitationKeys } from '../citation-keys.ts';
import { addCounts, contentOfDocument, startCounting, type MarkupContent } from '../markup-text/content.ts';
import { readHtml } from '../html/reader.ts';
import { shortLines, withoutData } from '../markup-text/lines.ts';
import { readFrontMatter } from './front-matter.ts';
import { HtmlWriter } from './html-writer.ts';
import { readMarkdown } from './reader.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The rule of a table whose columns are only aligned, as pandoc writes them. */
const ALIGNED_TABLE = /^ {0,3}-{2,}(?: +-{2,})+ *$/;
/** The rule of a table whose cells stand between rules. */
const GRID_RULE = /^ {0,3}\+(?:[:=-]+\+)+[ \t]*$/;
const GRID_LINE = /^\s*[|+]/;
const PIPE_ROW = /^[ \t]*\|.*\|[ \t]*$/;

/** What a person finds in Markdown: as in the HTML that it means, with notes apart and formulas only counted. */
export function inspectMarkdown(source: string): MarkupContent {
  const { metadata, text } = readFrontMatter(source);
  const cited = metadata.hasReferences ? withoutCitationKeys(text) : text;
  const { blocks, notes } = readMarkdown(withoutData(cited));
  const writer = new HtmlWriter({ note: () => ' ', formula: () => '<math></math>', label: (number) => `${number}. ` });
  const { title, subtitle, author, date } = metadata;
  const told = [title, subtitle, author, date].filter((value) => value !== undefined);
  const body = inspectHtml(writer.blocks(blocks));
  const pages = [body, ...Array.from(notes.values(), (read) => inspectHtml(writer.blocks(read())))];
  const counts = startCounting();
  for (const page of pages) addCounts(counts, page);
  return {
    ...counts,
    text: body.text,
    notes: [...told, ...pages.slice(1).map((page) => page.text), ...counts.notes],
    tables: counts.tables + countPandocTables(cited),
    hasMetadata: text.length < source.length,
  };
}

function inspectHtml(html: string): MarkupContent {
  return contentOfDocument(readHtml(html));
}

/** Tables that only pandoc's own dialect has: they are text in others, and are read as such. */
function countPandocTables(text: string): number {
  let tables = 0;
  let before = '';
  for (const line of linesOutsideCode(text)) {
    if (ALIGNED_TABLE.test(line) || (GRID_RULE.test(line) && !GRID_LINE.test(before))) tables++;
    before = line;
  }
  return tables;
}

/** Tables by their rows, for languages that need no rule below the head. */
export function countPipeTables(text: string): number {
  let tables = 0;
  let inTable = false;
  for (const line of linesOutsideCode(text)) {
    const isRow = PIPE_ROW.test(line);
    if (isRow && !inTable) tables++;
    inTable = isRow;
  }
  return tables;
}

function* linesOutsideCode(text: string): Generator<string> {
  let fence: string | undefined;
  for (const line of shortLines(text)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark === undefined) yield line;
    else {
      yield '';
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) fence = undefined;
    }
  }
}
