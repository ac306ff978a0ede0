import type { FormatId } from '../../index.ts';
import { found, type Finding } from '../finding.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Rows beyond these say no more. */
const ROWS = 200;
/** Real tables have a short row now and then: a title above, a total below. */
const REGULAR_SHARE = 0.9;
/** Cells of prose between commas are clauses. */
const WORDS_IN_PROSE = 5;

interface Shape {
  readonly delimiter: (typeof DELIMITERS)[number];
  readonly rows: number;
  readonly columns: number;
}

/** Delimited tables: rows of equal length under one separator. One column alone cannot be told from text. */
export function detectDelimited(text: string, isWhole: boolean): Finding | undefined {
  const hint = /^sep=(.)\r?\n/.exec(text);
  if (hint) return found(hint[1] === '\t' ? 'tsv' : 'csv', 0.95);
  const shapes = DELIMITERS.map((delimiter) => shapeOf(text, delimiter, isWhole)).filter(
    (shape) => shape !== undefined,
  );
  const best = shapes.sort((a, b) => b.columns - a.columns)[0];
  if (!best) return undefined;
  const format: FormatId = best.delimiter === '\t' ? 'tsv' : 'csv';
  const isTable = best.rows >= 3 && best.columns >= 3;
  return found(format, isTable ? 0.85 : 0.7, format === 'csv' ? ['tsv', 'prn'] : ['csv', 'prn']);
}

function shapeOf(text: string, delimiter: Shape['delimiter'], isWhole: boolean): Shape | undefined {
  if (!text.includes(delimiter)) return undefined;
  const rows = readRows(text, delimiter, isWhole);
  if (rows.length < 2) return undefined;
  const columns = mostCommon(rows.map((row) => row.length));
  const regular = rows.filter((row) => row.length === columns);
  if (columns < 2 || regular.length < REGULAR_SHARE * rows.length) return undefined;
  return isProse(regular, delimiter) || isMarkdownTable(regular, delimiter)
    ? undefined
    : { delimiter, rows: rows.length, columns };
}

/** RFC 4180: quotes hold separators and line ends. A row that the head cuts is left out. */
function readRows(text: string, delimiter: string, isWhole: boolean): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let start = 0;
  let at = 0;
  const endCell = (): void => void row.push(text.slice(start, at));
  const endRow = (): void => {
    endCell();
    if (row.length > 1 || row[0]!.trim() !== '') rows.push(row);
    row = [];
  };
  while (at < text.length && rows.length < ROWS) {
    const char = text[at]!;
    if (char === '"' && at === start) {
      const close = closingQuote(text, at);
      if (close < 0) return isWhole ? [] : rows;
      at = close + 1;
    } else if (char === delimiter) {
      endCell();
      start = ++at;
    } else if (char === '\n' || char === '\r') {
      endRow();
      at += char === '\r' && text[at + 1] === '\n' ? 2 : 1;
      start = at;
    } else {
      at++;
    }
  }
  if (isWhole && at > start) endRow();
  return rows;
}

function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] !== '"') return at;
    at++;
  }
  return -1;
}

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

/** Sentences with as many commas each are no table, nor are lines that merely end with one. */
function isProse(rows: readonly (readonly string[])[], delimiter: string): boolean {
  if (delimiter === '\t') return false;
  const cells = rows.flat();
  const isEndOnly = rows[0]!.length === 2 && rows.every((row) => row[1]!.trim() === '');
  const words = cells.reduce((sum, cell) => sum + (cell.startsWith('"') ? 1 : cell.trim().split(/\s+/).length), 0);
  return isEndOnly || (rows[0]!.length <= 3 && words / cells.length > WORDS_IN_PROSE);
}

function isMarkdownTable(rows: readonly (readonly string[])[], delimiter: string): boolean {
  return (
    delimiter === '|' &&
    rows.some((row) => row.every((cell) => /^[\s:+-]*$/.test(cell)) && row.some((cell) => cell.includes('--')))
  );
}
