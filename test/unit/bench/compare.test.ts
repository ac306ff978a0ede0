import { describe, expect, it } from 'vitest';
import { compareWithBaseline, parseResults, ratiosOf } from '../../../bench/compare.ts';
import type { BenchResults } from '../../../bench/results.ts';
import { benchResults, comparison, load, suiteResults } from './sample-results.ts';

const withRatio = (user: number, wall = 1): BenchResults =>
  benchResults([suiteResults('convert', { comparisons: [comparison('png → webp', { user, wall })] })]);

describe('compareWithBaseline', () => {
  it('names a ratio that rose by more than 15 % in all three repeats as slower', () => {
    const { moved, compared } = compareWithBaseline(withRatio(1), [withRatio(1.16), withRatio(1.5), withRatio(1.2)]);
    expect(moved).toEqual([
      {
        ratio: 'convert: png → webp, warm, cwebp, user',
        baseline: 1,
        found: [1.16, 1.5, 1.2],
        direction: 'slower',
      },
    ]);
    expect(compared).toBe(2);
  });

  it('names a ratio that fell in all three repeats as faster', () => {
    const { moved } = compareWithBaseline(withRatio(2), [withRatio(1.5), withRatio(1.6), withRatio(1)]);
    expect(moved.map(({ direction }) => direction)).toEqual(['faster']);
  });

  it('is silent when one repeat stayed within 15 %, or went the other way', () => {
    expect(compareWithBaseline(withRatio(1), [withRatio(1.5), withRatio(1.15), withRatio(2)]).moved).toEqual([]);
    expect(compareWithBaseline(withRatio(1), [withRatio(1.5), withRatio(0.5), withRatio(1.5)]).moved).toEqual([]);
  });

  it('tells which ratios of the suites that ran are gone, and ignores suites that did not run', () => {
    const baseline = benchResults([
      suiteResults('convert', { comparisons: [comparison('png → webp', { user: 1, wall: 1 })] }),
      suiteResults('start', { comparisons: [comparison('import', { user: 1, wall: 1 })] }),
    ]);
    const now = benchResults([suiteResults('convert', {})]);
    const { missing, compared } = compareWithBaseline(baseline, [now, now, now]);
    expect(missing).toEqual(['convert: png → webp, warm, cwebp, user', 'convert: png → webp, warm, cwebp, wall']);
    expect(compared).toBe(0);
  });
});

describe('ratiosOf', () => {
  it('compares loads by the seconds of a job, with peers that ran as many at once', () => {
    const loads = [
      load('athanor', { workers: 2, jobsPerSecond: 10 }),
      load('cwebp', { workers: 2, jobsPerSecond: 30 }),
      load('cwebp', { workers: 4, jobsPerSecond: 50 }),
    ];
    expect([...ratiosOf([suiteResults('throughput', { loads })])]).toEqual([
      ['throughput: png → webp, 2 at once, cwebp, seconds a job', 3],
    ]);
  });
});

describe('parseResults', () => {
  it('reads what the bench wrote', () => {
    const results = withRatio(1.5, 0.5);
    expect(parseResults(JSON.stringify(results))).toEqual(results);
  });

  it('refuses other JSON', () => {
    expect(() => parseResults('{"version":2,"suites":[]}')).toThrow('Expected the results of an earlier run');
    expect(() => parseResults('[]')).toThrow('Expected the results of an earlier run');
  });
});
