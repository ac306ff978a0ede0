import type { JpegComponent } from './coefficients.ts';
import type { Band } from './scan-decoder.ts';
import type { SymbolSink } from './symbol-sinks.ts';
import { BLOCK } from './zigzag.ts';

const ZERO_RUN = 0xf0;
/** Empty blocks that one symbol can announce. */
const MAX_EMPTY_BLOCKS = 0x7fff;
/** Correction bits that may wait for the symbol before them: as many as decoders of libjpeg's family expect. */
const MAX_WAITING_BITS = 1000 - BLOCK;

/** Turns blocks into the symbols of one scan. The counterpart of `ScanDecoder`; blocks come in the order of the scan. */
export class ScanEncoder {
  readonly #band: Band;
  readonly #sink: SymbolSink;
  readonly #predictions: Int32Array;
  /** Blocks without new coefficients that are not announced yet, and the bits that correct what was not 0 in them. */
  #emptyBlocks = 0;
  readonly #waiting = new Uint8Array(MAX_WAITING_BITS + BLOCK);
  #waitingCount = 0;
  /** Bits that correct what was not 0 in this block, since its last symbol. */
  readonly #corrections = new Uint8Array(BLOCK);
  #correctionCount = 0;

  constructor(band: Band, components: number, sink: SymbolSink) {
    this.#band = band;
    this.#sink = sink;
    this.#predictions = new Int32Array(components);
  }

  /** A block of a sequential scan, with its tables for DC and AC. */
  sequential(component: JpegComponent, block: number, index: number, dcTable: number, acTable: number): void {
    this.#dc(component.coefficients[block * BLOCK]!, index, dcTable);
    const { coefficients, nonzero } = component;
    const sink = this.#sink;
    const first = block * BLOCK;
    let next = 1;
    for (let word = 0; word < 2; word++) {
      for (let bits = nonzero[block * 2 + word]!; bits !== 0; bits &= bits - 1) {
        const k = word * 32 + 31 - Math.clz32(bits & -bits);
        let run = k - next;
        next = k + 1;
        for (; run > 15; run -= 16) sink.symbol(acTable, ZERO_RUN, 0, 0);
        const value = coefficients[first + k]!;
        const size = 32 - Math.clz32(value < 0 ? -value : value);
        sink.symbol(acTable, (run << 4) | size, value < 0 ? value - 1 : value, size);
      }
    }
    if (next < BLOCK) sink.symbol(acTable, 0, 0, 0);
  }

  /** A block that only fills up an MCU of a sequential scan: as bright as the one before, and empty. */
  sequentialFiller(dcTable: number, acTable: number): void {
    this.#sink.symbol(dcTable, 0, 0, 0);
    this.#sink.symbol(acTable, 0, 0, 0);
  }

  dcFirst({ coefficients }: JpegComponent, block: number, index: number, dcTable: number): void {
    this.#dc(coefficients[block * BLOCK]! >> this.#band.low, index, dcTable);
  }

  dcFirstFiller(dcTable: number): void {
    this.#sink.symbol(dcTable, 0, 0, 0);
  }

  dcRefine({ coefficients }: JpegComponent, block: number): void {
    this.#sink.bits((coefficients[block * BLOCK]! >> this.#band.low) & 1, 1);
  }

  dcRefineFiller(): void {
    this.#sink.bits(0, 1);
  }

