import { describe, expect, it } from 'vitest';
import { audioFaults } from '../../../../../engine/content/timeline/compare/audio-faults.ts';
import { listen } from '../../../../../engine/content/timeline/compare/listening.ts';

const RATE = 48_000;
const SIZE = 2 * RATE;

/** A tone that rises and beats, another one for each channel. */
function tone(channel: number): Float32Array {
  return Float32Array.from({ length: SIZE }, (_, at) => {
    const t = at / RATE;
    return 0.3 * Math.sin(2 * Math.PI * 300 * 1.6 ** channel * t) * (1 + 0.5 * Math.sin((9 + channel) * t));
  });
}

const CHANNELS = Array.from({ length: 8 }, (_, channel) => tone(channel));
/** Left, right, centre, low frequencies, back and side: how FFmpeg weighs them in one channel. */
const WEIGHTS = [0.16, 0.16, 0.227, 0, 0.113, 0.113, 0.113, 0.113];

function mixOf(channels: readonly Float32Array[], weights: readonly number[] = WEIGHTS): Float32Array {
  return Float32Array.from({ length: SIZE }, (_, at) =>
    channels.reduce((sum, samples, channel) => sum + weights[channel]! * samples[at]!, 0),
  );
}

function faultsOf(after: Float32Array): string[] {
  const pair = { atMs: 0, before: { rate: RATE, channels: CHANNELS }, after: { rate: RATE, channels: [after] } };
  const expectation = {
    gainDb: 0,
    isLevelled: false,
    isNarrow: false,
    isSpeech: false,
    isClean: true,
    isJoint: false,
  };
  return audioFaults(listen([pair]), expectation).map(({ kind }) => kind);
}

describe('eight channels that became one', () => {
  it('are those of the source, each with its weight', () => {
    expect(faultsOf(mixOf(CHANNELS))).toEqual([]);
  });

  it.each<[string, () => Float32Array, string]>([
    ['silence', () => new Float32Array(SIZE), 'track_silent'],
    ['one of the channels alone', () => CHANNELS[0]!, 'audio_changed'],
    [
      'nearly nothing',
      () =>
        mixOf(
          CHANNELS,
          WEIGHTS.map((weight) => weight / 12),
        ),
      'level_changed',
    ],
    ['noise', () => Float32Array.from({ length: SIZE }, (_, at) => 0.3 * Math.sin(at * at * 1.7)), 'audio_changed'],
  ])('are not %s', (_name, make, kind) => {
    expect(faultsOf(make())).toContain(kind);
  });
});
