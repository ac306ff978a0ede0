/** Below this nothing is heard: decibels of full scale. */
export const FLOOR_DB = -90;

export function decibels(power: number): number {
  return power <= 1e-9 ? FLOOR_DB : 10 * Math.log10(power);
}

/** Mean power of samples. */
export function powerOf(samples: Float32Array, from = 0, to = samples.length): number {
  const [first, last] = [Math.max(0, from), Math.min(samples.length, to)];
  let power = 0;
  for (let at = first; at < last; at++) power += samples[at]! * samples[at]!;
  return power / Math.max(1, to - from);
}

/** Seconds of one spectrum at least: 10 to 20 Hz apart. */
const WINDOW_SECONDS = 0.08;

/** Hann windows and the factors of the transform, by their size. */
const PREPARED = new Map<
  number,
  { readonly window: Float64Array; readonly cos: Float64Array; readonly sin: Float64Array }
>();

export function windowSize(rate: number): number {
  return Math.min(1 << 14, 2 ** Math.ceil(Math.log2(rate * WINDOW_SECONDS)));
}

function prepare(size: number): NonNullable<ReturnType<typeof PREPARED.get>> {
  const known = PREPARED.get(size);
  if (known) return known;
  const angle = (at: number): number => (2 * Math.PI * at) / size;
  const made = {
    window: Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos(angle(at))),
    cos: Float64Array.from({ length: size / 2 }, (_, at) => Math.cos(angle(at))),
    sin: Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin(angle(at))),
  };
  PREPARED.set(size, made);
  return made;
}

/** Power at each frequency, of two channels at once: bin `k` is at `k × rate ÷ size` Hz. */
export function powerSpectra(
  first: Float32Array,
  second: Float32Array,
  start: number,
  size: number,
): readonly [Float64Array, Float64Array] {
  const { window } = prepare(size);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let at = 0; at < size; at++) {
    re[at] = (first[start + at] ?? 0) * window[at]!;
    im[at] = (second[start + at] ?? 0) * window[at]!;
  }
  transform(re, im);
  const [ofFirst, ofSecond] = [new Float64Array(size / 2), new Float64Array(size / 2)];
  // Power of a signal is that of both halves of its spectrum; 3/8 is that of the window.
  const scale = 2 / (size * size * 0.375);
  for (let k = 1; k < size / 2; k++) {
    const mirrored = size - k;
    const [a, b, c, d] = [re[k]!, im[k]!, re[mirrored]!, im[mirrored]!];
    ofFirst[k] = (scale * ((a + c) ** 2 + (b - d) ** 2)) / 4;
    ofSecond[k] = (scale * ((b + d) ** 2 + (c - a) ** 2)) / 4;
  }
  return [ofFirst, ofSecond];
}

/** The fast Fourier transform, in place; sizes are powers of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  const { cos, sin } = prepare(size);
  for (let at = 1, reversed = 0; at < size; at++) {
    let bit = size >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (at >= reversed) continue;
    [re[at], re[reversed]] = [re[reversed]!, re[at]!];
    [im[at], im[reversed]] = [im[reversed]!, im[at]!];
  }
  for (let length = 2; length <= size; length <<= 1) {
    const half = length >> 1;
    const step = size / length;
    for (let start = 0; start < size; start += length) {
      for (let at = 0, turn = 0; at < half; at++, turn += step) {
        const low = start + at;
        const high = low + half;
        const real = re[high]! * cos[turn]! - im[high]! * sin[turn]!;
        const imaginary = re[high]! * sin[turn]! + im[high]! * cos[turn]!;
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

/** Narrow bands by which a shift of the pitch shows: a sixth of a semitone would be too fine, a semitone too coarse. */
export const PITCH_EDGES: readonly number[] = Array.from({ length: 97 }, (_, band) => 400 * 2 ** (band / 24));

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