  acFirst({ coefficients, nonzero }: JpegComponent, block: number): void {
    const { start, end, low } = this.#band;
    const sink = this.#sink;
    const first = block * BLOCK;
    let next = start;
    for (let word = start >> 5; word <= end >> 5; word++) {
      for (let bits = within(nonzero[block * 2 + word]!, word, start, end); bits !== 0; bits &= bits - 1) {
        const k = word * 32 + 31 - Math.clz32(bits & -bits);
        const value = coefficients[first + k]!;
        const magnitude = (value < 0 ? -value : value) >> low;
        if (magnitude === 0) continue; // nothing of it is known so far
        if (this.#emptyBlocks > 0) this.#announceEmpty();
        let run = k - next;
        next = k + 1;
        for (; run > 15; run -= 16) sink.symbol(0, ZERO_RUN, 0, 0);
        const size = 32 - Math.clz32(magnitude);
        sink.symbol(0, (run << 4) | size, value < 0 ? ~magnitude : magnitude, size);
      }
    }
    if (next > end) return;
    this.#emptyBlocks++;
    if (this.#emptyBlocks === MAX_EMPTY_BLOCKS) this.#announceEmpty();
  }

  acRefine({ coefficients, nonzero }: JpegComponent, block: number): void {
    const { start, end, low } = this.#band;
    const first = block * BLOCK;
    let run = 0;
    let next = start;
    for (let word = start >> 5; word <= end >> 5; word++) {
      for (let bits = within(nonzero[block * 2 + word]!, word, start, end); bits !== 0; bits &= bits - 1) {
        const k = word * 32 + 31 - Math.clz32(bits & -bits);
        const value = coefficients[first + k]!;
        const magnitude = (value < 0 ? -value : value) >> low;
        if (magnitude === 0) continue;
        run += k - next;
        next = k + 1;
        if (run > 15 && k <= this.#lastNew(coefficients, nonzero, block)) {
          for (; run > 15; run -= 16) this.#symbolWithCorrections(ZERO_RUN, 0, 0);
        }
        if (magnitude > 1) {
          this.#corrections[this.#correctionCount++] = magnitude & 1;
          continue;
        }
        this.#symbolWithCorrections((run << 4) | 1, value < 0 ? 0 : 1, 1);
        run = 0;
      }
    }
    run += end + 1 - next;
    if (run === 0 && this.#correctionCount === 0) return;
    this.#emptyBlocks++;
    for (let index = 0; index < this.#correctionCount; index++) {
      this.#waiting[this.#waitingCount++] = this.#corrections[index]!;
    }
    this.#correctionCount = 0;
    if (this.#emptyBlocks === MAX_EMPTY_BLOCKS || this.#waitingCount > MAX_WAITING_BITS) this.#announceEmpty();
  }

  /** Writes what is still waiting at the end of the scan. */
  finish(): void {
    if (this.#emptyBlocks > 0) this.#announceEmpty();
  }

  #dc(value: number, index: number, table: number): void {
    const difference = value - this.#predictions[index]!;
    this.#predictions[index] = value;
    const size = 32 - Math.clz32(difference < 0 ? -difference : difference);
    this.#sink.symbol(table, size, difference < 0 ? difference - 1 : difference, size);
  }

  /** The last coefficient of the band that this scan makes other than 0; -1 if there is none. */
  #lastNew(coefficients: Int16Array, nonzero: Int32Array, block: number): number {
    const { start, end, low } = this.#band;
    for (let word = end >> 5; word >= start >> 5; word--) {
      for (let bits = within(nonzero[block * 2 + word]!, word, start, end); bits !== 0;) {
        const bit = 31 - Math.clz32(bits);
        const value = coefficients[block * BLOCK + word * 32 + bit]!;
        if ((value < 0 ? -value : value) >> low === 1) return word * 32 + bit;
        bits &= ~(1 << bit);
      }
    }
    return -1;
  }

  /** A symbol of this block, behind those of the blocks before it and with the corrections up to its place. */
  #symbolWithCorrections(symbol: number, value: number, count: number): void {
    if (this.#emptyBlocks > 0) this.#announceEmpty();
    this.#sink.symbol(0, symbol, value, count);
    this.#write(this.#corrections, this.#correctionCount);
    this.#correctionCount = 0;
  }

  /** Announces the blocks without new coefficients, and writes the corrections in them. */
  #announceEmpty(): void {
    const size = 31 - Math.clz32(this.#emptyBlocks);
    this.#sink.symbol(0, size << 4, this.#emptyBlocks, size);
    this.#emptyBlocks = 0;
    this.#write(this.#waiting, this.#waitingCount);
    this.#waitingCount = 0;
  }

  #write(bits: Uint8Array, count: number): void {
    const BITS_AT_ONCE = 15;
    for (let start = 0; start < count; start += BITS_AT_ONCE) {
      const end = Math.min(count, start + BITS_AT_ONCE);
      let value = 0;
      for (let index = start; index < end; index++) value = (value << 1) | bits[index]!;
      this.#sink.bits(value, end - start);
    }
  }
}

/** Those bits of a word of `nonzero` that stand for coefficients from `start` to `end`. */
function within(bits: number, word: number, start: number, end: number): number {
  const from = start - word * 32;
  const to = end - word * 32;
  const above = from > 0 ? -1 << from : -1;
  const below = to < 31 ? (1 << (to + 1)) - 1 : -1;
  return bits & above & below;
}
