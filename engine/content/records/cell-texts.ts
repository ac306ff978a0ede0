const FIRST_ROWS = 1024;
const FIRST_BYTES = 16 * 1024;
const QUOTE = 0x22;

/** The cells of one column in some rows, as the UTF-8 that they are in the file. */
export interface CellTexts {
  readonly rows: number;
  readonly nulls: number;
  /** Which rows have a cell: a bit each. */
  readonly validity: Uint8Array;
  /** Where each text begins, and behind them where the last one ends. */
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

/** Gathers the cells of one column. */
export class CellTextsBuilder {
  #rows = 0;
  #nulls = 0;
  #validity = new Uint8Array(FIRST_ROWS / 8);
  #offsets = new Int32Array(FIRST_ROWS + 1);
  #bytes = new Uint8Array(FIRST_BYTES);

  /** The cell of a row; rows before it that got none have none. In one that `wasQuoted` every quote is twice. */
  append(row: number, source: Uint8Array, start: number, end: number, wasQuoted: boolean): void {
    this.#skipTo(row);
    const from = this.#offsets[row]!;
    if (from + end - start > this.#bytes.byteLength) this.#growBytes(from + end - start);
    const bytes = this.#bytes;
    let at = from;
    for (let position = start; position < end; position++) {
      const byte = source[position]!;
      bytes[at++] = byte;
      if (wasQuoted && byte === QUOTE) position++;
    }
    this.#validity[row >> 3]! |= 1 << (row & 7);
    this.#offsets[row + 1] = at;
    this.#rows = row + 1;
  }

  finish(rows: number): CellTexts {
    if (rows > 0) this.#skipTo(rows);
    const end = this.#offsets[rows]!;
    return {
      rows,
      nulls: this.#nulls,
      validity: this.#validity.slice(0, Math.ceil(rows / 8)),
      offsets: this.#offsets.slice(0, rows + 1),
      bytes: this.#bytes.slice(0, end),
    };
  }

  #skipTo(row: number): void {
    while (row + 1 >= this.#offsets.length) this.#growRows();
    if (row === this.#rows) return;
    this.#nulls += row - this.#rows;
    this.#offsets.fill(this.#offsets[this.#rows]!, this.#rows + 1, row + 1);
    this.#rows = row;
  }

  #growRows(): void {
    const rows = (this.#offsets.length - 1) * 2;
    const [offsets, validity] = [new Int32Array(rows + 1), new Uint8Array(rows / 8)];
    offsets.set(this.#offsets);
    validity.set(this.#validity);
    [this.#offsets, this.#validity] = [offsets, validity];
  }

  #growBytes(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.#bytes.byteLength * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
