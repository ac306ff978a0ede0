import type { RunContext } from '../../../contract/codec.ts';
import {
  clockOfDays,
  isoOfDays,
  plainNumber,
  plainText,
  type Cell,
  type Sheet,
} from '../../../content/workbook/model.ts';
import { extendColumnNames, tellMadeNames, uniqueColumnNames } from '../../../content/records/table-columns.ts';
import { DataObject, DataTime, ExactNumber, type DataScalar, type DataSource } from '../../../content/records/model.ts';

const ROWS_BETWEEN_SIGNALS = 1024;

/** A sheet as a table of typed values: its first row names the columns. */
export function dataOfSheet(sheet: Sheet, context: RunContext): DataSource {
  const { signal } = context;
  const rows: DataObject[] = [];
  let names: readonly string[] | undefined;
  sheet.read(({ cells }) => {
    if (rows.length % ROWS_BETWEEN_SIGNALS === 0) signal.throwIfAborted();
    const width = (cells.at(-1)?.column ?? -1) + 1;
    if (names === undefined) {
      const header = inPlace(cells, width, plainText, '');
      tellMadeNames(header, context);
      names = uniqueColumnNames(header);
      return;
    }
    // Rows share their names unless one is wider than all before.
    if (width > names.length) names = extendColumnNames(names, width);
    rows.push(new DataObject(names, inPlace(cells, names.length, valueOf, null)));
  });
  return { isList: true, isTable: true, rows: () => rows };
}

function inPlace<T>(cells: readonly Cell[], width: number, textOf: (cell: Cell) => T, empty: T): T[] {
  const values = Array.from<T>({ length: width }).fill(empty);
  for (const cell of cells) values[cell.column] = textOf(cell);
  return values;
}

function valueOf({ kind, value }: Cell): DataScalar {
  if (kind === 'date') return dateOf(value as number);
  if (kind === 'time') return new DataTime('time', clockOfDays(value as number));
  if (typeof value === 'number') return new ExactNumber(plainNumber(value));
  return value;
}

function dateOf(days: number): DataTime {
  const text = isoOfDays(days);
  return new DataTime(text.includes('T') ? 'local' : 'date', text);
}
