import type { Message } from '../message.ts';
import type { CellValue } from '../cell-text.ts';

/** A cell as its bytes say it: keys lead into the lists of its table. */
export interface StoredCell {
  readonly column: number;
  readonly textKey?: number;
  readonly richTextKey?: number;
  readonly styleKey?: number;
  readonly value?: CellValue;
}

const SECONDS_PER_DAY = 86_400;
/** Days of 1 January 2001, from which Apple counts seconds. */
const APPLE_EPOCH_DAYS = 36_892;
const NO_CELL = 0xffff;
const TYPES = { number: 2, text: 3, date: 5, boolean: 6, duration: 7, currency: 10 } as const;

/** The cells of a row (TST.TileRowInfo): since 2017 in fields of their own, and wide rows in steps of four bytes. */
export function readRow(row: Message, columns: number): StoredCell[] {
  const isNew = row.bytes(6) !== undefined && row.bytes(7) !== undefined;
  const cells = row.bytes(isNew ? 6 : 3);
  const offsets = row.bytes(isNew ? 7 : 4);
  if (!cells || !offsets) return [];
  const factor = isNew && row.flag(8) ? 4 : 1;
  const view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength);
  const places = new DataView(offsets.buffer, offsets.byteOffset, offsets.byteLength);
  const found: StoredCell[] = [];
  for (let column = 0; column < Math.min(columns, offsets.byteLength >> 1); column++) {
    const offset = places.getUint16(2 * column, true);
    const at = offset * factor;
    if (offset === NO_CELL || at + 12 > cells.byteLength) continue;
    const cell = cells[at]! >= 5 ? readNewCell(view, at) : readOldCell(view, at);
    if (cell) found.push({ column, ...cell });
  }
  return found;
}

/** What a cell holds, one field after the other, each there when its flag is. */
class Fields {
  readonly #view: DataView;
  readonly #flags: number;
  #at: number;

  constructor(view: DataView, at: number, flags: number) {
    this.#view = view;
    this.#at = at;
    this.#flags = flags;
  }

  #take(flag: number, bytes: number): number | undefined {
    if ((this.#flags & flag) === 0) return undefined;
    const at = this.#at;
    this.#at += bytes;
    return at + bytes <= this.#view.byteLength ? at : undefined;
  }

  key(flag: number): number | undefined {
    const at = this.#take(flag, 4);
    return at === undefined ? undefined : this.#view.getUint32(at, true);
  }

  double(flag: number): number | undefined {
    const at = this.#take(flag, 8);
    return at === undefined ? undefined : this.#view.getFloat64(at, true);
  }

  decimal(flag: number): number | undefined {
    const at = this.#take(flag, 16);
    return at === undefined ? undefined : decimalAt(this.#view, at);
  }
}

function readOldCell(view: DataView, at: number): Omit<StoredCell, 'column'> {
  const fields = new Fields(view, at + 12, view.getUint16(at + 4, true));
  const type = view.getUint8(at + 1);
  const styleKey = fields.key(0x2);
  for (const skipped of [0x80, 0x800, 0x400, 0x4, 0x8, 0x1000]) fields.key(skipped);
  const textKey = fields.key(0x10);
  const number = fields.double(0x20);
  const seconds = fields.double(0x40);
  return cellOf({ type, styleKey, textKey, richTextKey: fields.key(0x200), number, seconds });
}

function readNewCell(view: DataView, at: number): Omit<StoredCell, 'column'> {
  const fields = new Fields(view, at + 12, view.getUint32(at + 8, true));
  const type = view.getUint8(at + 1);
  const decimal = fields.decimal(0x1);
  const double = fields.double(0x2);
  const seconds = fields.double(0x4);
  const textKey = fields.key(0x8);
  const richTextKey = fields.key(0x10);
  return cellOf({ type, styleKey: fields.key(0x20), textKey, richTextKey, number: decimal ?? double, seconds });
}

/** IEEE 754 decimal128 with a binary significand, as far as a double holds it. */
function decimalAt(view: DataView, at: number): number {
  const high = view.getBigUint64(at + 8, true);
  const significand = ((high & 0x1_ffff_ffff_ffffn) << 64n) | view.getBigUint64(at, true);
  const exponent = Number((high >> 49n) & 0x3fffn) - 6176;
  const value = Number(`${significand}e${exponent}`);
  return high >> 63n ? -value : value;
}

interface ReadFields {
  readonly type: number;
  readonly styleKey: number | undefined;
  readonly textKey: number | undefined;
  readonly richTextKey: number | undefined;
  readonly number: number | undefined;
  readonly seconds: number | undefined;
}

function cellOf({ type, styleKey, textKey, richTextKey, number, seconds }: ReadFields): Omit<StoredCell, 'column'> {
  const value = valueOf(type, number, seconds);
  return {
    ...(styleKey === undefined ? {} : { styleKey }),
    ...(textKey === undefined || type !== TYPES.text ? {} : { textKey }),
    ...(richTextKey === undefined ? {} : { richTextKey }),
    ...(value === undefined ? {} : { value }),
  };
}

function valueOf(type: number, number: number | undefined, seconds: number | undefined): CellValue | undefined {
  if (type === TYPES.date && seconds !== undefined) {
    return { kind: 'date', value: APPLE_EPOCH_DAYS + seconds / SECONDS_PER_DAY };
  }
  if (number === undefined) return undefined;
  if (type === TYPES.boolean) return { kind: 'boolean', value: number !== 0 };
  if (type === TYPES.duration) return { kind: 'time', value: number / SECONDS_PER_DAY };
  return type === TYPES.number || type === TYPES.currency ? { kind: 'number', value: number } : undefined;
}
