import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { UnavailableError } from '../unavailable.ts';

/** More would only queue up for the row of a busy account's quota. */
const CONNECTIONS = 10;

/** A database that does not answer for so long is told to whoever asks, instead of letting requests pile up. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

/** A process that stalls within a transaction holds up the others at most so long. */
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;

/**
 * kysely on node-postgres, which is loaded here and not before: without PostgreSQL nothing needs it. Throws
 * `UnavailableError` when the database cannot be used.
 */
export async function postgresDialect(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'athanor',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: withNumbers(pg.types),
  });
  // A connection that is lost while nobody uses it: the pool opens another one when it is needed.
  pool.on('error', () => {});
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    // The server's own words name the user and the database, never the password.
    const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    throw new UnavailableError(`The database of DATABASE_URL cannot be used: ${reason}.`, { cause: error });
  }
  return new PostgresDialect({ pool: withoutNul(pool) });
}

/**
 * PostgreSQL's text holds any character but U+0000, and refuses the whole statement that has one. Whatever a client
 * sends, looking for it must find nothing, and keeping it for display must be possible, as in other databases.
 */
function withoutNul(pool: PostgresPool): PostgresPool {
  const storable = (value: unknown): unknown =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const query = <Row>(text: string, values: readonly unknown[]) => client.query<Row>(text, values.map(storable));
      return { query: query as typeof client.query, release: (broken) => client.release(broken) };
    },
    end: () => pool.end(),
  };
}

/** `bigint` as a number, not as text: what we keep in it (times, sizes, counts) stays far below 2^53. */
function withNumbers(types: typeof import('pg').types): CustomTypesConfig {
  const getTypeParser = (oid: number, format?: 'text' | 'binary'): unknown =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text');
  return { getTypeParser } as CustomTypesConfig;
}
