import { expect, it } from 'vitest';
import { postgresAnswers } from '../support/postgres.ts';
import { SEED } from '../support/seed.ts';
import { runChaos } from './chaos.ts';

it.skipIf(!(await postgresAnswers()))(
  'every conversion is delivered, or failed and refunded, exactly once, whatever is killed',
  async () => {
    const outcome = await runChaos({
      ...{ apis: 2, workers: 2, conversions: 40, kills: 3, cuts: 1, seed: SEED },
      ...{ stallMs: 0, storageAwayMs: 500 },
    });
    expect(outcome.problems).toEqual([]);
    expect(outcome.accepted).toBeGreaterThan(10);
    expect(outcome.succeeded).toBeGreaterThan(10);
  },
  180_000,
);
