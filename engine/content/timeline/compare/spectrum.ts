import type { Pcm } from '../../../contract/samples.ts';

/** Below this nothing is heard: decibels of full scale. */
export const FLOOR_DB = -90;
/** Decibels from which a window is heard in a source. */
export const HEARD_DB = -45;

export function decibels(power: number): number {
  return power <= 1e-9 ? FLOOR_DB : 10 * Math.log10(power);
}

/** Mean power of samples, without a constant offset: encoders leave that out. */
export function powerOf(samples: Float32Array, from = 0, to = samples.length): number {
  const [first, last] = [Math.max(0, from), Math.min(samples.length, to)];
  const count = Math.max(1, last - first);
  let [power, sum] = [0, 0];
  for (let at = first; at < last; at++) {
    power += samples[at]! * samples[at]!;
    sum += samples[at]!;
  }
  return Math.max(0, power / count - (sum / count) ** 2);
}

/** Rate from which on audio is brought to a lower one before it is compared: encoders differ above half of it. */
const ENOUGH_RATE = 14_000;

export function secondsOf({ rate, channels }: Pcm): number {
  return rate === 0 ? 0 : (channels[0]?.length ?? 0) / rate;
}

/** The share of its Nyquist frequency up to which a file holds audio. */
const USABLE = 0.9;

/** The highest frequency that audio of a rate holds, in Hz. */
export function highestHz(rate: number): number {
  return (USABLE * rate) / 2;
}

/**
 * The same audio at a rate of 14,000 to 28,000 samples a second, or at its own if that is lower. Where it is compared
 * with audio of the lower rate `heldBy`, it is left without what that cannot hold, which would be folded into the rest.
 */
export function decimated({ rate, channels }: Pcm, heldBy = Infinity): Pcm {
  const isHeldByLess = heldBy > 0 && heldBy < rate;
  const factor = Math.max(1, Math.floor(rate / (isHeldByLess ? Math.min(ENOUGH_RATE, heldBy) : ENOUGH_RATE)));
  if (isHeldByLess) {
    const weights = lowPass(heldBy / rate);
    return { rate: rate / factor, channels: channels.map((each) => weighted(each, factor, weights)) };
  }
  return factor === 1
    ? { rate, channels }
    : { rate: rate / factor, channels: channels.map((each) => averaged(each, factor)) };
}

/** Where a low pass has half the height, in shares of a lower rate; its zero crossings to each side, and weights at most. */
const LOW_PASS = { cutoff: 0.45, crossings: 16, most: 1023 } as const;

