import { viewOf } from '../../../io/bytes.ts';
import { columnLetters } from '../cell-names.ts';
import type { CellPlace } from '../model.ts';
import { BiffStrings, type BiffRecord } from './records.ts';

/** Where the tokens of a formula are in its record, behind how many bytes they take. */
const TOKENS_AT = 22;
const SHARED_TOKENS_AT = 10;
/** The only token of a cell that shares its formula, with the place of that. */
const SHARED = 0x01;
const SHARED_BYTES = 5;
/** Bits of a column that say whether it and its row move with the cell. */
const RELATIVE_COLUMN = 0x4000;
const RELATIVE_ROW = 0x8000;
const COLUMN_BITS = 0x3fff;
const [LAST_ROW, LAST_COLUMN] = [0xffff, 0xff];
/** Tokens with a class are three times in the table, 0x20 apart ([MS-XLS] 2.2.2). */
const CLASSED = 0x20;
const CLASS_BITS = 0x1f;

/** Tokens ([MS-XLS] 2.5.198). */
const P = {
  text: 0x17,
  attribute: 0x19,
  error: 0x1c,
  boolean: 0x1d,
  integer: 0x1e,
  number: 0x1f,
  call: 0x21,
  callOfMany: 0x22,
  name: 0x23,
  cell: 0x24,
  area: 0x25,
  memory: 0x29,
  cellFromHere: 0x2c,
  areaFromHere: 0x2d,
  cellOfSheet: 0x3a,
  areaOfSheet: 0x3b,
} as const;
/** Operators, missing arguments and parentheses: nothing follows their token. */
const isOperator = (token: number): boolean => token >= 0x03 && token <= 0x16;
/** Kinds of attributes that take more than the two bytes which all have: a table of jumps. */
const CHOICE = 0x04;

/** The name of a sheet of the same workbook, by what a reference calls it; nothing for other files. */
export type NameOfSheet = (index: number) => string | undefined;

/** A formula that several cells share is stored once, for the cell that this place names ([MS-XLS] 2.4.127). */
export interface SharedAt {
  readonly sharedAt: CellPlace;
}

/** What the record of a formula says that it is computed from. */
export function operandsOfFormula(record: BiffRecord, nameOfSheet: NameOfSheet): string | SharedAt | undefined {
  const { view } = record;
  if (view.byteLength === TOKENS_AT + SHARED_BYTES && view.getUint8(TOKENS_AT) === SHARED)
    return { sharedAt: { row: view.getUint16(TOKENS_AT + 1, true), column: view.getUint16(TOKENS_AT + 3, true) } };
  return operandsOfTokens(record, TOKENS_AT, { nameOfSheet });
}

/** The same of a shared formula, for one of its cells. */
export function operandsOfShared(record: BiffRecord, nameOfSheet: NameOfSheet, origin: CellPlace): string | undefined {
  return operandsOfTokens(record, SHARED_TOKENS_AT, { nameOfSheet, origin });
}

interface About {
  readonly nameOfSheet: NameOfSheet;
  /** The cell from which the references of a shared formula count. */
  readonly origin?: CellPlace;
}

/**
 * The references and constants of a formula of Excel 97 to 2003 as texts in the order in which Excel writes them,
 * separated by semicolons; nothing where it has what other programs write in other terms.
 */
function operandsOfTokens({ parts, view }: BiffRecord, start: number, about: About): string | undefined {
  // What follows the tokens belongs to those that are not read here.
  if (parts.length > 1 || view.byteLength < start || start + view.getUint16(start - 2, true) !== view.byteLength)
    return undefined;
  return new TokenReader(parts[0]!, start, about).read();
}

class TokenReader {
  readonly #data: Uint8Array;
  readonly #view: DataView;
  readonly #about: About;
  readonly #operands: string[] = [];
  #at: number;

  constructor(data: Uint8Array, start: number, about: About) {
    this.#data = data;
    this.#view = viewOf(data);
    this.#about = about;
    this.#at = start;
  }

