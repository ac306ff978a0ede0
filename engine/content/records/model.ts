import { base64Of } from '../../io/bytes.ts';
import type { ColumnTable } from './column-table.ts';

/** A number as it was written: no digit is lost, however long it is. Its text is JSON syntax. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Names and values in order, side by side: rows of one table share their names. Names are unique. */
export class DataObject {
  readonly names: readonly string[];
  readonly values: readonly DataValue[];

  constructor(names: readonly string[], values: readonly DataValue[]) {
    this.names = names;
    this.values = values;
  }
}

/**
 * What floating point has beside the numbers. Formats without it have null for what is not a number, as data frames do,
 * and text for the infinite.
 */
export class NonFiniteNumber {
  readonly text: 'NaN' | 'Infinity' | '-Infinity';

  constructor(text: NonFiniteNumber['text']) {
    this.text = text;
  }
}

/** A day, a time of day, or both; a `moment` says where on earth its clock is, a `local` time does not. */
export type TimeKind = 'date' | 'time' | 'local' | 'moment';

/**
 * A date or time as ISO 8601 text, with as many digits of a second as it has and no zeros behind them: `2024-02-29`,
 * `08:30:00.5`, `2024-02-29T08:30:00`, `2024-02-29T08:30:00Z`.
 */
export class DataTime {
  readonly kind: TimeKind;
  readonly text: string;

  constructor(kind: TimeKind, text: string) {
    this.kind = kind;
    this.text = text;
  }
}

/** A `Uint8Array` is a value of bytes, which text formats spell in Base64. */
export type DataScalar = string | boolean | null | ExactNumber | NonFiniteNumber | DataTime | Uint8Array;

/**
 * One value of a structured data file: what JSON can say, with exact numbers and objects that keep their order, and
 * the times and bytes that other formats know.
 */
export type DataValue = DataScalar | DataObject | readonly DataValue[];

/** The content of a data file. Rows are made on demand and may be walked more than once. */
export interface DataSource {
  /** A list of rows (a table, an array, lines), or one value that is the whole file. */
  readonly isList: boolean;
  /** Every row is an object of scalars, and rows share their list of names: a table already. */
  readonly isTable?: true;
  /** Names of the columns of a table, which it has even without a row. */
  readonly columns?: readonly string[];
  /** The same as they stand in the file, some without a character or the same as others. */
  readonly header?: readonly string[];
  /**
   * The tables of a file that has several: `rows()` then gives one object, with the rows of each table under its name.
   */
  readonly tables?: readonly NamedTable[];
  /** The same table by columns, without a value for each cell: for formats that are laid out so. */
  readonly byColumns?: () => ColumnTable;
  /** How many rows a list has, without a value of any: throws what is wrong with them as far as that shows. */
  readonly countRows?: () => number;
  /** The rows of a list; the one value otherwise. */
  rows(): Iterable<DataValue>;
}

export interface NamedTable {
  readonly name: string;
  readonly source: DataSource;
}

/** Several tables as one source: an object of lists, and of values that are no lists. A single one is as it is. */
export function sourceOfTables(tables: readonly NamedTable[]): DataSource {
  if (tables.length === 1) return tables[0]!.source;
  return {
    isList: false,
    tables,
    *rows() {
      yield new DataObject(
        tables.map(({ name }) => name),
        tables.map(({ source: { isList: hasRows, rows } }) => (hasRows ? [...rows()] : [...rows()][0]!)),
      );
    },
  };
}

export function isScalar(value: DataValue): value is DataScalar {
  return !isList(value) && !(value instanceof DataObject);
}

/** A scalar as text, in the one form by which files of all formats are compared; null is nothing, and so is NaN. */
export function scalarText(value: DataScalar): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (value instanceof Uint8Array) return base64(value);
  if (value instanceof NonFiniteNumber && value.text === 'NaN') return '';
  return typeof value === 'boolean' ? String(value) : value.text;
}

function base64(bytes: Uint8Array): string {
  return base64Of(bytes);
}

export function isList(value: DataValue): value is readonly DataValue[] {
  return Array.isArray(value);
}

/** Column of rows that are no objects. */
export const VALUE_COLUMN = 'value';

/** Name in a path for a key that is empty. */
export const EMPTY_KEY = '_';
