import { beforeAll, describe, expect, it } from 'vitest';
import { type FormatId } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';
import { SEED } from '../support/seed.ts';
import { rankOf, readKept } from './kept.ts';
import { PairKeys } from './keys.ts';
import { describeResult, FAULTS, tableOf, tryPair, type PairResult } from './matrix.ts';
import { pickFor, sampleOf } from './random.ts';
import { findSamples, sampleFor, type Samples } from './samples.ts';

/** Pairs that every run executes; `npm run matrix` executes all. */
const SAMPLE = 40;

/** Kept outcomes whose keys are compared, and pairs of those that have changed that are executed again. */
const LOOKED_AT = 500;
const CHANGED = 15;

/** The formats of most images: all of their pairs are executed in every run. */
const HOT: ReadonlySet<FormatId> = new Set(['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'jxl', 'apng', 'bmp', 'ico']);

const engine = sharedEngine();
const sampled = sampleOf(engine.pairs(), SAMPLE, SEED);
const hot = engine.pairs().filter((pair) => pair.every((format) => HOT.has(format)));

let samples: Samples;
beforeAll(async () => {
  samples = await findSamples();
});

describe(`a sample of the matrix (seed ${SEED})`, () => {
  it.each(sampled.map(([from, to]) => [from, to] as [FormatId, FormatId]))(
    '%s to %s is verified or refused with a reason',
    async (from, to) => {
      const result = await tryPair(engine, samples, from, to);
      expect(FAULTS.has(result.outcome), describeResult(result)).toBe(false);
    },
    120_000,
  );
});

describe(`pairs that have changed since their outcome was kept (seed ${SEED})`, () => {
  it('are verified or refused with a reason, of a selection', async () => {
    const keys = new PairKeys();
    const kept = sampleOf([...readKept().values()], LOOKED_AT, SEED);
    const changed = kept.filter(
      ({ from, to, key, ...rest }) =>
        key !== keys.keyOf(from, to, sampleFor(samples, { from, to, rank: rankOf(rest) })),
    );
    for (const { from, to, sample } of changed.slice(0, CHANGED)) {
      const result = await tryPair(engine, samples, from, to, rankOf({ sample }));
      expect(FAULTS.has(result.outcome), describeResult(result)).toBe(false);
    }
  }, 240_000);
});

describe('the pairs of the hot core', () => {
  it('are all there', () => {
    // An icon holds small images that were drawn for their size: it is not written again.
    expect(hot.length).toBe(HOT.size ** 2 - 1);
  });

  it.each(hot.map(([from, to]) => [from, to] as [FormatId, FormatId]))(
    '%s to %s is verified',
    async (from, to) => {
      const result = await tryPair(engine, samples, from, to);
      expect(result.outcome, describeResult(result)).toBe('verified');
    },
    120_000,
  );
});

describe('the table of outcomes', () => {
  it('has a row for each source and a column for each target', () => {
    const results: PairResult[] = [
      { from: 'png', to: 'jpg', outcome: 'verified' },
      { from: 'png', to: 'gif', outcome: 'wrong' },
      { from: 'jpg', to: 'png', outcome: 'refused' },
    ];
    expect(tableOf(results)).toBe('\tgif\tjpg\tpng\njpg\t\t\trefused\npng\tWRONG\t+\t');
  });
});

describe('the choice of the sample', () => {
  it('is the same for the same seed and another for another', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    expect(sampleOf(items, 10, 7)).toEqual(sampleOf(items, 10, 7));
    expect(sampleOf(items, 10, 7)).not.toEqual(sampleOf(items, 10, 8));
    expect(new Set(sampleOf(items, 50, 3)).size).toBe(50);
  });

  it('takes the same file for a pair every time', () => {
    expect(pickFor(['a', 'b', 'c'], 'png jpg')).toBe(pickFor(['a', 'b', 'c'], 'png jpg'));
    expect(pickFor([], 'png jpg')).toBeUndefined();
  });
});
