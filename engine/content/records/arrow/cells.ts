import { Bool, Float64, Int64, makeData, Utf8, type Data } from 'apache-arrow';
import type { DataScalar } from '../model.ts';
import { createArrowColumn, putInteger } from './columns.ts';
import type { CellTexts } from '../cell-texts.ts';
import type { ColumnType } from '../columns.ts';
import { textAt } from '../csv/bytes.ts';
import { numberAt } from '../number-bytes.ts';

const LETTER_T = 0x74;

/** The type of a column, and the value of one of its cells. */
interface CellTyping {
  readonly type: ColumnType;
  readonly valueOf: (text: string) => DataScalar;
}

/** Cells as a column of Arrow: texts lie as they are, and numbers are read from their digits. */
export function arrowColumnOf(cells: CellTexts, { type, valueOf }: CellTyping): Data {
  const { rows, nulls, validity, offsets, bytes } = cells;
  const common = { length: rows, nullCount: nulls, nullBitmap: nulls === 0 ? null : validity };
  switch (type.kind) {
    case 'text':
    case 'mixed':
    case 'null':
      return makeData({ ...common, type: new Utf8(), valueOffsets: offsets, data: bytes });
    case 'number':
      return makeData({ ...common, type: new Float64(), data: numbersOf(cells) });
    case 'integer':
      return makeData({ ...common, type: new Int64(), data: integersOf(cells) });
    case 'boolean':
      return makeData({ ...common, type: new Bool(), data: truthsOf(cells) });
    default:
      return rareColumn(cells, { type, valueOf });
  }
}

/** A column without a value in any of so many rows. */
export function emptyArrowColumn(type: ColumnType, rows: number): Data {
  const column = createArrowColumn(type, rows);
  for (let row = 0; row < rows; row++) column.append(null);
  return column.finish();
}

function numbersOf({ rows, offsets, bytes }: CellTexts): Float64Array {
  const numbers = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    if (start < end) numbers[row] = numberAt(bytes, start, end);
  }
  return numbers;
}

function integersOf({ rows, offsets, bytes }: CellTexts): BigInt64Array {
  const integers = new BigInt64Array(rows);
  const halves = new Int32Array(integers.buffer);
  for (let row = 0; row < rows; row++) {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    if (start < end) putInteger(halves, row, numberAt(bytes, start, end));
  }
  return integers;
}

function truthsOf({ rows, offsets, bytes }: CellTexts): Uint8Array {
  const bits = new Uint8Array(Math.ceil(rows / 8));
  for (let row = 0; row < rows; row++) {
    const start = offsets[row]!;
    if (start < offsets[row + 1]! && bytes[start] === LETTER_T) bits[row >> 3]! |= 1 << (row & 7);
  }
  return bits;
}

/** Times and long integers. */
function rareColumn({ rows, offsets, bytes }: CellTexts, { type, valueOf }: CellTyping): Data {
  const column = createArrowColumn(type, rows);
  for (let row = 0; row < rows; row++) {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    column.append(start < end ? valueOf(textAt(bytes, start, end)) : null);
  }
  return column.finish();
}
