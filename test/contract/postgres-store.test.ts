import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SqlStore } from '../../server/stores/kysely/store.ts';
import { openPostgresStore } from '../../server/stores/postgres/store.ts';
import { UnavailableError } from '../../server/stores/unavailable.ts';
import { eventually } from '../support/eventually.ts';
import { postgresAnswers, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { expectExactQuota } from '../support/several-processes.ts';
import { describeStore } from './store-contract.ts';

test('a database that cannot be used is told without its password', async () => {
  const opening = openPostgresStore('postgres://somebody:secret-word@127.0.0.1:9/athanor');
  await expect(opening).rejects.toThrow(UnavailableError);
  await expect(opening).rejects.toThrow(/DATABASE_URL.*ECONNREFUSED/);
  await expect(opening).rejects.not.toThrow('secret-word');
});

describe.skipIf(!(await postgresAnswers()))('on a server that answers', () => {
  describe('with one database', () => {
    let database: TestDatabase;
    let store: SqlStore;
    beforeAll(async () => {
      database = await testDatabase();
      store = await openPostgresStore(database.url);
    });
    afterAll(async () => {
      await store.close();
      await database[Symbol.asyncDispose]();
    });

    // Making a database takes longer than any of the tests: each gets the same one, emptied.
    describeStore('PostgreSQL', async () => ({
      store,
      async [Symbol.asyncDispose]() {
        await sql`truncate plan, account, usage, api_key, conversion, process, task cascade`.execute(store.sql.db);
      },
    }));
  });

  test('four processes at once spend exactly the quota, refund once, and make exactly ten keys', async () => {
    await using database = await testDatabase();
    const store = await openPostgresStore(database.url);
    await expectExactQuota(store, database.url);
    await store.close();
  });

  test('a store whose connections are lost makes new ones', async () => {
    await using database = await testDatabase();
    const store = await openPostgresStore(database.url);
    await Promise.all(Array.from({ length: 5 }, () => store.ping()));
    await database.cutConnections();
    await eventually(() => store.ping());
    await store.close();
  });

  test('processes that start at once migrate one after the other', async () => {
    await using database = await testDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore(database.url)));
    for (const store of stores) {
      await expect(store.ping()).resolves.toBeUndefined();
      await store.close();
    }
  });
});
