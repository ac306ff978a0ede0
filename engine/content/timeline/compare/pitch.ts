/** Steps of a quarter of a semitone by which the pitch is looked for. */
const MOST_STEPS = 12;
/** Windows that tell the pitch of a track: of more, every other one or fewer are taken. */
export const PITCH_WINDOWS = 100;
/** Bands on each side from which a peak of the spectrum stands out. */
const AROUND = 6;

/** How alike two spectra are when one of them is shifted, over all that was heard. */
export class PitchShift {
  readonly #products = new Float64Array(2 * MOST_STEPS + 1);
  #squares: [number, number] = [0, 0];
  #windows = 0;

  /** Power by narrow bands of one window in both files. */
  add(before: Float64Array, after: Float64Array): void {
    const [a, b] = [peaksOf(before), peaksOf(after)];
    this.#windows++;
    for (let band = MOST_STEPS; band < a.length - MOST_STEPS; band++) {
      this.#squares[0] += a[band]! ** 2;
      this.#squares[1] += b[band]! ** 2;
      for (let step = -MOST_STEPS; step <= MOST_STEPS; step++)
        this.#products[step + MOST_STEPS]! += a[band]! * b[band + step]!;
    }
  }

  /** The steps by which the result is higher that fit best, how alike both are then, at most 1, and how alike without. */
  best(): { readonly steps: number; readonly likeness: number; readonly own: number; readonly windows: number } {
    const power = Math.sqrt(this.#squares[0] * this.#squares[1]) || 1;
    const best = this.#products.reduce((most, each, at) => (each > this.#products[most]! ? at : most), MOST_STEPS);
    const likenessAt = (at: number): number => this.#products[at]! / power;
    return {
      steps: best - MOST_STEPS,
      likeness: likenessAt(best),
      own: likenessAt(MOST_STEPS),
      windows: this.#windows,
    };
  }
}

/** Decibels above the mean of the bands around each. */
function peaksOf(powers: Float64Array): Float64Array {
  const count = powers.length;
  const levels = new Float64Array(count);
  const sums = new Float64Array(count + 1);
  for (let band = 0; band < count; band++) {
    levels[band] = 10 * Math.log10(powers[band]! + FLOOR_POWER);
    sums[band + 1] = sums[band]! + levels[band]!;
  }
  const peaks = new Float64Array(count);
  for (let band = 0; band < count; band++) {
    const [from, to] = [Math.max(0, band - AROUND), Math.min(count, band + AROUND + 1)];
    peaks[band] = levels[band]! - (sums[to]! - sums[from]!) / (to - from);
  }
  return peaks;
}

/** Below it a band holds nothing but the noise of a codec. */
const FLOOR_POWER = 1e-9;
