import { describe, expect, it } from 'vitest';
import { diffSound } from '../../../../engine/content/score/diff-sound.ts';
import type { ScoreFacts } from '../../../../engine/contract/facts.ts';

const RATE = 8000;
const SECONDS = 20;
/** A note every half second for five seconds; the last is held for a second. */
const SCORE: ScoreFacts = {
  heardMs: Float64Array.from({ length: 10 }, (_, index) => 500 * index),
  soundingMs: Float64Array.of(0, 5500),
};

/** What differs in a recording that is as loud as `loudness` says at each second. */
function differences(loudness: (seconds: number) => number, gainDb = 0): (readonly [string, number?])[] {
  const samples = Float32Array.from(
    { length: SECONDS * RATE },
    (_, at) => loudness(at / RATE) * Math.sin((at / RATE) * 2 * Math.PI * 440),
  );
  const moment = { atMs: 0, lengthMs: SECONDS * 1000, kinds: ['audio'] } as const;
  const audio = [{ rate: RATE, channels: [new Float32Array(samples.length), samples] }];
  const found = diffSound(SCORE, { pairs: [{ before: moment, after: moment }], after: [{ audio }], gainDb });
  return [...found].flatMap((one) => ('kind' in one ? [[one.kind, one.place.atMs] as const] : []));
}

const asWritten = (seconds: number): number => (seconds < 7 ? 0.1 : 0);

describe('a recording of a score', () => {
  it('is right where its notes are heard and nothing is behind them', () => {
    expect(differences(asWritten)).toEqual([]);
    expect(differences((seconds) => asWritten(seconds) / 1000, -60)).toEqual([]);
  });

  it('is silent where no note is heard', () => {
    expect(differences(() => 0)).toEqual([['track_silent', undefined]]);
  });

  it('lacks notes where several in a row are not heard', () => {
    expect(differences((seconds) => (seconds < 2 || seconds >= 4.5 ? asWritten(seconds) : 0))).toEqual([
      ['audio_missing', 3500],
    ]);
    // Three, in a drum kit that does not have them.
    expect(differences((seconds) => (seconds < 2 || seconds >= 3.5 ? asWritten(seconds) : 0))).toEqual([]);
  });

  it('has something added where the score has been silent for long', () => {
    expect(differences((seconds) => (seconds > 16 ? 0.1 : asWritten(seconds)))).toEqual([['audio_added', 16_000]]);
    // Instruments may still sound.
    expect(differences((seconds) => (seconds < 13 ? 0.1 : 0))).toEqual([]);
  });
});
