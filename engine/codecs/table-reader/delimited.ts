import { CsvError, parse, type Options } from 'csv-parse';
import type { RunContext } from '../../contract/codec.ts';
import { extendColumnNames, uniqueColumnNames } from '../../content/records/table-columns.ts';
import { createRecordObserver } from '../../content/records/inspect.ts';
import { GridBuilder } from '../../content/workbook/grid.ts';
import type { LargeFile } from './large-file.ts';
import { notParsed, type TableContent } from './content.ts';
import { guessDelimiter } from './delimiter.ts';

/** Characters handed to the parser at once. */
const CHUNK_CHARS = 1024 * 1024;
const SEPARATOR_LINE = /^sep=(.)\r?\n/;

/** The delimiter that the first line declares, or that the text shows. */
export function delimiterOfText(
  text: string,
  fixed?: string,
): { readonly delimiter: string; readonly isDeclared: boolean } {
  const declared = fixed === undefined ? SEPARATOR_LINE.exec(text)?.[1] : undefined;
  return { delimiter: fixed ?? declared ?? guessDelimiter(text), isDeclared: declared !== undefined };
}

/** Reads CSV or TSV with csv-parse, a chunk at a time; `whole` when the text holds only the first rows of it. */
export async function readDelimitedFile(
  text: string,
  context: RunContext,
  { fixedDelimiter, whole }: { readonly fixedDelimiter?: string; readonly whole?: Omit<LargeFile, 'head'> },
): Promise<TableContent> {
  const { delimiter, isDeclared } = delimiterOfText(text, fixedDelimiter);
  const observer = createRecordObserver();
  const grid = new GridBuilder();
  let names: string[] | undefined;
  const table = isDeclared ? text.replace(SEPARATOR_LINE, '') : text;
  await parseRecords(table, delimiter, context, (cells, line) => {
    addToGrid(grid, cells, line);
    if (names === undefined) {
      names = uniqueColumnNames(cells);
      observer.addColumns(names);
      return;
    }
    const used = cells.length > names.length ? extendColumnNames(names, cells.length) : names;
    observer.addRow(cells.map((cell, index) => [used[index]!, cell] as const));
  });
  const totalRows = whole?.filledLines;
  return {
    records: observer.facts(whole?.totalRows),
    isNested: false,
    grid: { ...grid.facts(whole === undefined), ...(totalRows !== undefined && { totalRows }) },
  };
}

function addToGrid(grid: GridBuilder, cells: readonly string[], row: number): void {
  let isStarted = false;
  for (let column = 0; column < cells.length; column++) {
    if (cells[column] === '') continue;
    if (!isStarted) grid.startRow(row);
    isStarted = true;
    grid.addText(column, cells[column]!);
  }
}

async function parseRecords(
  text: string,
  delimiter: string,
  context: RunContext,
  /** `line` counts from 0, blank lines as well. */
  onRow: (cells: string[], line: number) => void,
): Promise<void> {
  let rows = 0;
  const options: Options = {
    delimiter,
    // Files that were joined mix their line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote inside an unquoted cell is an inch, not a fault.
    relax_quotes: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { empty_lines: blank }: { readonly empty_lines: number }) => {
      onRow(cells, rows++ + blank);
      return null;
    },
  };
  const parser = parse(options);
  const finished = new Promise<void>((resolve, reject) => {
    parser.once('error', reject);
    parser.once('end', resolve);
    parser.resume();
  });
  finished.catch(() => undefined);
  try {
    for (let start = 0; start < text.length && !parser.destroyed; start += CHUNK_CHARS) {
      context.signal.throwIfAborted();
      parser.write(text.slice(start, start + CHUNK_CHARS));
    }
    if (!parser.destroyed) parser.end();
    await finished;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw notParsed('table', error, { where: `line ${error['lines']}`, isCut: error.code === 'CSV_QUOTE_NOT_CLOSED' });
  } finally {
    parser.destroy();
  }
}
