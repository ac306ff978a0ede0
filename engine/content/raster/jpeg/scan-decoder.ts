import type { JpegComponent } from './coefficients.ts';
import { damaged } from './failure.ts';
import { extend, LOOKUP_BITS, type HuffmanDecoder } from './huffman-decoder.ts';
import { BLOCK } from './zigzag.ts';

const LOOKUP_MASK = (1 << LOOKUP_BITS) - 1;

/** What a scan adds to the coefficients: a band of the zigzag, and the bit down to which it is known. T.81, B.2.3. */
export interface Band {
  /** First and last coefficient. */
  readonly start: number;
  readonly end: number;
  /** The lowest bit that was known before; 0 in a first scan. */
  readonly high: number;
  /** The lowest bit that is known afterwards. */
  readonly low: number;
}

/**
 * Reads the Huffman-coded blocks of one stretch of data between two restarts. The bits are kept in fields and moved to
 * local variables while a block is read: that is twice as fast as a method a bit.
 */
export class ScanDecoder {
  readonly #band: Band;
  readonly #predictions: Int32Array;
  #data = new Uint8Array();
  #position = 0;
  #bits = 0;
  #bitCount = 0;
  /** Blocks whose band is empty, still to come. */
  #emptyBlocks = 0;

  constructor(band: Band, components: number) {
    this.#band = band;
    this.#predictions = new Int32Array(components);
  }

  /** Begins again with these data, in which no byte is stuffed any more. */
  restart(data: Uint8Array<ArrayBuffer>): void {
    this.#data = data;
    this.#position = 0;
    this.#bits = 0;
    this.#bitCount = 0;
    this.#emptyBlocks = 0;
    this.#predictions.fill(0);
  }

  /** Whether more was read than there is. */
  get isExhausted(): boolean {
    return this.#position - (this.#bitCount >> 3) > this.#data.length;
  }

  /** A block of a sequential scan: all of its coefficients. T.81, F.2.2. */
  sequential(component: JpegComponent, block: number, index: number, dc: HuffmanDecoder, ac: HuffmanDecoder): void {
    const { coefficients, nonzero } = component;
    const start = block * BLOCK;
    coefficients[start] = this.#nextDc(dc, index);
    const data = this.#data;
    const { lookup } = ac;
    let position = this.#position;
    let bits = this.#bits;
    let bitCount = this.#bitCount;
    let low = 0;
    let high = 0;
    for (let k = 1; k < BLOCK; k++) {
      while (bitCount <= 24) {
        bits = (bits << 8) | data[position++]!;
        bitCount += 8;
      }
      const entry = lookup[(bits >>> (bitCount - LOOKUP_BITS)) & LOOKUP_MASK]!;
      let value = entry >> 16;
      let symbol = (entry >> 8) & 255;
      if (entry !== 0) bitCount -= entry & 31;
      else {
        const length = longCodeLength(ac, (bits >>> (bitCount - 16)) & 0xffff);
        symbol = longCodeSymbol(ac, (bits >>> (bitCount - length)) & ((1 << length) - 1), length);
        bitCount -= length;
      }
      if (value === 0) {
        const size = symbol & 15;
        if (size === 0) {
          if (symbol !== 0xf0) break;
          k += 15;
          continue;
        }
        while (bitCount <= 24) {
          bits = (bits << 8) | data[position++]!;
          bitCount += 8;
        }
        bitCount -= size;
        value = extend((bits >>> bitCount) & ((1 << size) - 1), size);
      }
      k += symbol >> 4;
      if (k >= BLOCK) throw damaged();
      coefficients[start + k] = value;
      if (k < 32) low |= 1 << k;
      else high |= 1 << (k - 32);
    }
    nonzero[block * 2] = low;
    nonzero[block * 2 + 1] = high;
    this.#position = position;
    this.#bits = bits;
    this.#bitCount = bitCount;
  }

  /** The upper bits of a DC coefficient. T.81, G.1.2.1. */
  dcFirst({ coefficients }: JpegComponent, block: number, index: number, dc: HuffmanDecoder): void {
    const value = this.#nextDc(dc, index) << this.#band.low;
    requireSane(value);
    coefficients[block * BLOCK] = value;
  }

