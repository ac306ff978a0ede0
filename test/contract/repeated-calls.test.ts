import { expect, it } from 'vitest';
import type { Retry } from '../../server/stores/kysely/retry.ts';
import { openSqlStore } from '../../server/stores/kysely/store.ts';
import { prepareClaim } from '../../server/stores/sqlite/claim.ts';
import { nodeSqliteDialect } from '../../server/stores/sqlite/dialect.ts';
import { conversion, OUTCOME, PERIOD } from './store-fixtures.ts';

/** As if the answer to everything that may be retried were lost after it was committed. */
const loseEveryAnswer: Retry = async (work) => {
  await work(false);
  return work(true);
};

const open = async () => {
  const store = await openSqlStore({
    ...{ type: 'sqlite', dialect: nodeSqliteDialect(':memory:'), shared: false },
    findUnlocked: async () => [],
    time: async () => 0,
    retry: loseEveryAnswer,
    prepareClaim,
    exclusively: (_database, work) => work(),
  });
  await store.accounts.saveTier({ id: 'small', name: 'Small', monthlyConversions: 3 });
  await store.accounts.create({ id: 'a', tierId: 'small', createdAt: 0 });
  return store;
};

const FAILURE = { status: 'failed', errorCode: 'input_corrupt', errorMessage: 'It is damaged.' } as const;

it('a reservation whose answer was lost is charged once', async () => {
  const store = await open();
  expect(await store.conversions.reserve(conversion('c1'))).toEqual({ used: 1, limit: 3 });
  expect(await store.accounts.usage('a', PERIOD)).toEqual({ used: 1, limit: 3 });
  await store.close();
});

it('a success whose answer was lost is a success, and stays one', async () => {
  const store = await open();
  await store.conversions.reserve(conversion('c1'));
  expect(await store.conversions.succeed('c1', OUTCOME)).toBe(true);
  expect(await store.conversions.fail('c1', { ...FAILURE, finishedAt: OUTCOME.finishedAt })).toBe(false);
  expect(await store.accounts.usage('a', PERIOD)).toEqual({ used: 1, limit: 3 });
  await store.close();
});

it('a failure whose answer was lost gives the quota back once', async () => {
  const store = await open();
  await store.conversions.reserve(conversion('c1'));
  await store.conversions.reserve(conversion('c2'));
  expect(await store.conversions.fail('c1', { ...FAILURE, finishedAt: 5 })).toBe(true);
  expect(await store.conversions.succeed('c1', OUTCOME)).toBe(false);
  expect(await store.conversions.fail('c1', { ...FAILURE, finishedAt: 6 })).toBe(false);
  expect(await store.accounts.usage('a', PERIOD)).toEqual({ used: 1, limit: 3 });
  await store.close();
});
