import type { BitReader } from './bits.ts';
import type { CodingParameters } from './parameters.ts';

/** Bits of the lengths of runs (ITU-T T.87, A.2.1.3). */
const RUN_BITS = [
  ...[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3],
  ...[4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15],
];
const REGULAR = 365;
/** Contexts of samples that end a run: the first between unequal neighbours, the second between equal ones. */
const ENDS_RUN = 365;
const CONTEXTS = 367;
const LEAST_BIAS = -128;
const GREATEST_BIAS = 127;

/** The lines of one component: the one that is decoded, and the one above it, with a sample before and one behind. */
interface Lines {
  current: Int32Array;
  above: Int32Array;
  /** How long the last runs were (A.7.1.2). */
  run: number;
}

/** Decodes the samples of a scan, line by line (ITU-T T.87, Annex A). */
export class ScanDecoder {
  readonly #bits: BitReader;
  readonly #parameters: CodingParameters;
  readonly #width: number;
  readonly #step: number;
  readonly #span: number;
  readonly #lines: Lines[];
  readonly #magnitudes = new Int32Array(CONTEXTS);
  readonly #biases = new Int32Array(CONTEXTS);
  readonly #corrections = new Int32Array(CONTEXTS);
  readonly #counts = new Int32Array(CONTEXTS);
  readonly #negatives = new Int32Array(CONTEXTS);

