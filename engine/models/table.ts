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

export type DataScalar = string | boolean | null | ExactNumber;

/** One value of a structured data file: what JSON can say, with exact numbers and objects that keep their order. */
export type DataValue = DataScalar | DataObject | readonly DataValue[];

/** The content of a data file. Rows are made on demand and may be walked more than once. */
export interface DataSource {
  /** A list of rows (a table, an array, lines), or one value that is the whole file. */
  readonly isList: boolean;
  /** Every row is an object of scalars, and rows share their list of names: a table already. */
  readonly isTable?: true;
  /** The rows of a list; the one value otherwise. */
  rows(): Iterable<DataValue>;
}

export function isList(value: DataValue): value is readonly DataValue[] {
  return Array.isArray(value);
}

/** Column of rows that are no objects. */
export const VALUE_COLUMN = 'value';

/** Name in a path for a key that is empty. */
export const EMPTY_KEY = '_';
