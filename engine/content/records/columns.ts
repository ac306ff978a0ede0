import type { RunContext } from '../../contract/codec.ts';
import {
  DataObject,
  DataTime,
  ExactNumber,
  isList,
  NonFiniteNumber,
  scalarText,
  VALUE_COLUMN,
  type DataScalar,
  type DataSource,
  type DataValue,
} from './model.ts';
import { compactJson } from './json/writer.ts';
import { fitsBits, fitsDouble, isInteger } from './plain-values.ts';

/** What the values of one column are. `text` holds anything: what is no text itself is written as one. */
export type ColumnType =
  | {
      readonly kind: 'null' | 'boolean' | 'integer' | 'number' | 'text' | 'bytes' | 'date';
    }
  | TimeType
  /** Integers of more than 53 bits: exact in 64, but no longer as floating point. */
  | { readonly kind: 'long' }
  /** Several types came together. */
  | { readonly kind: 'mixed' }
  | { readonly kind: 'list'; readonly of: ColumnType }
  | { readonly kind: 'struct'; readonly names: readonly string[]; readonly types: readonly ColumnType[] };

/**
 * Times that are counted from a start in 64 bits. `unit` is the one that they need: nanoseconds where they have digits
 * below the microsecond, microseconds where nanoseconds do not reach their years. Without it both hold them.
 */
export interface TimeType {
  readonly kind: 'time' | 'local' | 'moment';
  readonly unit?: TimeUnit;
}

export type TimeUnit = 'ns' | 'us';

export interface Columns {
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  readonly rows: number;
}

const ROWS_BETWEEN_SIGNALS = 4096;
/** Objects with more names than this are dictionaries, not records. */
const MAX_FIELDS = 1000;

const NULL: ColumnType = { kind: 'null' };
const MIXED: ColumnType = { kind: 'mixed' };
/** One object for each type: equal ones are the same. */
export const PLAIN_TYPES = Object.fromEntries(
  (['boolean', 'integer', 'long', 'number', 'text', 'bytes', 'date'] as const).map((kind) => [kind, { kind }]),
) as Record<PlainKind, ScalarType>;
const TIMES = {
  time: timesOf('time'),
  local: timesOf('local'),
  moment: timesOf('moment'),
} as const;

type PlainKind = 'boolean' | 'integer' | 'long' | 'number' | 'text' | 'bytes' | 'date';
export type ScalarType = Extract<ColumnType, { kind: PlainKind }> | TimeType;

function timesOf(kind: TimeType['kind']): Readonly<Record<TimeUnit | 'any', TimeType>> {
  return { any: { kind }, ns: { kind, unit: 'ns' }, us: { kind, unit: 'us' } };
}

/** The columns of a list of rows: every row is looked at, so that no value meets a type that cannot hold it. */
export function inferColumns(source: DataSource, { signal }: Pick<RunContext, 'signal'>): Columns {
  const types = new Map<string, ColumnType>(source.columns?.map((name) => [name, NULL]));
  let names: readonly string[] = [];
  let shared: ColumnType[] = [];
  let rows = 0;
  const flush = (): void => names.forEach((name, index) => void types.set(name, shared[index]!));
  for (const row of source.rows()) {
    if (++rows % ROWS_BETWEEN_SIGNALS === 0) signal.throwIfAborted();
    const object = rowObject(row);
    if (object.names !== names) {
      flush();
      ({ names } = object);
      shared = names.map((name) => types.get(name) ?? NULL);
    }
    for (let index = 0; index < names.length; index++) shared[index] = unify(shared[index]!, object.values[index]!);
  }
  flush();
  // Rows without any name are rows all the same.
  if (types.size === 0 && rows > 0) types.set(VALUE_COLUMN, NULL);
  return { names: [...types.keys()], types: [...types.values()], rows };
}

/** A row as an object: elements of a list are numbered, a scalar is the column `value`. */
export function rowObject(row: DataValue): DataObject {
  if (row instanceof DataObject) return row;
  if (isList(row)) {
    return new DataObject(
      row.map((_, index) => String(index)),
      row,
    );
  }
  return new DataObject([VALUE_COLUMN], [row]);
}

function unify(type: ColumnType, value: DataValue): ColumnType {
  if (value === null || type.kind === 'mixed') return type;
  if (isList(value)) {
    if (type.kind !== 'null' && type.kind !== 'list') return MIXED;
    return { kind: 'list', of: value.reduce(unify, type.kind === 'list' ? type.of : NULL) };
  }
  if (value instanceof DataObject) return unifyStruct(type, value);
  return joinScalarType(type, scalarType(value));
}

/** The type of a column in which scalars of one more type were found. */
export function joinScalarType(type: ColumnType, found: ScalarType): ColumnType {
  if (type === found || type.kind === 'null') return found;
  if (isCounted(type) && isCounted(found)) return joinTimes(type, found);
  if (type.kind === found.kind) return type;
  return isNumeric(type.kind) && isNumeric(found.kind) ? wider(type.kind, found.kind) : MIXED;
}

