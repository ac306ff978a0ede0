import { hexOf, latin1Of, viewOf } from '../../../io/bytes.ts';
import { corrupt } from '../errors.ts';
import { DataTime, ExactNumber, type DataScalar } from '../model.ts';
import { shortestSingle } from '../npy/types.ts';
import { numberValue } from '../plain-values.ts';
import { timeOfNanoseconds } from '../times.ts';

/** Types of columns. */
export const TYPE = {
  boolean: 1,
  byte: 2,
  integer: 3,
  long: 4,
  currency: 5,
  single: 6,
  double: 7,
  date: 8,
  binary: 9,
  text: 10,
  object: 11,
  memo: 12,
  identifier: 15,
  decimal: 16,
  complex: 18,
  big: 19,
  extendedDate: 20,
} as const;

/** Milliseconds from the day from which Access counts, 1899-12-30, to 1970. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const EXTENDED_EPOCH_DAYS = 719_162n;
const DAY_MS = 86_400_000;
const DAY_NANOSECONDS = 86_400_000_000_000n;
const EXTENDED_DATE = /^(\d{19}):(\d{19}):7/;

/** Readers of values whose length is fixed, and how many bytes each takes. */
const FIXED: Readonly<Record<number, readonly [bytes: number, read: (view: DataView) => DataScalar]>> = {
  [TYPE.byte]: [1, (view) => numberValue(view.getUint8(0))],
  [TYPE.integer]: [2, (view) => numberValue(view.getInt16(0, true))],
  [TYPE.long]: [4, (view) => numberValue(view.getInt32(0, true))],
  [TYPE.currency]: [8, (view) => decimalOf(view.getBigInt64(0, true), 4)],
  [TYPE.single]: [4, (view) => shortestSingle(view.getFloat32(0, true))],
  [TYPE.double]: [8, (view) => numberValue(view.getFloat64(0, true))],
  [TYPE.big]: [8, (view) => new ExactNumber(String(view.getBigInt64(0, true)))],
};

interface About {
  readonly type: number;
  /** Digits behind the point of a decimal number. */
  readonly scale: number;
  readonly decode: (bytes: Uint8Array) => string;
}

/** A value that stands in its row. Undefined for a type that is not known. */
export function valueOf(cell: Uint8Array, { type, scale, decode }: About): DataScalar | undefined {
  const fixed = FIXED[type];
  if (fixed) return fixed[1](viewOf(required(cell, fixed[0])));
  switch (type) {
    case TYPE.text:
      return decode(cell);
    case TYPE.binary:
      return cell;
    case TYPE.date:
      return timeOf(viewOf(required(cell, 8)).getFloat64(0, true));
    case TYPE.identifier:
      return identifierOf(required(cell, 16));
    case TYPE.decimal:
      return wideDecimalOf(required(cell, 17), scale);
    case TYPE.extendedDate:
      return extendedTimeOf(cell);
    default:
      return undefined;
  }
}

const CALCULATED_HEAD_BYTES = 20;

/** The result of an expression without what stands before it; undefined for one that is null. */
export function calculatedBytes(cell: Uint8Array): Uint8Array | undefined {
  if (cell.byteLength < CALCULATED_HEAD_BYTES) return undefined;
  const length = viewOf(cell).getUint32(CALCULATED_HEAD_BYTES - 4, true);
  const bytes = cell.subarray(CALCULATED_HEAD_BYTES, CALCULATED_HEAD_BYTES + length);
  return bytes.byteLength === 0 ? undefined : bytes;
}

/** Windows has a number of 96 bits for what is calculated: where its point stands, its sign, and its words. */
export function calculatedDecimal(cell: Uint8Array): DataScalar {
  const view = viewOf(required(cell, 16));
  const units = (BigInt(view.getUint32(4, true)) << 64n) | view.getBigUint64(8, true);
  return decimalOf(cell[3] === 0 ? units : -units, cell[2]!);
}

function required(cell: Uint8Array, bytes: number): Uint8Array {
  if (cell.byteLength < bytes) throw corrupt('a value of a row is cut off');
  return cell;
}

/** A number of so many units, each of them one with `scale` digits behind the point. */
function decimalOf(units: bigint, scale: number): ExactNumber {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return new ExactNumber(`${sign}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`);
}

/** A sign, and four words of 32 bits, the highest first. */
function wideDecimalOf(cell: Uint8Array, scale: number): ExactNumber {
  const view = viewOf(cell);
  const words = [1, 5, 9, 13].map((at) => BigInt(view.getUint32(at, true)));
  const units = words.reduce((sum, word) => (sum << 32n) | word, 0n);
  return decimalOf(cell[0] === 0 ? units : -units, scale);
}

/** Days since 1899-12-30; what is behind the point is the time of the day also before that. */
function timeOf(days: number): DataScalar {
  const day = Math.trunc(days);
  const ms = EPOCH_MS + day * DAY_MS + Math.round(Math.abs(days - day) * DAY_MS);
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  // Access has no years beyond these: a number that says so is none of its dates.
  if (Number.isNaN(year) || year < 100 || year > 9999) return numberValue(days);
  return timeOfNanoseconds('local', BigInt(ms) * 1_000_000n);
}

/** Days since the year 1, and parts of a second since midnight, as digits. */
function extendedTimeOf(cell: Uint8Array): DataScalar {
  const [, days, ticks] = EXTENDED_DATE.exec(latin1Of(cell)) ?? [];
  if (days === undefined || ticks === undefined) return null;
  return timeOfNanoseconds('local', (BigInt(days) - EXTENDED_EPOCH_DAYS) * DAY_NANOSECONDS + BigInt(ticks) * 100n);
}

/** A GUID as Access shows it: the first three groups are stored with their lowest byte first. */
function identifierOf(cell: Uint8Array): string {
  const at = (...places: readonly number[]): string => hexOf(Uint8Array.from(places, (place) => cell[place]!));
  const groups = [at(3, 2, 1, 0), at(5, 4), at(7, 6), at(8, 9), at(10, 11, 12, 13, 14, 15)];
  return `{${groups.join('-').toUpperCase()}}`;
}

const MIDNIGHT = /T00:00:00$/;

/** Whether a time is the beginning of a day. */
export function isMidnight(value: DataScalar): boolean {
  return value instanceof DataTime && MIDNIGHT.test(value.text);
}

export function dayOf(value: DataScalar): DataScalar {
  return value instanceof DataTime ? new DataTime('date', value.text.slice(0, 10)) : value;
}
