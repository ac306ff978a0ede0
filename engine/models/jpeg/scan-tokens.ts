import { optimalHuffman, type HuffmanEncoder } from './huffman-encoder.ts';

/** Tables that one scan can use: two for DC and two for AC. */
const TABLES = 4;
const SYMBOLS = 256;

// One token is one word: 16 bits of value, how many of them count, the symbol before them, and the symbol's table.
const COUNT_SHIFT = 16;
const SYMBOL_SHIFT = 20;
const TABLE_SHIFT = 28;
/** In place of a table: bits without a symbol. */
const NO_TABLE = 4;

/**
 * The symbols and bits of one scan, collected before its Huffman tables are known: they follow from how often each
 * symbol occurs.
 */
export class ScanTokens {
  readonly #frequencies = Array.from({ length: TABLES }, () => new Uint32Array(SYMBOLS));
  #tokens = new Uint32Array(1 << 14);
  #count = 0;

  /** A symbol and the lowest `count` (0 to 15) bits of `value`. */
  symbol(table: number, symbol: number, value: number, count: number): void {
    this.#frequencies[table]![symbol]!++;
    this.#push(
      (table << TABLE_SHIFT) | (symbol << SYMBOL_SHIFT) | (count << COUNT_SHIFT) | (value & ((1 << count) - 1)),
    );
  }

  /** Up to 15 bits without a symbol. */
  bits(value: number, count: number): void {
    this.#push((NO_TABLE << TABLE_SHIFT) | (count << COUNT_SHIFT) | value);
  }

  #push(token: number): void {
    if (this.#count === this.#tokens.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#tokens);
      this.#tokens = larger;
    }
    this.#tokens[this.#count++] = token;
  }

  /** The best tables for what was collected; none where a table was not used. */
  tables(): (HuffmanEncoder | undefined)[] {
    return this.#frequencies.map((frequencies) =>
      frequencies.some((frequency) => frequency > 0) ? optimalHuffman(frequencies) : undefined,
    );
  }

  /** The entropy-coded data: filled up with ones, a zero stuffed behind each byte of ones. */
  encode(tables: readonly (HuffmanEncoder | undefined)[]): Uint8Array {
    const tokens = this.#tokens;
    const data = new Uint8Array(this.#maxBytes(tables));
    const codes = tables.map((table) => table?.codes ?? new Uint16Array(SYMBOLS));
    const lengths = tables.map((table) => table?.lengths ?? new Uint8Array(SYMBOLS));
    let size = 0;
    let bits = 0;
    let bitCount = 0;
    for (let index = 0; index < this.#count; index++) {
      const token = tokens[index]!;
      const table = token >>> TABLE_SHIFT;
      if (table !== NO_TABLE) {
        const symbol = (token >>> SYMBOL_SHIFT) & 255;
        const length = lengths[table]![symbol]!;
        bits = (bits << length) | codes[table]![symbol]!;
        bitCount += length;
        while (bitCount >= 8) {
          bitCount -= 8;
          const byte = (bits >>> bitCount) & 255;
          data[size++] = byte;
          if (byte === 255) size++;
        }
      }
      const count = (token >>> COUNT_SHIFT) & 15;
      bits = (bits << count) | (token & 0xffff);
      bitCount += count;
      while (bitCount >= 8) {
        bitCount -= 8;
        const byte = (bits >>> bitCount) & 255;
        data[size++] = byte;
        if (byte === 255) size++;
      }
    }
    if (bitCount > 0) {
      const byte = ((bits << (8 - bitCount)) | ((1 << (8 - bitCount)) - 1)) & 255;
      data[size++] = byte;
      if (byte === 255) size++;
    }
    return data.subarray(0, size);
  }

  /** Bytes of the data if every one had to be stuffed. */
  #maxBytes(tables: readonly (HuffmanEncoder | undefined)[]): number {
    let bits = 8;
    for (let index = 0; index < this.#count; index++) bits += (this.#tokens[index]! >>> COUNT_SHIFT) & 15;
    for (const [table, frequencies] of this.#frequencies.entries()) {
      for (const [symbol, frequency] of frequencies.entries())
        bits += frequency * (tables[table]?.lengths[symbol] ?? 0);
    }
    return Math.ceil(bits / 8) * 2;
  }
}