function isCounted(type: ColumnType): type is TimeType {
  return type.kind === 'time' || type.kind === 'local' || type.kind === 'moment';
}

function joinTimes(type: TimeType, found: TimeType): ColumnType {
  if (type.kind !== found.kind) return MIXED;
  if (type.unit === undefined || found.unit === undefined) return type.unit === undefined ? found : type;
  return type.unit === found.unit ? type : MIXED;
}

function unifyStruct(type: ColumnType, { names, values }: DataObject): ColumnType {
  if (type.kind !== 'null' && type.kind !== 'struct') return MIXED;
  const fields = new Map(type.kind === 'struct' ? type.names.map((name, index) => [name, type.types[index]!]) : []);
  for (const [index, name] of names.entries()) fields.set(name, unify(fields.get(name) ?? NULL, values[index]!));
  if (fields.size > MAX_FIELDS) return MIXED;
  return { kind: 'struct', names: [...fields.keys()], types: [...fields.values()] };
}

export function scalarType(value: Exclude<DataScalar, null>): ScalarType {
  if (typeof value === 'string') return PLAIN_TYPES.text;
  if (typeof value === 'boolean') return PLAIN_TYPES.boolean;
  if (value instanceof ExactNumber) return PLAIN_TYPES[numberType(value)];
  if (value instanceof NonFiniteNumber) return PLAIN_TYPES.number;
  return value instanceof DataTime ? timeType(value) : PLAIN_TYPES.bytes;
}

/** Years of which every moment can be told in nanoseconds since 1970 of 64 bits. */
const FIRST_NEAR_YEAR = '1678';
const LAST_NEAR_YEAR = '2261';
const MICROSECOND_DIGITS = 6;
const NANOSECOND_DIGITS = 9;

/** No unit of 64 bits holds all of a time with more digits than it has, or with many in a distant year. */
function timeType(time: DataTime): ScalarType {
  if (time.kind === 'date') return PLAIN_TYPES.date;
  const digits = fractionDigitsOf(time);
  const isNear = time.kind === 'time' || isNearYear(time.text.slice(0, 4));
  if (digits > NANOSECOND_DIGITS || (digits > MICROSECOND_DIGITS && !isNear)) return PLAIN_TYPES.text;
  const unit = digits > MICROSECOND_DIGITS ? 'ns' : 'us';
  return TIMES[time.kind][isNear && unit === 'us' ? 'any' : unit];
}

function isNearYear(year: string): boolean {
  return year >= FIRST_NEAR_YEAR && year <= LAST_NEAR_YEAR;
}

function fractionDigitsOf({ text }: DataTime): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : /^\d*/.exec(text.slice(point + 1))![0].length;
}

/** Digits of which every integer is exact in floating point. */
const SAFE_CHARS = 15;

function numberType(number: ExactNumber): 'integer' | 'long' | 'number' | 'text' {
  if (!isInteger(number)) return fitsDouble(number) ? 'number' : 'text';
  if (number.text.length <= SAFE_CHARS) return 'integer';
  const integer = BigInt(number.text);
  if (Number.isSafeInteger(Number(integer))) return 'integer';
  return fitsBits(integer, 64) ? 'long' : 'text';
}

function isNumeric(kind: ColumnType['kind']): kind is 'integer' | 'long' | 'number' {
  return kind === 'integer' || kind === 'long' || kind === 'number';
}

/** Integers and decimals are decimals, unless the integers would lose digits by it. */
function wider(a: 'integer' | 'long' | 'number', b: 'integer' | 'long' | 'number'): ColumnType {
  const kinds = [a, b];
  if (!kinds.includes('number')) return PLAIN_TYPES.long;
  return kinds.includes('long') ? MIXED : PLAIN_TYPES.number;
}

/** A value as the text that stands for it in a column of texts. */
export function columnText(value: DataValue): string {
  return isList(value) || value instanceof DataObject ? compactJson(value) : scalarText(value);
}

/** The values of a row in the order of the columns; null where it has none. */
export function createRowReader({ names }: Columns): (row: DataValue) => (index: number) => DataValue {
  let knownNames: readonly string[] | undefined;
  let positions: readonly number[] = [];
  return (row) => {
    const object = rowObject(row);
    if (object.names !== knownNames) {
      const indices = new Map(object.names.map((name, index) => [name, index]));
      positions = names.map((name) => indices.get(name) ?? -1);
      knownNames = object.names;
    }
    const current = positions;
    return (index) => object.values[current[index]!] ?? null;
  };
}

/** How many columns became text because their values are of several types. */
export function countMixed(types: readonly ColumnType[]): number {
  return types.reduce((sum, type) => {
    if (type.kind === 'list') return sum + countMixed([type.of]);
    if (type.kind === 'struct') return sum + countMixed(type.types);
    return sum + Number(type.kind === 'mixed');
  }, 0);
}
