import { type Kysely, sql } from 'kysely';
import type { Database } from '../kysely/schema.ts';
import { PROCESS_LOCKS } from './session.ts';
import { openSqlStore, type SqlStore } from '../kysely/store.ts';
import { prepareClaim } from './claim.ts';
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
    findUnlocked,
    time,
    retry: retryLostConnection,
    prepareClaim,
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

/** A lock is held while its process is alive and connected; a free one is taken for the time of this statement. */
async function findUnlocked(database: Kysely<Database>, processId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from process
    where id <> ${processId} and locks = 1 and pg_try_advisory_xact_lock(${PROCESS_LOCKS}, hashtext(id))`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

async function time(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(database);
  return rows[0]!.ms;
}
