import type { CellTexts } from '../cell-texts.ts';
import type { ColumnTable } from '../column-table.ts';
import type { ColumnType } from '../columns.ts';
import { textAt } from '../csv/bytes.ts';
import { numberAt } from '../number-bytes.ts';

const LETTER_T = 0x74;

/** A value of SQLite as Node takes it. */
type SqlValue = null | number | bigint | string | Uint8Array;

/** The rows of a table by columns, as SQLite takes them. The list is the same for all of them. */
export function* sqlRowsOfTable({ batches, types }: ColumnTable, signal: AbortSignal): Generator<SqlValue[]> {
  const values: SqlValue[] = types.map(() => null);
  for (const { rows, columns } of batches) {
    signal.throwIfAborted();
    const readers = types.map((type, index) => readerOf(columns[index], type));
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < readers.length; column++) values[column] = readers[column]!(row);
      yield values;
    }
  }
}

/** Values of several types would have to be told apart by their quotes, which are gone. */
export function isOfSqlTypes({ types }: ColumnTable): boolean {
  return types.every(({ kind }) => kind !== 'mixed');
}

type ReadCell = (row: number) => SqlValue;

function readerOf(cells: CellTexts | undefined, { kind }: ColumnType): ReadCell {
  if (!cells) return () => null;
  const { validity, offsets } = cells;
  const read = converterOf(cells, kind);
  return (row) => ((validity[row >> 3]! & (1 << (row & 7))) === 0 ? null : read(offsets[row]!, offsets[row + 1]!));
}

type ReadBytes = (start: number, end: number) => SqlValue;

function converterOf({ bytes }: CellTexts, kind: ColumnType['kind']): ReadBytes {
  if (kind === 'integer' || kind === 'number') return (start, end) => numberAt(bytes, start, end);
  if (kind === 'boolean') return (start) => Number(bytes[start] === LETTER_T);
  if (kind === 'long') return (start, end) => BigInt(textAt(bytes, start, end));
  return textReader(bytes);
}

/** Of texts in ASCII all are decoded at once. */
function textReader(bytes: Uint8Array): ReadBytes {
  const text = textAt(bytes, 0, bytes.byteLength);
  return text.length === bytes.byteLength
    ? (start, end) => text.slice(start, end)
    : (start, end) => textAt(bytes, start, end);
}
