import { expect, it } from 'vitest';
import { slopeAnHour } from '../../../bench/soak/observe.ts';
import { soakReport } from '../../../bench/soak/report.ts';

it('tells by what share something grows an hour', () => {
  const every = (change: number): (readonly [number, number])[] =>
    Array.from({ length: 60 }, (_, minute) => [minute * 60, 100 + (change * minute) / 60 + (minute % 2)] as const);
  expect(slopeAnHour(every(0))).toBeCloseTo(0, 2);
  expect(slopeAnHour(every(5))).toBeCloseTo(0.049, 2);
  expect(slopeAnHour(every(-5))).toBeCloseTo(-0.049, 2);
});

it('draws what was held, and lists what was refused', () => {
  const holding = { at: 10, memory: 300e6, descriptors: 40, threads: 12, files: 3 };
  const page = soakReport({
    plan: { minutes: 1, jobs: 1, seed: 1 },
    startedAt: '2026-11-28T00:00:00.000Z',
    node: 'v24',
    work: [
      { at: 5, ms: 100 },
      { at: 30, ms: 200, code: 'input_<corrupt>' },
    ],
    holdings: [holding, { ...holding, at: 20, memory: 330e6 }],
    memorySlope: 0.004,
    rest: holding,
    problems: [],
  });
  expect(page.match(/<svg/g)).toHaveLength(5);
  expect(page).toContain('Memory changes by 0.4 % an hour');
  expect(page).toContain('All promises were kept.');
  expect(page).toContain('input_&#60;corrupt&#62;</td><td>1');
});
