import { viewOf } from '../../io/bytes.ts';
import { columnLetters } from './cell-names.ts';
import type { CellPlace } from './model.ts';

/** The only token of a cell that shares its formula, with the place of that. */
export const SHARED_TOKEN = 0x01;
/** Bits of a column that say whether it and its row move with the cell. */
const RELATIVE_COLUMN = 0x4000;
const RELATIVE_ROW = 0x8000;
const COLUMN_BITS = 0x3fff;
/** Tokens with a class are three times in the table, 0x20 apart ([MS-XLS] 2.2.2). */
const CLASSED = 0x20;
const CLASS_BITS = 0x1f;

/** Tokens ([MS-XLS] 2.5.198, [MS-XLSB] 2.2.2.1). */
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

/** In what the tokens of Excel 97 to 2003 differ from those of binary workbooks. */
export interface TokenLayout {
  readonly rowBytes: 2 | 4;
  readonly lastRow: number;
  readonly lastColumn: number;
  /** A text behind its token, and how many bytes it takes. */
  readonly readText: (data: Uint8Array, at: number) => { readonly text: string; readonly bytes: number };
}

interface About {
  readonly layout: TokenLayout;
  readonly nameOfSheet: NameOfSheet;
  /** The cell from which the references of a shared formula count. */
  readonly origin?: CellPlace;
}

/**
 * The references and constants of a parsed formula as texts in the order in which Excel writes them, separated by
 * semicolons; nothing where it has what other programs write in other terms.
 */
export function operandsOfTokens(tokens: Uint8Array, about: About): string | undefined {
  return new TokenReader(tokens, about).read();
}

class TokenReader {
  readonly #data: Uint8Array;
  readonly #view: DataView;
  readonly #about: About;
  readonly #operands: string[] = [];
  #at = 0;

  constructor(data: Uint8Array, about: About) {
    this.#data = data;
    this.#view = viewOf(data);
    this.#about = about;
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
    const cellBytes = this.#about.layout.rowBytes + 2;
    switch (token) {
      case P.boolean:
        return 1;
      case P.integer:
      case P.call:
      case P.memory:
        return 2;
      case P.text:
        return this.#about.layout.readText(this.#data, this.#at).bytes;
      case P.callOfMany:
      case P.attribute:
        return 3 + (token === P.attribute && this.#data[this.#at] === CHOICE ? this.#jumps() : 0);
      case P.name:
        return 4;
      case P.number:
        return 8;
      case P.cell:
      case P.cellFromHere:
        return cellBytes;
      case P.cellOfSheet:
        return 2 + cellBytes;
      case P.area:
      case P.areaFromHere:
        return 2 * cellBytes;
      case P.areaOfSheet:
        return 2 + 2 * cellBytes;
    }
    return undefined;
  }

  #jumps(): number {
    return this.#at + 3 > this.#data.byteLength ? 0 : 2 * (this.#view.getUint16(this.#at + 1, true) + 1);
  }

  /** '' for tokens that are no operands, or none that is compared. */
  #operandOf(token: number): string | undefined {
    const at = this.#at;
    const { rowBytes } = this.#about.layout;
    switch (token) {
      case P.text:
        return `"${this.#about.layout.readText(this.#data, at).text.replaceAll('"', '""')}"`;
      case P.integer:
        return String(this.#view.getUint16(at, true));
      case P.number:
        return String(this.#view.getFloat64(at, true));
      case P.cell:
        return this.#cell(at, at + rowBytes);
      case P.cellFromHere:
        return this.#about.origin && this.#cell(at, at + rowBytes, this.#about.origin);
      case P.area:
        return this.#area(at);
      case P.areaFromHere:
        return this.#about.origin && this.#area(at, this.#about.origin);
      case P.cellOfSheet:
        return this.#ofSheet(at, this.#cell(at + 2, at + 2 + rowBytes));
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
    const { lastRow, lastColumn } = this.#about.layout;
    const [row, bits] = [this.#row(rowAt), this.#view.getUint16(columnAt, true)];
    const column = bits & COLUMN_BITS;
    const columnName =
      bits & RELATIVE_COLUMN ? columnLetters((origin.column + column) & lastColumn) : `$${columnLetters(column)}`;
    return `${columnName}${bits & RELATIVE_ROW ? '' : '$'}${(bits & RELATIVE_ROW ? (origin.row + row) & lastRow : row) + 1}`;
  }

  #row(at: number): number {
    return this.#about.layout.rowBytes === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true);
  }

  /** Whole rows and columns end where the sheets of other programs do not. */
  #area(at: number, origin?: CellPlace): string | undefined {
    const { rowBytes, lastRow, lastColumn } = this.#about.layout;
    const [first, last] = [this.#row(at), this.#row(at + rowBytes)];
    const columnsAt = at + 2 * rowBytes;
    const columns = [columnsAt, columnsAt + 2].map((place) => this.#view.getUint16(place, true) & COLUMN_BITS);
    if ((first === 0 && last === lastRow) || (columns[0] === 0 && columns[1] === lastColumn)) return undefined;
    return `${this.#cell(at, columnsAt, origin)}:${this.#cell(at + rowBytes, columnsAt + 2, origin)}`;
  }
}
