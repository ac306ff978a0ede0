import { corrupt, truncated } from '../errors.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Walks delimited text (RFC 4180, any one-character delimiter) cell by cell; blank lines are no rows. */
export class CellScanner {
  readonly #text: string;
  readonly #separator: number;
  #position = 0;
  #rows = 0;
  /** Whether the last cell was quoted, which keeps it a text. */
  isQuoted = false;
  /** Blank lines before this row. */
  blankLines = 0;

  constructor(text: string, delimiter: string) {
    this.#text = text;
    this.#separator = delimiter.charCodeAt(0);
  }

  /** Goes to the next row that is not blank; false at the end. */
  startsRow(): boolean {
    this.blankLines = 0;
    while (this.#position < this.#text.length && this.#isLineEnd()) {
      // The two characters of one line end.
      const isPair = this.#text.startsWith('\r\n', this.#position);
      this.#position += isPair ? 2 : 1;
      this.blankLines++;
    }
    this.#rows++;
    return this.#position < this.#text.length;
  }

  /** Goes to the next cell of the row, or behind its end. */
  continuesRow(): boolean {
    const code = this.#text.charCodeAt(this.#position);
    if (code === this.#separator) {
      this.#position++;
      return true;
    }
    if (code === CARRIAGE_RETURN) this.#position++;
    if (this.#text.charCodeAt(this.#position) === LINE_FEED) this.#position++;
    return false;
  }

  /** The texts of a whole row. */
  row(): string[] {
    const cells: string[] = [];
    do cells.push(this.cell());
    while (this.continuesRow());
    return cells;
  }

  /** Throws `input_truncated` for a quote that is never closed, and `input_corrupt` for text behind one. */
  cell(): string {
    this.isQuoted = this.#text.charCodeAt(this.#position) === QUOTE;
    return this.isQuoted ? this.#quoted() : this.#plain();
  }

  #isLineEnd(): boolean {
    const code = this.#text.charCodeAt(this.#position);
    return code === LINE_FEED || code === CARRIAGE_RETURN;
  }

  #plain(): string {
    const text = this.#text;
    const start = this.#position;
    let position = start;
    for (; position < text.length; position++) {
      const code = text.charCodeAt(position);
      if (code === this.#separator || code === LINE_FEED || code === CARRIAGE_RETURN) break;
    }
    this.#position = position;
    return text.slice(start, position);
  }

  #quoted(): string {
    const text = this.#text;
    const row = this.#rows;
    const start = this.#position + 1;
    let end = text.indexOf('"', start);
    let hasDoubledQuote = false;
    while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) {
      hasDoubledQuote = true;
      end = text.indexOf('"', end + 2);
    }
    if (end < 0) throw truncated(`a quoted cell that begins in row ${row} is not closed`, { row });
    this.#position = end + 1;
    if (/[^ \t]/.test(this.#plain())) throw corrupt(`text follows a closing quote in row ${row}`, { row });
    const value = text.slice(start, end);
    return hasDoubledQuote ? value.replaceAll('""', '"') : value;
  }
}
