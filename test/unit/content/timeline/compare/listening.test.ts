import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../../../../engine/contract/samples.ts';
import { audioFaults } from '../../../../../engine/content/timeline/compare/audio-faults.ts';
import { listen } from '../../../../../engine/content/timeline/compare/listening.ts';

const RATE = 8000;
const SECONDS = 10;
const EXPECTATION = {
  gainDb: 0,
  isLevelled: false,
  isNarrow: false,
  isSpeech: false,
  isClean: true,
  isJoint: false,
} as const;

/** Two channels of loud noise whose level changes from moment to moment; both are much alike. */
function music(): Pcm {
  let state = 7;
  const noise = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 31 - 1;
  const levels = Array.from({ length: SECONDS * 10 }, () => 0.2 + 0.15 * noise());
  const left = Float32Array.from(
    { length: SECONDS * RATE },
    (_, at) => levels[Math.floor((at * 10) / RATE)]! * noise(),
  );
  return { rate: RATE, channels: [left, left.map((value) => 0.8 * value + 0.02 * noise())] };
}

const SOURCE = music();

function heard(change: (samples: Float32Array, channel: number) => Float32Array): string[] {
  const after = { rate: RATE, channels: SOURCE.channels.map((samples, channel) => change(samples.slice(), channel)) };
  return audioFaults(listen([{ atMs: 0, before: SOURCE, after }]), EXPECTATION).map(({ kind }) => kind);
}

function tones(rate: number, frequencies: readonly number[], seconds = 0.5): Pcm {
  const toneOf = (hz: number): Float32Array =>
    Float32Array.from({ length: seconds * rate }, (_, at) => 0.2 * Math.sin((2 * Math.PI * hz * at) / rate));
  return { rate, channels: frequencies.map(toneOf) };
}

describe('tones beside the edge of a band', () => {
  it.each([22_050, 32_000, 44_100])('are the same at %d Hz, where windows of other lengths blur them less', (rate) => {
    const frequencies = [300, 400, 500, 60, 700, 800];
    const pair = { atMs: 0, before: tones(48_000, frequencies), after: tones(rate, frequencies) };
    expect(audioFaults(listen([pair]), EXPECTATION)).toEqual([]);
  });
});

describe('tones above what the rate of the result holds', () => {
  /** A tone that rises from 1 kHz to 15 kHz in a second. */
  const sweep = (rate: number, mostHz: number): Pcm => {
    const samples = Float32Array.from({ length: rate }, (_, at) => {
      const seconds = at / rate;
      const hz = 1000 + 14_000 * seconds;
      return hz > mostHz ? 0 : 0.2 * Math.sin(2 * Math.PI * (1000 + 7000 * seconds) * seconds);
    });
    return { rate, channels: [samples] };
  };
  const faults = (after: Pcm): string[] =>
    audioFaults(listen([{ atMs: 0, before: sweep(32_000, Infinity), after }]), { ...EXPECTATION, isNarrow: true }).map(
      ({ kind }) => kind,
    );

  it('are not missed', () => {
    expect(faults(sweep(16_000, 7800))).toEqual([]);
  });

  it('are missed where the result could hold them', () => {
    expect(faults(sweep(16_000, 5000))).toContain('audio_missing');
    expect(faults(sweep(32_000, 7800))).toContain('audio_missing');
  });
});

describe('audio of few bits for each channel', () => {
  const before = tones(48_000, [300, 1000]);
  const mix = before.channels[0]!.map((sample, at) => (sample + before.channels[1]![at]!) / 2);
  const joint = { rate: 48_000, channels: [mix, mix] };
  const faults = (after: Pcm, isJoint: boolean): string[] =>
    audioFaults(listen([{ atMs: 0, before, after }]), { ...EXPECTATION, isClean: false, isJoint }).map(
      ({ kind }) => kind,
    );

  it('may have one channel made of two', () => {
    expect(faults(joint, true)).toEqual([]);
    expect(faults(joint, false)).not.toEqual([]);
  });

  it('is no other audio, has all channels, and each in its place', () => {
    expect(faults(tones(48_000, [600, 2100]), true)).toContain('audio_changed');
    expect(faults({ ...before, channels: [before.channels[0]!, mix.map(() => 0)] }, true)).toContain('channel_silent');
    expect(faults({ ...before, channels: [...before.channels].reverse() }, true)).toContain('channels_exchanged');
  });
});

describe('noise beside a tone', () => {
  const before = tones(48_000, [1350]);
  const faults = ([hz, share]: readonly [hz: number, share: number], subbandHz?: number): (string | undefined)[] => {
    const [noise] = tones(48_000, [hz]).channels;
    const after = { ...before, channels: [before.channels[0]!.map((sample, at) => sample + share * noise![at]!)] };
    const expectation = { ...EXPECTATION, isClean: false, ...(subbandHz && { subbandHz }) };
    return audioFaults(listen([{ atMs: 0, before, after }]), expectation).map(({ found }) => found);
  };

  it('is expected within a subband of a codec that has few bits', () => {
    expect(faults([900, 0.05])).toEqual(['noise at 898 Hz']);
    expect(faults([900, 0.05], 750)).toEqual([]);
  });

  it('is found in other subbands, and where it is loud', () => {
    expect(faults([4500, 0.05], 750)).toEqual(['noise at 4525 Hz']);
    expect(faults([900, 0.3], 750)).not.toEqual([]);
  });
});

