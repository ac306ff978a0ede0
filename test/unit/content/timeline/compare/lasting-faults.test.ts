import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../../../../engine/contract/samples.ts';
import { audioFaults } from '../../../../../engine/content/timeline/compare/audio-faults.ts';
import { listen } from '../../../../../engine/content/timeline/compare/listening.ts';
import { hasSameSamples } from '../../../../../engine/content/timeline/compare/same-samples.ts';

const RATE = 32_000;
const SECONDS = 8;
const EXPECTATION = {
  gainDb: 0,
  isLevelled: false,
  isNarrow: false,
  isSpeech: false,
  isClean: true,
  isJoint: false,
} as const;

function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 31 - 1;
}

/** Notes of a quarter of a second with their overtones, in pitch `times` as high; the channels differ by half a decibel. */
function music(times = 1): Pcm {
  const random = randomOf(5);
  const notes = Array.from({ length: 4 * SECONDS }, () => ({
    hz: 220 * 2 ** (1.5 * random()),
    loud: 0.4 + 0.3 * random(),
  }));
  const hiss = randomOf(9);
  const left = Float32Array.from({ length: SECONDS * RATE }, (_, at) => {
    const { hz, loud } = notes[Math.floor((4 * at) / RATE)]!;
    const fade = Math.exp((-3 * ((4 * at) % RATE)) / RATE);
    let sum = 0.02 * hiss();
    for (let overtone = 1; overtone <= 12; overtone++)
      sum += (Math.sin((2 * Math.PI * overtone * hz * times * at) / RATE) * loud * fade) / (2 * overtone);
    return sum / 2;
  });
  const right = randomOf(3);
  return { rate: RATE, channels: [left, left.map((sample) => 0.94 * sample + 0.004 * right())] };
}

const SOURCE = music();

function faultsOf(after: Pcm): string[] {
  return audioFaults(listen([{ atMs: 0, before: SOURCE, after }]), EXPECTATION).map(
    ({ kind, found }) => `${kind} ${found ?? ''}`,
  );
}

function changed(of: (samples: Float32Array) => Float32Array): Pcm {
  return { rate: RATE, channels: SOURCE.channels.map((samples) => of(samples.slice())) };
}

/** A first-order filter: what is above `hz` is left. */
function above(samples: Float32Array, hz: number): Float32Array {
  const share = Math.exp((-2 * Math.PI * hz) / RATE);
  let low = 0;
  return samples.map((sample) => sample - (low = share * low + (1 - share) * sample));
}

function below(samples: Float32Array, hz: number): Float32Array {
  const share = Math.exp((-2 * Math.PI * hz) / RATE);
  let low = 0;
  return samples.map((sample) => (low = share * low + (1 - share) * sample));
}

/** The noise of a codec, 26 dB below the music. */
function coded(samples: Float32Array): Float32Array {
  const random = randomOf(11);
  return samples.map((sample) => sample * (1 + 0.05 * random()));
}

describe('audio of a whole track', () => {
  it('may have the noise of a codec', () => {
    expect(faultsOf(changed(coded))).toEqual([]);
  });

  it('is not cut to the band of a telephone', () => {
    const telephone = (samples: Float32Array): Float32Array =>
      above(above(below(below(samples, 3400), 3400), 300), 300);
    expect(faultsOf(changed(telephone)).join()).toMatch(/dB at/);
  });

  it('does not lack its highest band', () => {
    const averaged = (samples: Float32Array): Float32Array =>
      samples.map((sample, at) => (sample + (samples[at + 1] ?? 0)) / 2);
    expect(faultsOf(changed((samples) => averaged(averaged(averaged(samples))))).join()).toMatch(/dB at \d{4,} Hz/);
  });

  it('is not half a semitone lower', () => {
    expect(faultsOf(music(2 ** (-1 / 24))).join()).toContain('a pitch of 97');
  });

  it('has no two channels exchanged that are much alike', () => {
    const [left, right] = SOURCE.channels as [Float32Array, Float32Array];
    expect(faultsOf({ rate: RATE, channels: [right, left] })).toEqual(['channels_exchanged channels 1 and 2']);
  });

  it('is not another one in its last part', () => {
    const random = randomOf(21);
    const other = (samples: Float32Array): Float32Array => {
      const from = 5 * RATE;
      for (let at = from; at < samples.length; at++)
        samples[at] = samples[at - Math.floor(1.37 * RATE)]! + 1e-4 * random();
      return samples;
    };
    expect(faultsOf(changed(other))).not.toEqual([]);
  });

  it('is late in its last part by more than a codec is', () => {
    const late = (samples: Float32Array): Float32Array => samples.copyWithin(5.62 * RATE, 5.5 * RATE);
    expect(faultsOf(changed(late)).join()).toContain('moment_shifted');
  });
});