  constructor(bits: BitReader, parameters: CodingParameters, width: number, components: number) {
    this.#bits = bits;
    this.#parameters = parameters;
    this.#width = width;
    this.#step = 2 * parameters.near + 1;
    this.#span = parameters.range * this.#step;
    this.#lines = Array.from({ length: components }, () => ({
      current: new Int32Array(width + 2),
      above: new Int32Array(width + 2),
      run: 0,
    }));
    this.restart();
  }

  /** Everything as at the beginning. */
  restart(): void {
    const { range } = this.#parameters;
    this.#magnitudes.fill(Math.max(2, (range + 32) >> 6));
    this.#counts.fill(1);
    for (const values of [this.#biases, this.#corrections, this.#negatives]) values.fill(0);
    for (const lines of this.#lines) {
      lines.current.fill(0);
      lines.above.fill(0);
      lines.run = 0;
    }
  }

  /** The next line of each component, valid until the next call: samples begin at 1. */
  nextLine(isInterleaved: boolean): readonly Int32Array[] {
    for (const lines of this.#lines) {
      [lines.above, lines.current] = [lines.current, lines.above];
      lines.above[this.#width + 1] = lines.above[this.#width]!;
      lines.current[0] = lines.above[1]!;
    }
    if (isInterleaved) this.#interleaved();
    else for (const lines of this.#lines) this.#line(lines);
    return this.#lines.map(({ current }) => current);
  }

  #line(lines: Lines): void {
    const { current, above } = lines;
    for (let x = 1; x <= this.#width;) {
      const context = this.#contextAt(lines, x);
      if (context !== undefined) {
        current[x] = this.#regular(context, current[x - 1]!, above[x]!, above[x - 1]!);
        x++;
        continue;
      }
      const length = this.#runLength(lines, x);
      current.fill(current[x - 1]!, x, x + length);
      x += length;
      if (x > this.#width) return;
      current[x] = this.#endOfRun(lines, current[x - 1]!, above[x]!, true);
      if (lines.run > 0) lines.run--;
      x++;
    }
  }

  /** Samples of all components beside each other, which share their runs. */
  #interleaved(): void {
    const all = this.#lines;
    const [first] = all as [Lines];
    for (let x = 1; x <= this.#width;) {
      const contexts = all.map((lines) => this.#contextAt(lines, x));
      if (contexts.some((context) => context !== undefined)) {
        for (const [at, { current, above }] of all.entries())
          current[x] = this.#regular(contexts[at] ?? 0, current[x - 1]!, above[x]!, above[x - 1]!);
        x++;
        continue;
      }
      const length = this.#runLength(first, x);
      for (const { current } of all) current.fill(current[x - 1]!, x, x + length);
      x += length;
      if (x > this.#width) return;
      for (const { current, above } of all) current[x] = this.#endOfRun(first, current[x - 1]!, above[x]!, false);
      if (first.run > 0) first.run--;
      x++;
    }
  }

  /** The signed number of a context by the gradients around a sample; undefined where it is flat. */
  #contextAt({ current, above }: Lines, x: number): number | undefined {
    const { near } = this.#parameters;
    const [left, up, corner, right] = [current[x - 1]!, above[x]!, above[x - 1]!, above[x + 1]!];
    const [first, second, third] = [right - up, up - corner, corner - left];
    if (Math.abs(first) <= near && Math.abs(second) <= near && Math.abs(third) <= near) return undefined;
    return 81 * this.#quantised(first) + 9 * this.#quantised(second) + this.#quantised(third);
  }

  #quantised(gradient: number): number {
    const {
      near,
      thresholds: [first, second, third],
    } = this.#parameters;
    const size = Math.abs(gradient);
    const level = size <= near ? 0 : size < first ? 1 : size < second ? 2 : size < third ? 3 : 4;
    return gradient < 0 ? -level : level;
  }

  #regular(signed: number, left: number, up: number, corner: number): number {
    const { greatest, near, limit, reset } = this.#parameters;
    const sign = signed < 0 ? -1 : 1;
    const context = Math.abs(signed);
    if (context >= REGULAR) throw new RangeError('Wrong context.');
    const least = Math.min(left, up);
    const most = Math.max(left, up);
    const plain = corner >= most ? least : corner <= least ? most : left + up - corner;
    const predicted = Math.min(greatest, Math.max(0, plain + sign * this.#corrections[context]!));
    let count = this.#counts[context]!;
    const magnitude = this.#magnitudes[context]!;
    let k = 0;
    while (count << k < magnitude && k < 16) k++;
    const mapped = this.#code(k, limit);
    let bias = this.#biases[context]!;
    const isFlipped = near === 0 && k === 0 && 2 * bias <= -count;
    const half = mapped >> 1;
    const error = mapped % 2 === 1 ? (isFlipped ? half : -half - 1) : isFlipped ? -half - 1 : half;
    bias += error * this.#step;
    let sum = magnitude + Math.abs(error);
    if (count === reset) {
      sum >>= 1;
      bias = bias >= 0 ? bias >> 1 : -((1 - bias) >> 1);
      count >>= 1;
    }
    count++;
    this.#magnitudes[context] = sum;
    this.#counts[context] = count;
    this.#correct(context, bias, count);
    return this.#restored(predicted, sign * error);
  }

  #correct(context: number, bias: number, count: number): void {
    let next = bias;
    const correction = this.#corrections[context]!;
    if (bias <= -count) {
      next = Math.max(bias + count, 1 - count);
      if (correction > LEAST_BIAS) this.#corrections[context] = correction - 1;
    } else if (bias > 0) {
      next = Math.min(bias - count, 0);
      if (correction < GREATEST_BIAS) this.#corrections[context] = correction + 1;
    }
    this.#biases[context] = next;
  }

  #runLength(lines: Lines, start: number): number {
    const left = this.#width + 1 - start;
    let length = 0;
    while (length < left) {
      const bits = RUN_BITS[lines.run]!;
      if (this.#bits.read(1) === 0) {
        length += this.#bits.read(bits);
        if (length > left) throw new RangeError('A run is too long.');
        return length;
      }
      const whole = 2 ** bits;
      length += whole;
      if (length > left) return left;
      if (lines.run < RUN_BITS.length - 1) lines.run++;
    }
    return left;
  }

  /** The sample behind a run (A.7.2). */
  #endOfRun({ run }: Lines, left: number, up: number, knowsEqual: boolean): number {
    const { near, limit, reset } = this.#parameters;
    const isEqual = knowsEqual && Math.abs(left - up) <= near;
    const type = isEqual ? 1 : 0;
    const context = ENDS_RUN + type;
    const count = this.#counts[context]!;
    const magnitude = this.#magnitudes[context]! + (isEqual ? count >> 1 : 0);
    let k = 0;
    while (count << k < magnitude && k < 16) k++;
    const mapped = this.#code(k, limit - RUN_BITS[run]! - 1);
    const both = mapped + type;
    const odd = both % 2;
    const size = (both + odd) >> 1;
    const isMostlyNegative = k !== 0 || 2 * this.#negatives[context]! >= count;
    const error = isMostlyNegative === (odd === 1) ? -size : size;
    if (error < 0) this.#negatives[context] = this.#negatives[context]! + 1;
    let sum = this.#magnitudes[context]! + ((mapped + 1 - type) >> 1);
    let next = count;
    if (count === reset) {
      sum >>= 1;
      next >>= 1;
      this.#negatives[context] = this.#negatives[context]! >> 1;
    }
    this.#magnitudes[context] = sum;
    this.#counts[context] = next + 1;
    return isEqual ? this.#restored(left, error) : this.#restored(up, left > up ? -error : error);
  }

  /** A Golomb code of limited length (A.5.3). */
  #code(k: number, limit: number): number {
    const { rangeBits } = this.#parameters;
    const longest = limit - rangeBits - 1;
    const zeros = this.#bits.zeros(longest);
    return zeros < longest ? zeros * 2 ** k + this.#bits.read(k) : this.#bits.read(rangeBits) + 1;
  }

  #restored(predicted: number, error: number): number {
    const { near, greatest } = this.#parameters;
    let value = predicted + error * this.#step;
    if (value < -near) value += this.#span;
    else if (value > greatest + near) value -= this.#span;
    return Math.min(greatest, Math.max(0, value));
  }
}
