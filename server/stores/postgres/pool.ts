import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from '../unavailable.ts';

/** Wraps the pool for kysely. A lost connection fails only the statement that runs on it. */
export function guardPool(pool: pg.Pool): PostgresPool {
  const lost = new WeakSet<object>();
  // Idle connections: the pool removes them itself and opens new ones when they are needed.
  pool.on('error', () => {});
  // Checked-out connections: the pool removes its own listener from them, and an `error` event without a listener would
  // end the process. The running statement is rejected anyway, so nothing else is to do here.
  pool.on('connect', (client) => client.on('error', () => lost.add(client)));
  return {
    options: pool.options,
    async connect() {
      const client: PostgresPoolClient = await pool.connect().catch((error: unknown) => {
        throw new DatabaseUnavailableError('No connection to the database could be opened.', { cause: error });
      });
      let broken = false;
      const query = async <Row>(text: string, values: readonly unknown[]) => {
        try {
          return await client.query<Row>(text, values.map(storable));
        } catch (error) {
          if (!lost.has(client) && !endsConnection(error)) throw error;
          broken = true;
          throw new DatabaseUnavailableError('The connection to the database was lost.', { cause: error });
        }
      };
      return {
        query: query as typeof client.query,
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