  read(): string | undefined {
    while (this.#at < this.#data.byteLength) {
      const first = this.#data[this.#at++]!;
      const token = first < CLASSED ? first : CLASSED | (first & CLASS_BITS);
      const size = this.#sizeOf(token);
      if (size === undefined || this.#at + size > this.#data.byteLength) return undefined;
      const operand = this.#operandOf(token);
      if (operand === undefined) return undefined;
      if (operand !== '') this.#operands.push(operand);
      this.#at += size;
    }
    return this.#operands.join(';');
  }

  #sizeOf(token: number): number | undefined {
    if (isOperator(token)) return 0;
    switch (token) {
      case P.boolean:
        return 1;
      case P.integer:
      case P.call:
      case P.memory:
        return 2;
      case P.text:
        return this.#data[this.#at + 1]! & 1 ? 2 + 2 * this.#data[this.#at]! : 2 + this.#data[this.#at]!;
      case P.callOfMany:
      case P.attribute:
        return 3 + (token === P.attribute && this.#data[this.#at] === CHOICE ? this.#jumps() : 0);
      case P.name:
      case P.cell:
      case P.cellFromHere:
        return 4;
      case P.cellOfSheet:
        return 6;
      case P.number:
      case P.area:
      case P.areaFromHere:
        return 8;
      case P.areaOfSheet:
        return 10;
    }
    return undefined;
  }

  #jumps(): number {
    return 2 * (this.#view.getUint16(this.#at + 1, true) + 1);
  }

  /** '' for tokens that are no operands, or none that is compared. */
  #operandOf(token: number): string | undefined {
    const at = this.#at;
    switch (token) {
      case P.text:
        return `"${new BiffStrings({ type: 0, parts: [this.#data], view: this.#view }, at).read(1).replaceAll('"', '""')}"`;
      case P.integer:
        return String(this.#view.getUint16(at, true));
      case P.number:
        return String(this.#view.getFloat64(at, true));
      case P.cell:
        return this.#cell(at, at + 2);
      case P.cellFromHere:
        return this.#about.origin && this.#cell(at, at + 2, this.#about.origin);
      case P.area:
        return this.#area(at);
      case P.areaFromHere:
        return this.#about.origin && this.#area(at, this.#about.origin);
      case P.cellOfSheet:
        return this.#ofSheet(at, this.#cell(at + 2, at + 4));
      case P.areaOfSheet:
        return this.#ofSheet(at, this.#area(at + 2));
    }
    return '';
  }

  #ofSheet(at: number, reference: string | undefined): string | undefined {
    const name = this.#about.nameOfSheet(this.#view.getUint16(at, true));
    return name === undefined || reference === undefined ? undefined : `'${name.replaceAll("'", "''")}'!${reference}`;
  }

  /** What moves with the cell is an offset from `origin` where there is one. */
  #cell(rowAt: number, columnAt: number, origin: CellPlace = { row: 0, column: 0 }): string {
    const [row, bits] = [this.#view.getUint16(rowAt, true), this.#view.getUint16(columnAt, true)];
    const column = bits & COLUMN_BITS;
    const columnName =
      bits & RELATIVE_COLUMN ? columnLetters((origin.column + column) & LAST_COLUMN) : `$${columnLetters(column)}`;
    return `${columnName}${bits & RELATIVE_ROW ? '' : '$'}${(bits & RELATIVE_ROW ? (origin.row + row) & LAST_ROW : row) + 1}`;
  }

  /** Whole rows and columns end where the sheets of other programs do not. */
  #area(at: number, origin?: CellPlace): string | undefined {
    const [first, last] = [this.#view.getUint16(at, true), this.#view.getUint16(at + 2, true)];
    const columns = [at + 4, at + 6].map((place) => this.#view.getUint16(place, true) & COLUMN_BITS);
    if ((first === 0 && last === LAST_ROW) || (columns[0] === 0 && columns[1] === LAST_COLUMN)) return undefined;
    return `${this.#cell(at, at + 4, origin)}:${this.#cell(at + 2, at + 6, origin)}`;
  }
}
