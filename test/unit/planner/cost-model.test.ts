import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketSize, roundToStep } from '../../../engine/planner/cost-model.ts';
import { assertProperty } from '../../support/property.ts';

it.each([
  [0, 1],
  [0.3, 1],
  [1.4, 1],
  [1.5, 2],
  [3.1, 2],
  [3.2, 5],
  [7, 5],
  [7.1, 10],
  [88, 100],
  [140, 100],
  [150, 200],
  [1_280, 1_000],
  [4_500, 5_000],
])('%d ms is about %d', (ms, step) => {
  expect(roundToStep(ms)).toBe(step);
});

it('more time is never a smaller step', () => {
  const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
  assertProperty(fc.property(ms, ms, (a, b) => roundToStep(Math.min(a, b)) <= roundToStep(Math.max(a, b))));
});

it('a bucket stands for sizes up to its own, and is at most √2 too large', () => {
  assertProperty(
    fc.property(fc.integer({ min: 1_024, max: 2 ** 40 }), (bytes) => {
      expect(bucketSize(bytes)).toBeGreaterThanOrEqual(bytes * 0.999_999);
      expect(bucketSize(bytes)).toBeLessThanOrEqual(bytes * Math.SQRT2 * 1.000_001);
    }),
  );
  expect(bucketSize(0)).toBe(1_024);
});