/** The weights of a low pass for what a lower rate holds, which is a `share` of the rate of the samples. */
function lowPass(share: number): Float64Array {
  const side = Math.min(LOW_PASS.most >> 1, Math.ceil(LOW_PASS.crossings / share));
  const weights = Float64Array.from({ length: 2 * side + 1 }, (_, at) => {
    const x = Math.PI * (at - side);
    const sinc = at === side ? 1 : Math.sin(2 * LOW_PASS.cutoff * share * x) / (2 * LOW_PASS.cutoff * share * x);
    return sinc * (0.5 + 0.5 * Math.cos(x / (side + 1)));
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Every so many samples, the weighted mean of those around the middle of them. */
function weighted(samples: Float32Array, factor: number, weights: Float64Array): Float32Array {
  const result = new Float32Array(Math.floor(samples.length / factor));
  const before = (weights.length >> 1) - (factor >> 1);
  for (let at = 0; at < result.length; at++) {
    const start = at * factor - before;
    const end = Math.min(weights.length, samples.length - start);
    let sum = 0;
    for (let tap = Math.max(0, -start); tap < end; tap++) sum += samples[start + tap]! * weights[tap]!;
    result[at] = sum;
  }
  return result;
}

function averaged(samples: Float32Array, factor: number): Float32Array {
  const result = new Float32Array(Math.floor(samples.length / factor));
  for (let at = 0, from = 0; at < result.length; at++) {
    let sum = 0;
    for (const end = from + factor; from < end; from++) sum += samples[from]!;
    result[at] = sum / factor;
  }
  return result;
}

/** Seconds of one spectrum at least: its lines are 14 to 16 Hz apart. */
const WINDOW_SECONDS = 0.06;

export function windowSize(rate: number): number {
  return Math.min(1 << 14, 2 ** Math.ceil(Math.log2(rate * WINDOW_SECONDS)));
}

/** Samples of a window that lasts equally long in both files, whatever their rates: then both tell frequencies apart alike. */
export function windowLength(rate: number, other: number): number {
  return Math.round(rate * Math.min(windowSize(rate) / rate, windowSize(other) / other));
}

/** What a transform of one size needs, made once. */
interface Prepared {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
  readonly reversed: Uint16Array;
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** What comes out, of two channels. */
  readonly powers: readonly [Float64Array, Float64Array];
}

const PREPARED = new Map<number, Prepared>();

function prepare(size: number): Prepared {
  const known = PREPARED.get(size);
  if (known) return known;
  const angle = (at: number): number => (2 * Math.PI * at) / size;
  const reversed = new Uint16Array(size);
  for (let at = 1; at < size; at++) reversed[at] = (reversed[at >> 1]! >> 1) | (at & 1 ? size >> 1 : 0);
  const made: Prepared = {
    cos: Float64Array.from({ length: size / 2 }, (_, at) => Math.cos(angle(at))),
    sin: Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin(angle(at))),
    reversed,
    re: new Float64Array(size),
    im: new Float64Array(size),
    powers: [new Float64Array(size / 2), new Float64Array(size / 2)],
  };
  PREPARED.set(size, made);
  return made;
}

/** The windows used last, by their lengths: a comparison has two to four. */
const WINDOWS = new Map<number, Float64Array>();
const MOST_WINDOWS = 8;

function hannWindow(length: number): Float64Array {
  const known = WINDOWS.get(length);
  if (known) return known;
  if (WINDOWS.size >= MOST_WINDOWS) WINDOWS.clear();
  const made = Float64Array.from({ length }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length));
  WINDOWS.set(length, made);
  return made;
}

/** Power at each frequency, of two channels at once, until the next is asked for: line `k` is at `k × rate ÷ size` Hz. */
function powerSpectra(
  first: Float32Array,
  second: Float32Array,
  start: number,
  length: number,
): readonly [Float64Array, Float64Array] {
  const size = 2 ** Math.ceil(Math.log2(length));
  const window = hannWindow(length);
  const prepared = prepare(size);
  const { reversed, re, im, powers } = prepared;
  for (let at = 0; at < size; at++) {
    const to = reversed[at]!;
    const from = start + at;
    const inside = at < length && from >= 0 && from < first.length;
    re[to] = inside ? first[from]! * window[at]! : 0;
    im[to] = inside ? second[from]! * window[at]! : 0;
  }
  transform(prepared);
  const [ofFirst, ofSecond] = powers;
  // Power of a signal is that of both halves of its spectrum; 3/8 is that of the window.
  const scale = 2 / (size * length * 0.375) / 4;
  for (let k = 1; k < size / 2; k++) {
    const a = re[k]!;
    const b = im[k]!;
    const c = re[size - k]!;
    const d = im[size - k]!;
    ofFirst[k] = scale * ((a + c) * (a + c) + (b - d) * (b - d));
    ofSecond[k] = scale * ((b + d) * (b + d) + (c - a) * (c - a));
  }
  return powers;
}

/** The spectrum of each channel over so many samples, as `powerSpectra` gives it. */
export function* spectraOf({ channels }: Pcm, start: number, length: number): Generator<Float64Array> {
  for (let channel = 0; channel < channels.length; channel += 2) {
    const second = channels[channel + 1];
    const spectra = powerSpectra(channels[channel]!, second ?? channels[channel]!, start, length);
    yield spectra[0];
    if (second) yield spectra[1];
  }
}

/** The fast Fourier transform of what lies in `re` and `im`, already in reversed order; sizes are powers of two. */
function transform({ re, im, cos, sin }: Prepared): void {
  const size = re.length;
  for (let half = 1, step = size >> 1; half < size; half <<= 1, step >>= 1) {
    for (let start = 0; start < size; start += half << 1) {
      for (let low = start, turn = 0; low < start + half; low++, turn += step) {
        const high = low + half;
        const c = cos[turn]!;
        const s = sin[turn]!;
        const real = re[high]! * c - im[high]! * s;
        const imaginary = re[high]! * s + im[high]! * c;
        re[high] = re[low]! - real;
        im[high] = im[low]! - imaginary;
        re[low]! += real;
        im[low]! += imaginary;
      }
    }
  }
}

/** Edges of bands of a third of an octave, in Hz. */
export const BAND_EDGES: readonly number[] = Array.from({ length: 25 }, (_, band) => 100 * 2 ** (band / 3));

/** Power in each of the bands. */
export function bandsOf(spectrum: Float64Array, rate: number): Float64Array {
  return powerBetween(spectrum, rate, BAND_EDGES);
}

/** Narrow bands by which a shift of the pitch shows: a quarter of a semitone, from 700 Hz on, where it is wider than a line. */
export const PITCH_EDGES: readonly number[] = Array.from({ length: 133 }, (_, band) => 700 * 2 ** (band / 48));

/** Power between rising frequencies; a bin counts for the bands that it lies in by its share. */
export function powerBetween(spectrum: Float64Array, rate: number, edges: readonly number[]): Float64Array {
  const perHz = (2 * spectrum.length) / rate;
  const powers = new Float64Array(edges.length - 1);
  for (let band = 0; band < powers.length; band++) {
    const [from, to] = [edges[band]! * perHz + 0.5, edges[band + 1]! * perHz + 0.5];
    let power = 0;
    for (let bin = Math.floor(from); bin < Math.min(spectrum.length, Math.ceil(to)); bin++)
      power += spectrum[bin]! * (Math.min(bin + 1, to) - Math.max(bin, from));
    powers[band] = power;
  }
  return powers;
}
