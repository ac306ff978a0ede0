import { type Kysely, sql } from 'kysely';
import { reserveByStatement } from '../kysely/reserve.ts';
import type { Database } from '../kysely/schema.ts';
import { openSqlStore, type SqlStore } from '../kysely/store.ts';
import { postgresDialect } from './dialect.ts';
import { retryLostConnection } from './retry.ts';

/** Number of our advisory lock. Any number works as long as no other application in the database uses it. */
const LOCK = 4_210_787_105;

/** Opens the database at `postgres://user:password@host:port/name` and creates or migrates its tables. */
export async function openPostgresStore(url: string): Promise<SqlStore> {
  return openSqlStore({
    type: 'postgres',
    dialect: await postgresDialect(url),
    shared: true,
    createReserve: reserveByStatement,
    retry: retryLostConnection,
    exclusively,
  });
}

async function exclusively(database: Kysely<Database>, work: () => Promise<unknown>): Promise<unknown> {
  return database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}
