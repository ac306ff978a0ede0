import { Float64, Int64, makeBuilder, makeData, Utf8, type Data } from 'apache-arrow';
import type { DataValue, ExactNumber, NonFiniteNumber } from '../model.ts';
import { arrowType, arrowValue, withType } from './types.ts';
import { columnText, type ColumnType } from '../columns.ts';

/** One column of a record batch while it grows. */
export interface ArrowColumn {
  append(value: DataValue): void;
  finish(): Data;
}

const TEXT_BYTES_A_ROW = 16;
const TWO_TO_32 = 2 ** 32;

/** Texts and numbers are laid down by ourselves, several times as fast as by the library's builders. */
export function createArrowColumn(type: ColumnType, maxRows: number): ArrowColumn {
  switch (type.kind) {
    case 'text':
    case 'mixed':
    case 'null':
      return new TextColumn(maxRows);
    case 'number':
      return new NumberColumn(maxRows);
    case 'integer':
      return new IntegerColumn(maxRows);
    default:
      return new BuiltColumn(type);
  }
}

/** Which rows have a value: a bit each, and none at all where every row has one. */
class Validity {
  readonly #bits: Uint8Array;
  nulls = 0;
  rows = 0;

  constructor(maxRows: number) {
    this.#bits = new Uint8Array(Math.ceil(maxRows / 8));
  }

  add(isValid: boolean): void {
    if (isValid) this.#bits[this.rows >> 3]! |= 1 << (this.rows & 7);
    else this.nulls++;
    this.rows++;
  }

  get bitmap(): { readonly nullCount: number; readonly nullBitmap: Uint8Array | null } {
    return { nullCount: this.nulls, nullBitmap: this.nulls === 0 ? null : this.#bits };
  }
}

const encoder = new TextEncoder();

class TextColumn implements ArrowColumn {
  readonly #validity: Validity;
  readonly #offsets: Int32Array;
  #bytes: Uint8Array;
  #end = 0;

  constructor(maxRows: number) {
    this.#validity = new Validity(maxRows);
    this.#offsets = new Int32Array(maxRows + 1);
    this.#bytes = new Uint8Array(maxRows * TEXT_BYTES_A_ROW);
  }

  append(value: DataValue): void {
    const text = value === null ? '' : columnText(value);
    // A UTF-16 code unit takes at most three bytes.
    if (this.#end + text.length * 3 > this.#bytes.byteLength) this.#grow(this.#end + text.length * 3);
    this.#end += encoder.encodeInto(text, this.#bytes.subarray(this.#end)).written;
    this.#validity.add(value !== null);
    this.#offsets[this.#validity.rows] = this.#end;
  }

  finish(): Data {
    const { rows, bitmap } = this.#validity;
    return makeData({
      type: new Utf8(),
      length: rows,
      ...bitmap,
      valueOffsets: this.#offsets.subarray(0, rows + 1),
      data: this.#bytes.subarray(0, this.#end),
    });
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.#bytes.byteLength * 2));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}

class NumberColumn implements ArrowColumn {
  readonly #validity: Validity;
  readonly #values: Float64Array;

  constructor(maxRows: number) {
    this.#validity = new Validity(maxRows);
    this.#values = new Float64Array(maxRows);
  }

  append(value: DataValue): void {
    if (value !== null) this.#values[this.#validity.rows] = Number((value as ExactNumber | NonFiniteNumber).text);
    this.#validity.add(value !== null);
  }

  finish(): Data {
    const { rows, bitmap } = this.#validity;
    return makeData({ type: new Float64(), length: rows, ...bitmap, data: this.#values.subarray(0, rows) });
  }
}

/** Writes an integer of 53 bits as its two halves, without a BigInt (Arrow is little-endian). */
export function putInteger(halves: Int32Array, index: number, integer: number): void {
  halves[index * 2] = integer;
  halves[index * 2 + 1] = Math.floor(integer / TWO_TO_32);
}

/** Integers of 53 bits. */
class IntegerColumn implements ArrowColumn {
  readonly #validity: Validity;
  readonly #halves: Int32Array;

  constructor(maxRows: number) {
    this.#validity = new Validity(maxRows);
    this.#halves = new Int32Array(maxRows * 2);
  }

  append(value: DataValue): void {
    if (value !== null) putInteger(this.#halves, this.#validity.rows, Number((value as ExactNumber).text));
    this.#validity.add(value !== null);
  }

  finish(): Data {
    const { rows, bitmap } = this.#validity;
    const data = new BigInt64Array(this.#halves.buffer, 0, rows);
    return makeData({ type: new Int64(), length: rows, ...bitmap, data });
  }
}

/** What is nested, or rare, by the library. */
class BuiltColumn implements ArrowColumn {
  readonly #type: ColumnType;
  readonly #builder: ReturnType<typeof makeBuilder>;

  constructor(type: ColumnType) {
    this.#type = type;
    this.#builder = makeBuilder({ type: arrowType(type, 'plain'), nullValues: [null] });
  }

  append(value: DataValue): void {
    this.#builder.append(arrowValue(value, this.#type));
  }

  finish(): Data {
    return withType(this.#builder.finish().flush(), arrowType(this.#type));
  }
}
