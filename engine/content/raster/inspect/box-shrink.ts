import type { RgbaImage } from './raster.ts';

/** Of the result. */
const CHANNELS = 4;

interface BoxShrinkOptions {
  readonly width: number;
  readonly height: number;
  /** Whole factors: so many pixels become one. */
  readonly factorX: number;
  readonly factorY: number;
  /** Of the rows that are read: RGB, or RGBA if absent. */
  readonly channels?: 3 | 4;
  /** The fourth channel is straight alpha, by which the others are weighted; otherwise it is averaged like them. */
  readonly hasAlpha: boolean;
}

/**
 * Shrinks an image by whole factors while its rows are read, a few at a time: the full image never has to be in
 * memory. The last column and row average what is left for them.
 */
export class BoxShrink {
  readonly #options: BoxShrinkOptions;
  readonly #columns: number;
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;
  readonly #data: Uint8Array;
  #rowsRead = 0;

  constructor(options: BoxShrinkOptions) {
    this.#options = options;
    this.#columns = Math.ceil(options.width / options.factorX);
    this.#sums = new Float64Array(this.#columns * CHANNELS);
    this.#counts = new Uint32Array(this.#columns);
    this.#data = new Uint8Array(this.#columns * Math.ceil(options.height / options.factorY) * CHANNELS);
  }

  /** Rows that make up whole rows of the result: read so many, or a multiple, at a time. */
  get rowsPerStep(): number {
    return this.#options.factorY;
  }

  /** `rows` holds so many bytes a pixel as there are channels, whole rows only. */
  add(rows: Uint8Array): void {
    const { width, height, factorX, factorY, hasAlpha, channels = CHANNELS } = this.#options;
    const rowBytes = width * channels;
    if (factorX === 1 && factorY === 1 && channels === CHANNELS) {
      this.#data.set(rows, this.#rowsRead * rowBytes);
      this.#rowsRead += rows.byteLength / rowBytes;
      return;
    }
    for (let at = 0; at < rows.byteLength; at += rowBytes) {
      if (hasAlpha) this.#addWeighted(rows, at);
      else if (channels === 3) this.#addOpaque(rows, at);
      else this.#addPlain(rows, at);
      this.#rowsRead++;
      if (this.#rowsRead % factorY === 0 || this.#rowsRead === height) this.#endRow();
    }
  }

  finish(): RgbaImage {
    const { width, height, factorX, factorY } = this.#options;
    return {
      width: this.#columns,
      height: Math.ceil(height / factorY),
      data: this.#data,
      extent: { width: width / factorX, height: height / factorY },
    };
  }

  #addWeighted(rows: Uint8Array, start: number): void {
    const sums = this.#sums;
    let at = start;
    for (let column = 0, left = this.#options.width; column < this.#columns; column++) {
      const count = Math.min(this.#options.factorX, left);
      left -= count;
      const to = column * CHANNELS;
      for (const end = at + count * CHANNELS; at < end; at += CHANNELS) {
        const alpha = rows[at + 3]!;
        sums[to]! += rows[at]! * alpha;
        sums[to + 1]! += rows[at + 1]! * alpha;
        sums[to + 2]! += rows[at + 2]! * alpha;
        sums[to + 3]! += alpha;
      }
      this.#counts[column]! += count;
    }
  }

  #addPlain(rows: Uint8Array, start: number): void {
    const { width, factorX } = this.#options;
    const sums = this.#sums;
    const counts = this.#counts;
    const columns = this.#columns;
    let at = start;
    for (let column = 0, left = width; column < columns; column++) {
      const count = Math.min(factorX, left);
      left -= count;
      const to = column * CHANNELS;
      let first = 0;
      let second = 0;
      let third = 0;
      let fourth = 0;
      for (const end = at + count * CHANNELS; at < end; at += CHANNELS) {
        first += rows[at]!;
        second += rows[at + 1]!;
        third += rows[at + 2]!;
        fourth += rows[at + 3]!;
      }
      sums[to]! += first;
      sums[to + 1]! += second;
      sums[to + 2]! += third;
      sums[to + 3]! += fourth;
      counts[column]! += count;
    }
  }

  #addOpaque(rows: Uint8Array, start: number): void {
    const { width, factorX } = this.#options;
    const sums = this.#sums;
    const counts = this.#counts;
    const columns = this.#columns;
    let at = start;
    for (let column = 0, left = width; column < columns; column++) {
      const count = Math.min(factorX, left);
      left -= count;
      const to = column * CHANNELS;
      let first = 0;
      let second = 0;
      let third = 0;
      for (const end = at + count * 3; at < end; at += 3) {
        first += rows[at]!;
        second += rows[at + 1]!;
        third += rows[at + 2]!;
      }
      sums[to]! += first;
      sums[to + 1]! += second;
      sums[to + 2]! += third;
      sums[to + 3]! += count * 255;
      counts[column]! += count;
    }
  }

  #endRow(): void {
    const { factorY, hasAlpha } = this.#options;
    const sums = this.#sums;
    const counts = this.#counts;
    const data = this.#data;
    let to = (Math.ceil(this.#rowsRead / factorY) - 1) * this.#columns * CHANNELS;
    for (let column = 0, from = 0; column < this.#columns; column++, from += CHANNELS, to += CHANNELS) {
      const alpha = sums[from + 3]!;
      const weight = hasAlpha ? alpha : counts[column]!;
      const share = weight === 0 ? 0 : 1 / weight;
      // What is stored in bytes loses its fraction, so half of one more rounds.
      data[to] = sums[from]! * share + 0.5;
      data[to + 1] = sums[from + 1]! * share + 0.5;
      data[to + 2] = sums[from + 2]! * share + 0.5;
      data[to + 3] = alpha / counts[column]! + 0.5;
    }
    sums.fill(0);
    counts.fill(0);
  }
}
