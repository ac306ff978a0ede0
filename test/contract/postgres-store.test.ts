import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlStore } from '../../server/stores/kysely/store.ts';
import { retryLostConnection } from '../../server/stores/postgres/retry.ts';
import { openPostgresStore } from '../../server/stores/postgres/store.ts';
import { DatabaseUnavailableError, UnavailableError } from '../../server/stores/unavailable.ts';
import { eventually } from '../support/eventually.ts';
import { postgresAnswers, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { expectExactQuota } from '../support/several-processes.ts';
import { describeQueue } from './queue-contract.ts';
import { describeStore, type StoreHarness } from './store-contract.ts';

it('a database that cannot be used is told without its password', async () => {
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
    const open = async (): Promise<StoreHarness> => ({
      store,
      async [Symbol.asyncDispose]() {
        await sql`truncate plan, account, usage, api_key, conversion, process, task, rate cascade`.execute(
          store.sql.db,
        );
      },
    });
    describeStore('PostgreSQL', open);
    describeQueue('PostgreSQL', open, 100);
  });

  it('four processes at once keep quota, concurrency, rates and keys exactly', async () => {
    await using database = await testDatabase();
    const store = await openPostgresStore(database.url);
    await expectExactQuota(store, database.url);
    await store.close();
  });

  describe('whose connections are terminated', () => {
    it('makes new ones for those that were idle', async () => {
      await using database = await testDatabase();
      const store = await openPostgresStore(database.url);
      await Promise.all(Array.from({ length: 5 }, () => store.ping()));
      await database.cutConnections();
      await eventually(() => store.ping());
      await store.close();
    });

    it('fails the statement that runs, and the next one finds another connection', async () => {
      await using database = await testDatabase();
      const store = await openPostgresStore(database.url);
      const { db } = store.sql;
      const running = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
      await eventually(async () => expect(await database.running('pg_sleep')).toBe(1));
      await database.cutConnections();
      expect(await running).toBeInstanceOf(DatabaseUnavailableError);
      await store.ping();
      await store.close();
    });

    it('fails a transaction between two of its statements', async () => {
      await using database = await testDatabase();
      const store = await openPostgresStore(database.url);
      const cut = store.sql.db.transaction().execute(async (transaction) => {
        await sql`create table half_done (id int)`.execute(transaction);
        await database.cutConnections();
        // The connection has no statement: only its `error` event tells of its end.
        await new Promise((resolve) => setImmediate(resolve));
        await sql`select 1`.execute(transaction);
      });
      await expect(cut).rejects.toThrow(DatabaseUnavailableError);
      const { rows } = await sql`select to_regclass('half_done') as found`.execute(store.sql.db);
      expect(rows).toEqual([{ found: null }]);
      await store.close();
    });

    it('retries what may run twice', async () => {
      await using database = await testDatabase();
      const store = await openPostgresStore(database.url);
      const tier = { id: 'small', name: 'Small', monthlyConversions: 3 };
      await store.accounts.saveTier(tier);
      const saved = Promise.withResolvers<void>();
      const holding = store.sql.db.transaction().execute(async (transaction) => {
        await sql`lock table plan`.execute(transaction);
        store.accounts.saveTier({ ...tier, name: 'Larger' }).then(saved.resolve, saved.reject);
        await eventually(async () => expect(await database.running('insert into "plan"')).toBe(1));
        await database.cutConnections();
      });
      await expect(holding).rejects.toThrow(DatabaseUnavailableError);
      await saved.promise;
      // A statement of its own is not retried, and may get another connection that was cut.
      const names = () => sql`select name from plan`.execute(store.sql.db);
      expect((await retryLostConnection(names)).rows).toEqual([{ name: 'Larger' }]);
      await store.close();
    });
  });

  it('processes that start at once migrate one after the other', async () => {
    await using database = await testDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore(database.url)));
    for (const store of stores) {
      await expect(store.ping()).resolves.toBeUndefined();
      await store.close();
    }
  });
});
