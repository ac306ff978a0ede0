import { damaged } from './failure.ts';

/** Bits that one look into the table decides. */
export const LOOKUP_BITS = 10;

/** A Huffman table made ready for reading. */
export interface HuffmanDecoder {
  /**
   * By the next 10 bits: the length of the code in bits 0 to 4, its symbol in bits 8 to 15. Where the value that
   * belongs to the symbol lies within the 10 bits too, it is in bits 16 to 31 and the length covers both. 0 where
   * the code is longer.
   */
  readonly lookup: Int32Array;
  /** Largest code of each length, followed by a bound that every code meets; -1 for lengths without codes. */
  readonly maxCode: Int32Array;
  /** What turns a code of each length into the place of its symbol. */
  readonly offset: Int32Array;
  readonly symbols: Uint8Array;
}

/** Reads the tables of one DHT segment into their slots: 0 to 3 for DC, 4 to 7 for AC. T.81, B.2.4.2 and annex C. */
export function readHuffmanTables(payload: Uint8Array, slots: (HuffmanDecoder | undefined)[]): void {
  for (let at = 0; at < payload.length;) {
    const tableClass = payload[at]! >> 4;
    const slot = payload[at]! & 15;
    const counts = payload.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = payload.subarray(at + 17, at + 17 + total);
    if (tableClass > 1 || slot > 3 || counts.length < 16 || symbols.length < total || total > 256) throw damaged();
    slots[tableClass * 4 + slot] = huffmanDecoder(counts, symbols);
    at += 17 + total;
  }
}

function huffmanDecoder(counts: Uint8Array, symbols: Uint8Array): HuffmanDecoder {
  const lookup = new Int32Array(1 << LOOKUP_BITS);
  const maxCode = new Int32Array(18).fill(-1);
  const offset = new Int32Array(18);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= 16; length++) {
    const count = counts[length - 1]!;
    offset[length] = place - code;
    if (code + count > 1 << length) throw damaged(); // more codes than fit
    for (let index = 0; index < count; index++) {
      if (length <= LOOKUP_BITS) fillLookup(lookup, code + index, length, symbols[place + index]!);
    }
    place += count;
    code += count;
    if (count > 0) maxCode[length] = code - 1;
    code *= 2;
  }
  return { lookup, maxCode, offset, symbols };
}

function fillLookup(lookup: Int32Array, code: number, length: number, symbol: number): void {
  const spare = LOOKUP_BITS - length;
  const size = symbol & 15;
  for (let rest = 0; rest < 1 << spare; rest++) {
    const entry = (code << spare) | rest;
    if (size === 0 || size > spare) lookup[entry] = (symbol << 8) | length;
    else lookup[entry] = (extend(rest >> (spare - size), size) << 16) | (symbol << 8) | (length + size);
  }
}

/** The value that `size` bits stand for: those that begin with 0 are negative. T.81, F.2.2.1. */
export function extend(bits: number, size: number): number {
  return bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}
