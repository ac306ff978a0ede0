import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../server/stores/sqlite/store.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { describeStore } from './store-contract.ts';

describeStore('SQLite', async () => {
  const directory = await temporaryDirectory();
  const store = await openSqliteStore(join(directory.path, 'test.db'));
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await directory[Symbol.asyncDispose]();
    },
  };
});

const PROCESSES = 4;
const CAP = 120;

test('four processes at once spend exactly the quota, refund once, and make exactly ten keys', async () => {
  await using directory = await temporaryDirectory();
  const file = join(directory.path, 'shared.db');
  const store = await openSqliteStore(file);
  await store.accounts.savePlan({ id: 'plan', name: 'Plan', monthlyConversions: CAP });
  await store.accounts.create({ id: 'a', planId: 'plan', createdAt: 0 });

  const script = join(import.meta.dirname, 'quota-attacker.ts');
  const outcomes = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const child = fork(script, [file], { execArgv: [] });
      const [outcome] = (await once(child, 'message')) as [{ succeeded: number; keys: number; doubleEnds: number }];
      return outcome;
    }),
  );
  const sum = (name: keyof (typeof outcomes)[number]) => outcomes.reduce((total, outcome) => total + outcome[name], 0);
  expect(sum('keys')).toBe(10);
  expect(sum('doubleEnds')).toBe(0);
  expect(sum('succeeded')).toBe(CAP);
  expect(await store.accounts.usage('a', 'm')).toEqual({ used: CAP, limit: CAP });
  await store.close();
});
