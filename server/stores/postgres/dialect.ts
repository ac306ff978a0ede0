import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { UnavailableError } from '../unavailable.ts';
import { guardPool } from './pool.ts';

/** More connections would only wait for the same row: the quota of a busy account. */
const CONNECTIONS = 10;

/** Beyond these times a request fails: requests must not pile up behind a database that does not answer. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

/** A process that stalls within a transaction blocks the others for at most this long. */
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;

/** Returns `bigint` as a number, not as text: our times, sizes and counts stay far below 2^53. */
const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** Creates kysely's dialect on node-postgres. Throws `UnavailableError` when the database cannot be used. */
export async function postgresDialect(url: string): Promise<Dialect> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'athanor',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: parsers,
  });
  const guarded = guardPool(pool);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    // The server's message names the user and the database, never the password.
    const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    throw new UnavailableError(`The database of DATABASE_URL cannot be used: ${reason}.`, { cause: error });
  }
  return new PostgresDialect({ pool: guarded });
}
