import type { Pcm } from '../../../contract/samples.ts';
import { bandsOf, BAND_EDGES, decibels, highestHz, secondsOf, spectraOf, windowLength } from './spectrum.ts';

/** In a shorter one, a delay of a codec that nothing tells makes its windows others. */
const LEAST_SECONDS = 2;
/** Windows of a track whose spectra are averaged. */
const WINDOWS = 32;

/**
 * The mean power by thirds of an octave of the same windows in both files, at their own rates: what encoders leave of each
 * moment differs, but over a track every band keeps its level.
 */
export class AverageSpectrum {
  readonly #windows: { readonly before: Float64Array; readonly after: Float64Array }[] = [];
  #rate = Infinity;
  #seconds = 0;

  /** Takes `count` windows of a moment; the result plays it `lag` seconds later. */
  add(before: Pcm, after: Pcm, { count, lag }: { readonly count: number; readonly lag: number }): void {
    this.#rate = Math.min(this.#rate, before.rate, after.rate);
    const first = Math.max(0, -lag);
    const lengths = { before: lengthOf(before, after), after: lengthOf(after, before) };
    const end = Math.min(secondsOf(before), secondsOf(after) - lag) - lengths.before / before.rate;
    if (end <= first) return;
    this.#seconds += end - first;
    for (let window = 0; window < count; window++) {
      const at = first + ((end - first) * (window + 0.5)) / count;
      this.#windows.push({
        before: bandsAt(before, at, lengths.before),
        after: bandsAt(after, at + lag, lengths.after),
      });
    }
  }

  /** The bands up to `mostHz` that both files can hold; none of what is too short for a mean. */
  bands(mostHz: number): AverageBand[] {
    if (this.#seconds < LEAST_SECONDS) return [];
    const most = Math.min(mostHz, highestHz(this.#rate));
    const count = Math.max(0, BAND_EDGES.filter((edge) => edge <= most).length - 1);
    const windows = this.#windows.length;
    return Array.from({ length: count }, (_, band) => {
      const levels = this.#windows.map(
        ({ before, after }) => [decibels(before[band]!), decibels(after[band]!)] as const,
      );
      const meanOf = (side: 'before' | 'after'): number =>
        decibels(this.#windows.reduce((sum, window) => sum + window[side][band]!, 0) / windows);
      return { before: meanOf('before'), after: meanOf('after'), changes: levels.map(([a, b]) => b - a) };
    });
  }
}

/** One band of a track, in decibels. */
export interface AverageBand {
  readonly before: number;
  readonly after: number;
  /** By how much it is louder in each window. */
  readonly changes: readonly number[];
}

/** Windows of each of so many moments. */
export function windowsOfEach(moments: number): number {
  return Math.max(1, Math.round(WINDOWS / Math.max(1, moments)));
}

function bandsAt(audio: Pcm, at: number, length: number): Float64Array {
  const { rate, channels } = audio;
  const sum = new Float64Array(BAND_EDGES.length - 1);
  for (const spectrum of spectraOf(audio, Math.round(at * rate), length))
    for (const [band, power] of bandsOf(spectrum, rate).entries()) sum[band]! += power / channels.length;
  return sum;
}

/** Samples of one window. */
function lengthOf({ rate }: Pcm, other: Pcm): number {
  return Math.round(windowLength(rate, other.rate) / 2);
}