describe('audio that was decoded as a whole', () => {
  it('is the same where nothing changed', () => {
    expect(heard((samples) => samples)).toEqual([]);
  });

  it('is the same without an offset that the source had', () => {
    const before = { rate: RATE, channels: SOURCE.channels.map((samples) => samples.map((value) => value - 0.1)) };
    expect(audioFaults(listen([{ atMs: 0, before, after: SOURCE }]), EXPECTATION)).toEqual([]);
  });

  it('may have no gap of a fifth of a second', () => {
    expect(heard((samples) => samples.fill(0, 4.05 * RATE, 4.25 * RATE))).toContain('audio_missing');
  });

  it('lacks no second in its middle', () => {
    const cut = (samples: Float32Array): Float32Array => {
      samples.copyWithin(5 * RATE, 6 * RATE);
      return samples.fill(0, 9 * RATE);
    };
    expect(heard(cut)).toContain('audio_missing');
  });

  it('is not late from its middle on', () => {
    const late = (samples: Float32Array): Float32Array => {
      samples.copyWithin(5.4 * RATE, 5 * RATE);
      return samples;
    };
    expect(heard(late)).toContain('moment_shifted');
  });

  it('does not end before its last part', () => {
    expect(heard((samples) => samples.subarray(0, 5.2 * RATE))).toContain('audio_missing');
  });

  it('has no channel that is inverted', () => {
    expect(heard((samples, channel) => (channel === 1 ? samples.map((value) => -value) : samples))).toEqual([
      'audio_changed',
    ]);
  });
});

describe('audio of a fifth of a second', () => {
  const before: Pcm = { rate: RATE, channels: SOURCE.channels.map((samples) => samples.subarray(0, RATE / 5)) };
  const faultsAs = (change: (samples: Float32Array) => Float32Array): string[] => {
    const after = { rate: RATE, channels: before.channels.map((samples) => change(samples.slice())) };
    return audioFaults(listen([{ atMs: 0, before, after }]), EXPECTATION).map(({ kind }) => kind);
  };
  const tone = (samples: Float32Array): Float32Array => samples.map((_, at) => 0.2 * Math.sin(at));

  it('may lack what a codec rounds away', () => {
    expect(faultsAs((samples) => samples)).toEqual([]);
    expect(faultsAs((samples) => samples.subarray(0, -0.03 * RATE))).toEqual([]);
  });

  it('is heard to its end', () => {
    expect(faultsAs((samples) => samples.subarray(0, samples.length / 2))).toContain('audio_missing');
    expect(faultsAs((samples) => samples.subarray(0, -0.06 * RATE))).toContain('audio_missing');
  });

  it('is neither silent nor something else', () => {
    expect(faultsAs((samples) => samples.fill(0))).toEqual(['track_silent']);
    expect(faultsAs(tone)).toContain('audio_changed');
  });
});

describe('audio of few samples a second', () => {
  const NARROW_RATE = 8000;
  /** A voice that rises for four seconds. */
  const voice = Float32Array.from({ length: 4 * NARROW_RATE }, (_, at) => {
    return 0.4 * Math.sin(2 * Math.PI * (300 + (200 * at) / NARROW_RATE) * (at / NARROW_RATE));
  });
  const before = { rate: NARROW_RATE, channels: [voice] };
  const faultsAs = (isSpeech: boolean, change: (samples: Float32Array) => Float32Array): string[] => {
    const after = { rate: NARROW_RATE, channels: before.channels.map((samples) => change(samples.slice())) };
    const expectation = { ...EXPECTATION, isNarrow: true, isSpeech, isClean: !isSpeech };
    return audioFaults(listen([{ atMs: 0, before, after }]), expectation).map(({ kind }) => kind);
  };
  const quieter = (samples: Float32Array): Float32Array => samples.map((value) => value / 2);

  it('is as loud as before, and not backwards', () => {
    expect(faultsAs(false, (samples) => samples)).toEqual([]);
    expect(faultsAs(false, quieter)).toContain('level_changed');
    expect(faultsAs(false, (samples) => samples.reverse())).not.toEqual([]);
  });

  it('may be quieter where a codec keeps no more than speech', () => {
    expect(faultsAs(true, quieter)).toEqual([]);
  });
});

describe('a steady tone', () => {
  /** Half a second that rises by a seventh: its level says nothing of the time, and its pitch too little. */
  const tone = Float32Array.from({ length: RATE / 2 }, (_, at) => {
    const octaves = (1.2 * at) / RATE;
    return 0.5 * Math.sin((2 * Math.PI * 500 * RATE * (2 ** octaves - 1)) / (1.2 * RATE * Math.LN2));
  });
  /** It begins later, with a share of its height before. */
  const faultsAfter = (seconds: number, share = 0): string[] => {
    const after = new Float32Array(RATE / 2 + seconds * RATE);
    after.set(tone.subarray(0, seconds * RATE).map((value) => share * value));
    after.set(tone, seconds * RATE);
    const [before, found] = [tone, after].map((samples) => ({ rate: RATE, channels: [samples] }));
    return audioFaults(listen([{ atMs: 0, before: before!, after: found! }]), EXPECTATION).map(({ kind }) => kind);
  };

  it('may begin as much later as codecs delay audio', () => {
    expect(faultsAfter(0.08)).toEqual([]);
  });

  it('begins where it is loud, and not where an encoder spreads some of it over the silence before', () => {
    expect(faultsAfter(0.08, 0.005)).toEqual([]);
  });

  it('is missing where it is quiet for longer than any encoder spreads it', () => {
    const after = tone.map((value, at) => (at < 0.3 * RATE ? 0.005 * value : value));
    const [before, found] = [tone, after].map((samples) => ({ rate: RATE, channels: [samples] }));
    expect(audioFaults(listen([{ atMs: 0, before: before!, after: found! }]), EXPECTATION)).not.toEqual([]);
  });

  it('is other audio much later', () => {
    expect(faultsAfter(0.3)).not.toEqual([]);
  });
});
