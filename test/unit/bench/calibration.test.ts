import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCost, type CostPoint } from '../../../bench/calibration/fit.ts';
import { absentPairs, specimensOf } from '../../../bench/calibration/specimens.ts';
import { scoreOfChecks, penaltyOfScores } from '../../../bench/calibration/quality-penalty.ts';
import { loadCases } from '../../../corpus/cases.ts';
import { CODECS } from '../../../engine/codecs/index.ts';
import type { Check } from '../../../engine/contract/report.ts';
import { assertProperty } from '../../support/property.ts';

const declared = { base: 50, perMB: 100 };
const pointsOf = (base: number, perMB: number, sizes: readonly number[]): CostPoint[] =>
  sizes.map((sizeMB) => ({ sizeMB, value: base + perMB * sizeMB }));

describe('fitCost', () => {
  it('finds the model behind points that follow one', () => {
    const { model, error } = fitCost(pointsOf(12, 340, [0.05, 0.2, 1, 6]), declared);
    expect(model.base).toBeCloseTo(12, 6);
    expect(model.perMB).toBeCloseTo(340, 6);
    expect(error).toBeCloseTo(0, 6);
  });

  it('comes close to the model behind points that are off by up to 10 %', () => {
    const noise = fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 6, maxLength: 6 });
    const model = fc.record({ base: fc.integer({ min: 1, max: 500 }), perMB: fc.integer({ min: 1, max: 2_000 }) });
    assertProperty(
      fc.property(noise, model, (factors, { base, perMB }) => {
        const points = pointsOf(base, perMB, [0.1, 0.3, 1, 3, 8, 20]).map(({ sizeMB, value }, index) => ({
          sizeMB,
          value: value * factors[index]!,
        }));
        expect(fitCost(points, declared).error).toBeLessThan(0.2);
      }),
    );
  });

  it('lies between the cheap and the dear conversions of one edge', () => {
    const sizes = [0.1, 0.2, 0.4, 0.8];
    const { model } = fitCost([...pointsOf(20, 0, sizes), ...pointsOf(400, 0, sizes)], declared);
    expect(model.base + 0.4 * model.perMB).toBeCloseTo(210, 0);
  });

  it('never predicts less than nothing', () => {
    const faster = fitCost(
      [
        { sizeMB: 0.1, value: 100 },
        { sizeMB: 10, value: 20 },
      ],
      declared,
    ).model;
    expect(faster.perMB).toBe(0);
    expect(faster.base).toBeGreaterThan(0);
    const steeper = fitCost(
      [
        { sizeMB: 0.1, value: 1 },
        { sizeMB: 1, value: 100 },
        { sizeMB: 2, value: 300 },
      ],
      declared,
    ).model;
    expect(steeper.base).toBe(0);
    expect(steeper.perMB).toBeGreaterThan(0);
  });

  it('keeps the declared slope where sizes are alike, or too small to show one', () => {
    expect(fitCost(pointsOf(30, 100, [0.9, 1, 1.1]), declared).model).toEqual({ base: 30, perMB: 100 });
    expect(fitCost(pointsOf(30, 100, [0.001, 0.01]), declared).model).toEqual({ base: 30, perMB: 100 });
  });

  it('gives up a declared slope that explains more than was measured', () => {
    const { model } = fitCost(
      [
        { sizeMB: 1, value: 10 },
        { sizeMB: 1.2, value: 12 },
      ],
      { base: 0, perMB: 900 },
    );
    expect(model).toEqual({ base: 0, perMB: 10 });
  });

  it('refuses no points', () => {
    expect(() => fitCost([], declared)).toThrow(RangeError);
  });
});

describe('quality penalty', () => {
  const check = (name: string, feature: Check['feature'], expected: number, found: number, ok = true): Check => ({
    name,
    ok,
    expected,
    found,
    ...(feature && { feature }),
  });

  it('grades what survives in part by its share, weighted by its feature', () => {
    const checks = [check('text', 'text', 1000, 990), check('headings', 'structure', 10, 6)];
    // text 1000 · 0.99 + structure 300 · 0.6, of 1300
    expect(scoreOfChecks(checks)).toBeCloseTo((1000 * 0.99 + 300 * 0.6) / 1300, 10);
  });

  it('counts every other check as kept or broken, however far its numbers are apart', () => {
    expect(scoreOfChecks([check('figures', 'figures', 20, 3)])).toBe(1);
    expect(scoreOfChecks([check('frames', 'animation', 20, 3, false)])).toBe(0);
  });

  it('does not reward more than was promised', () => {
    expect(scoreOfChecks([check('links', 'structure', 4, 9)])).toBe(1);
  });

  it('has no opinion without checks of a feature', () => {
    expect(scoreOfChecks([check('size', undefined, 1, 1)])).toBeUndefined();
  });

  it('is told in tens, and is none where nothing could be checked', () => {
    expect(penaltyOfScores([1, 0.98])).toBe(0);
    expect(penaltyOfScores([0.9, 0.86])).toBe(10);
    expect(penaltyOfScores([])).toBe(0);
  });
});

describe('specimens', () => {
  it('of an edge hold its golden cases and never a pair that the edge does not have', async () => {
    const cases = await loadCases();
    for (const codec of CODECS) {
      for (const edge of codec.edges) {
        const specimens = await specimensOf(codec, edge, cases);
        const own = cases.filter((golden) => golden.codec === codec.id && golden.edge === edge.name);
        expect(specimens.flatMap(({ golden }) => golden ?? [])).toEqual(own);
        for (const { from, to } of specimens) {
          expect(edge.from).toContain(from);
          expect(edge.to).toContain(to);
          expect(absentPairs(edge)).not.toContain(`${from}>${to}`);
        }
      }
    }
  });
});
