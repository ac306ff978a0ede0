/** Lags between two signals that are tried when they are laid over each other, in milliseconds either way. */
const MOST_LAG_MS = 120;
/** Every so-maniest sample is looked at for the coarse search. */
const COARSE = 8;

/**
 * Signal to noise in decibels when `found` stands for `golden`, after the best alignment: 20 is a clear difference, 40
 * is hardly heard, 90 is rounding. Both interleaved at one rate.
 */
export function signalToNoise(golden: Float32Array, found: Float32Array, channels: number, sampleRate: number): number {
  const lag = bestLag(mix(golden, channels), mix(found, channels), sampleRate);
  // A sweep resembles itself at other lags: most often there is none.
  return Math.max(...[0, lag].map((each) => signalToNoiseAt(golden, found, channels, each)));
}

function signalToNoiseAt(golden: Float32Array, found: Float32Array, channels: number, lag: number): number {
  const [one, other] = [golden, found].map((samples) => firstChannels(samples, channels));
  let signal = 0;
  let noise = 0;
  for (let channel = 0; channel < channels; channel++) {
    const [a, b] = [one![channel]!, other![channel]!];
    for (let at = Math.max(0, -lag); at < a.length && at + lag < b.length; at++) {
      signal += a[at]! ** 2;
      noise += (a[at]! - b[at + lag]!) ** 2;
    }
  }
  if (noise === 0) return Infinity;
  return signal === 0 ? 0 : 10 * Math.log10(signal / noise);
}

function firstChannels(samples: Float32Array, channels: number): Float32Array[] {
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: Math.floor(samples.length / channels) }, (_, at) => samples[at * channels + channel]!),
  );
}

function mix(samples: Float32Array, channels: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / channels) }, (_, at) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += samples[at * channels + channel]!;
    return sum / channels;
  });
}

function bestLag(a: Float32Array, b: Float32Array, sampleRate: number): number {
  const most = Math.round((MOST_LAG_MS / 1000) * sampleRate);
  const coarse = strongest(range(-most, most, COARSE), (lag) => correlation(a, b, lag, COARSE));
  return strongest(range(coarse - COARSE, coarse + COARSE, 1), (lag) => correlation(a, b, lag, 1));
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

function strongest(lags: readonly number[], strength: (lag: number) => number): number {
  let best = { lag: 0, value: -Infinity };
  for (const lag of lags) {
    const value = strength(lag);
    if (value > best.value || (value === best.value && Math.abs(lag) < Math.abs(best.lag))) best = { lag, value };
  }
  return best.lag;
}

function correlation(a: Float32Array, b: Float32Array, lag: number, step: number): number {
  let sum = 0;
  for (let at = Math.max(0, -lag); at < a.length && at + lag < b.length; at += step) sum += a[at]! * b[at + lag]!;
  return sum;
}
