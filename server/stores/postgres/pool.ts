import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from '../unavailable.ts';

/** The pool as kysely uses it: a connection that is lost fails the statement that runs on it, and nothing else. */
export function guardPool(pool: pg.Pool): PostgresPool {
  const lost = new WeakSet<object>();
  // Idle connections: the pool drops them by itself and opens others when they are needed.
  pool.on('error', () => {});
  // Checked-out connections: the pool takes its own listener off them, and an `error` event without a listener would
  // end the process. The statement that runs is rejected as well, so there is nothing else to do here.
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

/** After such an error the server closes the connection: it is sent when a backend is terminated or times out. */
function endsConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/**
 * PostgreSQL's text holds any character but U+0000, and refuses the whole statement that has one. Whatever a client
 * sends, looking for it must find nothing, and keeping it for display must be possible, as in other databases.
 */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
