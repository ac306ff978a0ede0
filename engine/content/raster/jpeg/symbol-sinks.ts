import { optimalHuffman, type HuffmanEncoder } from './huffman-encoder.ts';

/** Tables that one scan can use: two for DC and two for AC. */
const TABLES = 4;
const SYMBOLS = 256;

/** Takes what one scan consists of, in its order: once to count it, once more to write it with the tables that follow. */
export interface SymbolSink {
  /** A symbol and the lowest `count` (0 to 15) bits of `value`. */
  symbol(table: number, symbol: number, value: number, count: number): void;
  /** Up to 15 bits without a symbol. */
  bits(value: number, count: number): void;
}

/** Counts symbols, from which the best Huffman tables follow. */
export class SymbolCounter implements SymbolSink {
  /** By table and symbol. */
  readonly #frequencies = new Uint32Array(TABLES * SYMBOLS);
  #bits = 0;

  symbol(table: number, symbol: number): void {
    this.#frequencies[table * SYMBOLS + symbol]!++;
  }

  bits(_value: number, count: number): void {
    this.#bits += count;
  }

  /** The best tables for what was counted; none where a table was not used. */
  tables(): (HuffmanEncoder | undefined)[] {
    return Array.from({ length: TABLES }, (_, table) => {
      const frequencies = this.#frequencies.subarray(table * SYMBOLS, (table + 1) * SYMBOLS);
      return frequencies.some((frequency) => frequency > 0) ? optimalHuffman(frequencies) : undefined;
    });
  }

  /** Bytes of the entropy-coded data, but for zeros that will be stuffed. */
  bytesWith(tables: readonly (HuffmanEncoder | undefined)[]): number {
    let bits = this.#bits;
    for (const [place, frequency] of this.#frequencies.entries()) {
      if (frequency === 0) continue;
      const symbol = place % SYMBOLS;
      const { lengths } = tables[(place - symbol) / SYMBOLS]!;
      bits += frequency * (lengths[symbol]! + valueBits(symbol));
    }
    return Math.ceil(bits / 8);
  }
}

/** Bits that follow a symbol: those of a coefficient, or of a number of empty blocks. */
function valueBits(symbol: number): number {
  const run = symbol >> 4;
  return symbol & 15 || (run === 15 ? 0 : run);
}

/** Writes the entropy-coded data of a scan whose symbols were counted before. */
export class SymbolWriter implements SymbolSink {
  readonly #codes: readonly Uint16Array[];
  readonly #lengths: readonly Uint8Array[];
  readonly #data: Uint8Array;
  #size = 0;
  #bits = 0;
  #bitCount = 0;

  /** `bytes` as the counter says it. */
  constructor(tables: readonly (HuffmanEncoder | undefined)[], bytes: number) {
    this.#codes = tables.map((table) => table?.codes ?? new Uint16Array(SYMBOLS));
    this.#lengths = tables.map((table) => table?.lengths ?? new Uint8Array(SYMBOLS));
    this.#data = new Uint8Array(bytes * 2); // if every byte had to be followed by a zero
  }

  symbol(table: number, symbol: number, value: number, count: number): void {
    this.bits(this.#codes[table]![symbol]!, this.#lengths[table]![symbol]!);
    if (count > 0) this.bits(value & ((1 << count) - 1), count);
  }

  bits(value: number, count: number): void {
    let bitCount = this.#bitCount + count;
    const bits = (this.#bits << count) | value;
    while (bitCount >= 8) {
      bitCount -= 8;
      this.#push((bits >>> bitCount) & 255);
    }
    this.#bits = bits;
    this.#bitCount = bitCount;
  }

  /** The data, filled up with ones. */
  finish(): Uint8Array {
    const missing = (8 - this.#bitCount) & 7;
    this.bits((1 << missing) - 1, missing);
    return this.#data.subarray(0, this.#size);
  }

  /** A zero follows each byte of ones, so that it is no marker. */
  #push(byte: number): void {
    this.#data[this.#size++] = byte;
    if (byte === 255) this.#size++;
  }
}