  /** One further bit of a DC coefficient. */
  dcRefine({ coefficients }: JpegComponent, block: number): void {
    if (this.#take(1)) coefficients[block * BLOCK]! |= 1 << this.#band.low;
  }

  /** The upper bits of a band of AC coefficients. T.81, G.1.2.2. */
  acFirst({ coefficients, nonzero }: JpegComponent, block: number, ac: HuffmanDecoder): void {
    if (this.#emptyBlocks > 0) {
      this.#emptyBlocks--;
      return;
    }
    const { start, end, low } = this.#band;
    for (let k = start; k <= end; k++) {
      const symbol = this.#symbol(ac);
      const run = symbol >> 4;
      const size = symbol & 15;
      if (size === 0) {
        if (run === 15) {
          k += 15;
          continue;
        }
        this.#emptyBlocks = (1 << run) - 1 + this.#take(run);
        return;
      }
      k += run;
      if (k > end) throw damaged();
      const value = extend(this.#take(size), size) << low;
      requireSane(value);
      coefficients[block * BLOCK + k] = value;
      nonzero[block * 2 + (k >> 5)]! |= 1 << (k & 31);
    }
  }

  /** One further bit of a band of AC coefficients, and those that it makes other than 0. T.81, G.1.2.3. */
  acRefine({ coefficients, nonzero }: JpegComponent, block: number, ac: HuffmanDecoder): void {
    const { start, end, low } = this.#band;
    const first = block * BLOCK;
    const bit = 1 << low;
    let k = start;
    if (this.#emptyBlocks === 0) {
      for (; k <= end; k++) {
        const symbol = this.#symbol(ac);
        let run = symbol >> 4;
        const size = symbol & 15;
        let value = 0;
        if (size === 0) {
          if (run !== 15) {
            this.#emptyBlocks = (1 << run) + this.#take(run);
            break;
          }
        } else {
          if (size !== 1) throw damaged();
          value = this.#take(1) ? bit : -bit;
        }
        // As many zeros as the run says are skipped; what was not 0 before gets its bit on the way.
        for (; k <= end; k++) {
          if (coefficients[first + k] !== 0) this.#correct(coefficients, first + k, bit);
          else if (run-- === 0) break;
        }
        if (value === 0) continue;
        if (k > end) throw damaged();
        coefficients[first + k] = value;
        nonzero[block * 2 + (k >> 5)]! |= 1 << (k & 31);
      }
    }
    if (this.#emptyBlocks === 0) return;
    for (; k <= end; k++) if (coefficients[first + k] !== 0) this.#correct(coefficients, first + k, bit);
    this.#emptyBlocks--;
  }

  #correct(coefficients: Int16Array, at: number, bit: number): void {
    if (this.#take(1) === 0) return;
    const value = coefficients[at]!;
    if ((value & bit) === 0) coefficients[at] = value + (value > 0 ? bit : -bit);
  }

  /** The next DC value of a component: the difference to the one before is what is coded. */
  #nextDc(dc: HuffmanDecoder, index: number): number {
    const size = this.#symbol(dc);
    if (size > 15) throw damaged();
    const difference = size === 0 ? 0 : extend(this.#take(size), size);
    const value = this.#predictions[index]! + difference;
    requireSane(value);
    return (this.#predictions[index] = value);
  }

  /** The next symbol without the value that belongs to it. */
  #symbol(table: HuffmanDecoder): number {
    this.#fill();
    const entry = table.lookup[(this.#bits >>> (this.#bitCount - LOOKUP_BITS)) & LOOKUP_MASK]!;
    if (entry !== 0) {
      const symbol = (entry >> 8) & 255;
      this.#bitCount -= (entry & 31) - (entry >> 16 === 0 ? 0 : symbol & 15);
      return symbol;
    }
    const length = longCodeLength(table, (this.#bits >>> (this.#bitCount - 16)) & 0xffff);
    this.#bitCount -= length;
    return longCodeSymbol(table, (this.#bits >>> this.#bitCount) & ((1 << length) - 1), length);
  }

  /** Up to 15 bits as a number. */
  #take(count: number): number {
    if (this.#bitCount < count) this.#fill();
    this.#bitCount -= count;
    return (this.#bits >>> this.#bitCount) & ((1 << count) - 1);
  }

  /** At least 25 bits are there afterwards; zeros behind the end of the data. */
  #fill(): void {
    while (this.#bitCount <= 24) {
      this.#bits = (this.#bits << 8) | this.#data[this.#position++]!;
      this.#bitCount += 8;
    }
  }
}

/** No image has larger coefficients, and the difference of two must still be expressible in 15 bits. */
function requireSane(value: number): void {
  if (value !== (value << 17) >> 17) throw damaged();
}

/** Length of the code that begins these 16 bits, and that is too long for the table. */
function longCodeLength({ maxCode }: HuffmanDecoder, bits: number): number {
  for (let length = LOOKUP_BITS + 1; length <= 16; length++)
    if (bits >> (16 - length) <= maxCode[length]!) return length;
  throw damaged();
}

function longCodeSymbol({ offset, symbols }: HuffmanDecoder, code: number, length: number): number {
  return symbols[code + offset[length]!]!;
}
