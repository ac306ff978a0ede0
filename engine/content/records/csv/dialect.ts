import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { DataSource } from '../model.ts';
import { readDelimited } from './reader.ts';
import { CellScanner } from './scanner.ts';

const CANDIDATES = [',', ';', '\t', '|'];
/** Characters and rows that are looked at. */
const SAMPLE_CHARS = 64 * 1024;
const SAMPLE_ROWS = 50;
/** A first line with which spreadsheets are told the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/;

export interface Dialect {
  readonly delimiter: string;
  /** Characters before the header that are no data. */
  readonly skip: number;
}

/** CSV with whatever delimiter it has. */
export function readCsv(text: string, { limits }: Pick<RunContext, 'limits'>): DataSource {
  const { delimiter, skip } = sniffDialect(text);
  return readDelimited(skip === 0 ? text : text.slice(skip), delimiter, limits);
}

export function readTsv(text: string, { limits }: Pick<RunContext, 'limits'>): DataSource {
  return readDelimited(text, '\t', limits);
}

/** The delimiter of a CSV file: the candidate that cuts the most rows into the same number of cells, at least two. */
export function sniffDialect(text: string): Dialect {
  const declared = SEPARATOR_LINE.exec(text);
  if (declared) return { delimiter: declared[1]!, skip: declared[0].length };
  const lastLine = text.lastIndexOf('\n', SAMPLE_CHARS);
  const sample = text.length <= SAMPLE_CHARS || lastLine < 0 ? text.slice(0, SAMPLE_CHARS) : text.slice(0, lastLine);
  const scores = CANDIDATES.map((delimiter) => ({ delimiter, score: scoreOf(sample, delimiter) }));
  const best = scores.reduce((winner, candidate) => (candidate.score > winner.score ? candidate : winner));
  return { delimiter: best.delimiter, skip: 0 };
}

/** Share of rows with the most frequent number of cells, and a little more for more cells; 0 for a single column. */
function scoreOf(sample: string, delimiter: string): number {
  const counts = new Map<number, number>();
  let rows = 0;
  try {
    const scanner = new CellScanner(sample, delimiter);
    for (; rows < SAMPLE_ROWS && scanner.startsRow(); rows++) {
      const { length } = scanner.row();
      counts.set(length, (counts.get(length) ?? 0) + 1);
    }
  } catch (error) {
    // A sample can end inside a quoted cell, and under a wrong delimiter quotes make no sense: the rows so far count.
    if (!(error instanceof ConversionError)) throw error;
  }
  const [cells, frequency] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [1, 0]);
  return cells < 2 ? 0 : frequency / rows + Math.min(cells, 100) / 1000;
}
