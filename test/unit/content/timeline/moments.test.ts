import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';
import { momentsOf } from '../../../../engine/content/timeline/moments.ts';

function audio(durationMs: number): Facts {
  const media = { durationMs, tags: {}, tracks: [{ kind: 'audio', codec: 'aac', durationMs }] } as const;
  return { format: 'aac', sizeBytes: 1, reader: 'test', depth: 'structure', features: ['audio'], media };
}

const EXPECTATION: Expectation = {
  ...{ from: 'aac', to: 'flac', kept: ['audio'], lost: [], gone: [], operations: [], takes: 'one', gives: 'one' },
  options: {},
};

const lengths = (durationMs: number, options: Expectation['options']): number[] =>
  momentsOf(audio(durationMs), { ...EXPECTATION, options }, 'quick').map(({ before }) => before.lengthMs);

describe('the moments of a file that does not say how long it plays', () => {
  it('are what was asked for, at most two minutes', () => {
    expect(lengths(0, {})).toEqual([120_000]);
    expect(lengths(0, { duration: 0.2 })).toEqual([200]);
    expect(lengths(0, { start: 5, duration: 600 })).toEqual([120_000]);
  });
});

describe('the moments of a short file', () => {
  it('are all that is taken of it', () => {
    expect(lengths(3000, {})).toEqual([3000]);
    expect(lengths(3000, { start: 1, duration: 5 })).toEqual([2000]);
  });
});
