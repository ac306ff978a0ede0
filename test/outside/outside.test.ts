import { describe, expect, it } from 'vitest';
import { failuresOf, rootOf } from './examine.ts';
import { readFailures, readOutcomes, sameFailures, type Failure } from './outcomes.ts';
import { SUITES } from './suites/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

describe('suites that others wrote', () => {
  for (const suite of SUITES) {
    const root = rootOf(suite, process.env.OUTSIDE_DATA);
    it.skipIf(root === undefined)(`${suite.id}: ${suite.title}`, { timeout: 900_000 }, async () => {
      const cases = await suite.cases(root!);
      expect(cases.length).toBeGreaterThan(0);
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
      const { unexplained, mended } = sameFailures(readFailures(suite.id), await failuresOf(cases, engine));
      expect({ unexplained, mended }).toEqual({ unexplained: [], mended: [] });
    });
  }
});

describe('what is kept of their outcome', () => {
  const failures = readFailures();

  it('explains each failure of each suite', () => {
    expect(failures.filter(({ by, reason }) => !['ours', 'theirs', 'design'].includes(by) || reason === '')).toEqual(
      [],
    );
    const outcomes = readOutcomes();
    expect(outcomes.map(({ suite }) => suite).toSorted()).toEqual(SUITES.map(({ id }) => id).toSorted());
    for (const { suite, run, failed } of outcomes) {
      expect(
        failures.filter((failure) => failure.suite === suite),
        suite,
      ).toHaveLength(failed);
      expect(run).toBeGreaterThan(failed);
    }
  });
});

describe('failures beside what is known of them', () => {
  const failure = (name: string, by: Failure['by'] = ''): Failure => ({ name, by, message: '', reason: '' });

  it('are new where nobody has explained them, and mended where they do not occur', () => {
    const known = [failure('a', 'design'), failure('b', 'ours'), failure('c')];
    const { unexplained, mended } = sameFailures(known, [failure('a'), failure('c'), failure('d')]);
    expect(unexplained.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(mended.map(({ name }) => name)).toEqual(['b']);
  });

  it('are those of cases that throw', async () => {
    const cases = [
      { name: 'good', run: async () => {} },
      { name: 'bad', run: () => Promise.reject(new Error('it is\nwrong')) },
    ];
    expect(await failuresOf(cases, engine)).toEqual([{ name: 'bad', message: 'it is wrong', by: '', reason: '' }]);
  });
});