describe('noise at 48 kHz', () => {
  const random = randomOf(17);
  const noise = Float32Array.from({ length: 48_000 * 3 }, () => 0.3 * random());
  /** The noise with a share of what is above 12 kHz, which is all that half the rate has no place for. */
  const withHighs = (share: number): string[] => {
    const low = lowHalf(noise);
    const samples = noise.map((sample, at) => low[at]! + share * (sample - low[at]!));
    const pair = {
      atMs: 0,
      before: { rate: 48_000, channels: [noise] },
      after: { rate: 48_000, channels: [samples] },
    };
    return audioFaults(listen([pair]), EXPECTATION).map(({ kind, found }) => `${kind} ${found ?? ''}`);
  };

  it('has not had half its rate on the way', () => {
    expect(withHighs(0)).toEqual([expect.stringMatching(/dB at 14368 Hz/)]);
  });

  it('may be a little quieter above 12 kHz', () => {
    expect(withHighs(0.5)).toEqual([]);
  });
});

/** What is below a quarter of the rate: a sinc of half a band, with a Hann window. */
function lowHalf(samples: Float32Array): Float32Array {
  const side = 63;
  const weights = Array.from({ length: 2 * side + 1 }, (_, at) => {
    const x = (Math.PI * (at - side)) / 2;
    return ((x === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos((Math.PI * (at - side)) / (side + 1)))) / 2;
  });
  return samples.map((_, at) =>
    weights.reduce((sum, weight, tap) => sum + weight * (samples[at + tap - side] ?? 0), 0),
  );
}

describe('two channels that are the same', () => {
  const [left] = SOURCE.channels as [Float32Array];
  const twice = (samples: Float32Array): Pcm => ({ rate: RATE, channels: [samples, samples.slice()] });
  const faults = (after: Pcm): string[] =>
    audioFaults(listen([{ atMs: 0, before: twice(left), after }]), EXPECTATION).map(({ kind }) => kind);

  it('are heard once', () => {
    const heard = listen([{ atMs: 0, before: twice(left), after: twice(coded(left)) }]);
    expect(heard.rows.length).toBe(1);
    expect(faults(twice(coded(left)))).toEqual([]);
  });

  it('are heard one by one where the result has others', () => {
    expect(faults({ rate: RATE, channels: [left, new Float32Array(left.length)] })).toContain('channel_silent');
  });
});

describe('samples of a lossless codec', () => {
  it('are the same but for their rounding and what is beyond full scale', () => {
    const loud = changed((samples) => samples.map((sample) => 4 * sample));
    const rounded = loud.channels.map((samples) =>
      samples.map((sample) => Math.round(32_768 * Math.max(-1, Math.min(1, sample))) / 32_768),
    );
    expect(hasSameSamples({ before: loud, after: { rate: RATE, channels: rounded } })).toBe(true);
  });

  it('are the same where there are none, and only there', () => {
    const empty = { rate: RATE, channels: SOURCE.channels.map(() => new Float32Array()) };
    expect(hasSameSamples({ before: empty, after: empty })).toBe(true);
    expect(hasSameSamples({ before: empty, after: SOURCE })).toBe(false);
    expect(hasSameSamples({ before: SOURCE, after: empty })).toBe(false);
  });

  it.each<[string, Pcm]>([
    ['where one is another', changed((samples) => samples.fill(0.5, 1000, 1001))],
    [
      'where one channel is inverted',
      { rate: RATE, channels: [SOURCE.channels[0]!, SOURCE.channels[1]!.map((one) => -one)] },
    ],
    ['where the last tenth of a second is missing', changed((samples) => samples.subarray(0, -RATE / 10))],
    ['where a second is missing', changed((samples) => samples.subarray(0, 7 * RATE))],
    ['where a channel is missing', { rate: RATE, channels: [SOURCE.channels[0]!] }],
  ])('are not %s', (_name, after) => {
    expect(hasSameSamples({ before: SOURCE, after })).toBe(false);
  });
});
