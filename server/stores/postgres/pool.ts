import { randomUUID } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseFullError, DatabaseUnavailableError } from '../unavailable.ts';

/**
 * Statements that each connection keeps prepared. The service has about forty texts; the limit is for lists of varying
 * length.
 */
const PREPARED_STATEMENTS = 200;

/** PostgreSQL's code when a table has changed since a statement was prepared, as by a migration of a later version. */
const PLAN_IS_OUTDATED = '0A000';

/** PostgreSQL's code when it cannot write. */
const DISK_FULL = '53100';

/**
 * Wraps the pool for kysely. A lost connection fails only the statement that runs on it. Statements are prepared: parsing
 * and planning take longer than running them.
 */
export function guardPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= PREPARED_STATEMENTS) return known;
    const name = `athanor_${names.size}`;
    names.set(text, name);
    return name;
  };
  const lost = new WeakSet<object>();
  // Idle connections: the pool removes them itself and opens new ones when they are needed.
  pool.on('error', () => {});
  // Checked-out connections: the pool removes its own listener from them, and an `error` event without a listener would
  // end the process. The running statement is rejected anyway, so nothing else is to do here.
  pool.on('connect', (client) => client.on('error', () => lost.add(client)));
  return {
    options: pool.options,
    async connect() {
      const client: pg.PoolClient = await pool.connect().catch((error: unknown) => {
        throw new DatabaseUnavailableError('No connection to the database could be opened.', { cause: error });
      });
      let broken = false;
      const run = (text: string, values: readonly unknown[]): Promise<unknown> =>
        client.query({ name: nameOf(text), text, values: values.map(storable) });
      const query = async (text: string, values: readonly unknown[]) => {
        try {
          return await run(text, values).catch((error: unknown) => {
            if (!(error instanceof pg.DatabaseError && error.code === PLAN_IS_OUTDATED)) throw error;
            // Another name makes another plan.
            names.set(text, `athanor_${randomUUID()}`);
            return run(text, values);
          });
        } catch (error) {
          if (error instanceof pg.DatabaseError && error.code === DISK_FULL)
            throw new DatabaseFullError('The disk of the database is full.', { cause: error });
          if (!lost.has(client) && !endsConnection(error)) throw error;
          broken = true;
          throw new DatabaseUnavailableError('The connection to the database was lost.', { cause: error });
        }
      };
      return {
        query: query as unknown as PostgresPoolClient['query'],
        // A connection that the server is about to close must not be given to the next caller.
        release: (discard) => client.release(discard === true || broken),
      };
    },
    end: () => pool.end(),
  };
}

/** After such an error the server closes the connection. It sends one when a backend is terminated or times out. */
function endsConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/**
 * PostgreSQL's text type cannot hold U+0000 and rejects the whole statement. Searching for any text from a client must
 * find nothing instead, and storing it for display must work, as in other databases.
 */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
