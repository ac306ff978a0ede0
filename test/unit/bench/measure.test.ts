import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distributionOf,
  geometricMean,
  measurementOf,
  median,
  medianAbsoluteDeviation,
  percentilesOf,
  quantile,
  ratioOf,
  ratioOfTurns,
} from '../../../bench/measure.ts';
import { assertProperty } from '../../support/property.ts';

const numbers = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });

describe('quantile', () => {
  it('interpolates between the two nearest values', () => {
    expect(quantile([10, 20], 0.25)).toBe(12.5);
    expect(quantile([1, 2, 3, 4, 5], 0.9)).toBeCloseTo(4.6, 10);
  });

  it('does not depend on the order, and leaves its input as it was', () => {
    const values = [3, 1, 2];
    expect(median(values)).toBe(2);
    expect(values).toEqual([3, 1, 2]);
  });

  it('lies within the values and rises with the fraction', () => {
    assertProperty(
      fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (values, fraction) => {
        const low = quantile(values, fraction / 2);
        const high = quantile(values, fraction);
        expect(low).toBeLessThanOrEqual(high);
        expect(high).toBeLessThanOrEqual(Math.max(...values));
        expect(low).toBeGreaterThanOrEqual(Math.min(...values));
      }),
    );
  });

  it('refuses no values and fractions that are none', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
    expect(() => quantile([1], 1.01)).toThrow('Expected a fraction from 0 to 1, but received 1.01.');
    expect(() => quantile([1], Number.NaN)).toThrow(RangeError);
  });
});

describe('statistics of runs', () => {
  it('does not let one slow run move median or deviation', () => {
    const steady = [10, 11, 9, 10, 10];
    const disturbed = [10, 11, 9, 10, 9_000];
    expect(median(disturbed)).toBe(median(steady));
    expect(medianAbsoluteDeviation(disturbed)).toBeLessThanOrEqual(1);
  });

  it('describes runs by median, deviation and ends', () => {
    expect(distributionOf([4, 1, 3, 2])).toEqual({ runs: 4, median: 2.5, deviation: 1, min: 1, max: 4 });
  });

  it('gives the percentiles of latencies', () => {
    const latencies = Array.from({ length: 101 }, (_, index) => index);
    expect(percentilesOf(latencies)).toEqual({ p50: 50, p95: 95, p99: 99 });
  });
});

describe('ratios', () => {
  const measured = (userMs: number, wallMs: number) => measurementOf([{ userMs, wallMs }]);

  it('divides our median by theirs, user CPU and wall time apart', () => {
    expect(ratioOf(measured(30, 10), measured(60, 40))).toEqual({ user: 0.5, wall: 0.25 });
  });

  it('takes a time of zero, which is below the clock, for one millisecond', () => {
    expect(ratioOf(measured(5, 0), measured(0, 4))).toEqual({ user: 5, wall: 0.25 });
  });

  it('lets twice as fast and twice as slow cancel out in the mean', () => {
    expect(geometricMean([0.5, 2])).toBeCloseTo(1, 12);
    expect(geometricMean([4, 4, 4])).toBeCloseTo(4, 12);
    expect(() => geometricMean([])).toThrow(RangeError);
  });
});

it('compares turns with the turn beside them: one busy minute of the machine moves no ratio', () => {
  const turn = (userMs: number): { userMs: number; wallMs: number } => ({ userMs, wallMs: 2 * userMs });
  const ratio = ratioOfTurns([turn(10), turn(40), turn(12)], [turn(20), turn(80), turn(20)]);
  expect(ratio).toMatchObject({ user: 0.5, wall: 0.5, turns: { user: { runs: 3, min: 0.5, max: 0.6 } } });
  // The ratio of the medians is another one.
  expect(
    ratioOf(measurementOf([turn(10), turn(40), turn(12)]), measurementOf([turn(20), turn(80), turn(20)])).user,
  ).toBe(0.6);
});
