import { type Dialect, Kysely, sql } from 'kysely';
import type { Store } from '../store.ts';
import { accountStore } from './accounts.ts';
import { conversionStore } from './conversions.ts';
import { idempotencyStore } from './idempotency.ts';
import { keyStore } from './keys.ts';
import { migrate } from './migrations.ts';
import { processStore } from './processes.ts';
import type { CreateReserve } from './reserve.ts';
import { retried, type Retry } from './retry.ts';
import type { Database } from './schema.ts';
import { webhookStore } from './webhooks.ts';

/** A store in a database, with what else may want to lie there. */
export interface SqlStore extends Store {
  readonly sql: SqlDatabase;
}

export interface SqlDatabase {
  readonly type: 'sqlite' | 'postgres';
  readonly db: Kysely<Database>;
  /** Runs the work while no other process runs it: for changes of tables. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** How one database differs from another. */
export interface SqlVariant {
  readonly type: SqlDatabase['type'];
  readonly dialect: Dialect;
  readonly shared: boolean;
  readonly createReserve: CreateReserve;
  readonly retry: Retry;
  readonly exclusively: (database: Kysely<Database>, work: () => Promise<unknown>) => Promise<unknown>;
}

/** Opens the store and brings its tables up to date. */
export async function openSqlStore({ type, dialect, shared, retry, ...variant }: SqlVariant): Promise<SqlStore> {
  await using resources = new AsyncDisposableStack();
  const db = resources.adopt(new Kysely<Database>({ dialect }), (opened) => opened.destroy());
  await migrate(db);
  const open = resources.move();
  return {
    shared,
    ...retriedStores(db, { retry, createReserve: variant.createReserve }),
    sql: {
      type,
      db,
      exclusively: <Result>(work: () => Promise<Result>) => variant.exclusively(db, work) as Promise<Result>,
    },
    async ping() {
      await sql`select 1`.execute(db);
    },
    close: () => open.disposeAsync(),
  };
}

/**
 * What is not retried tells by its result whether it changed anything, or makes something new: the caller of a second
 * run would be told that the first one had done nothing.
 */
function retriedStores(
  db: Kysely<Database>,
  { retry, createReserve }: Pick<SqlVariant, 'retry' | 'createReserve'>,
): Omit<Store, 'shared' | 'ping' | 'close'> {
  return {
    accounts: retried(accountStore(db), retry, ['saveTier', 'exists', 'setTier', 'usage', 'find', 'listPeople']),
    keys: retried(keyStore(db), retry, ['findHolder', 'list', 'rename', 'touch']),
    conversions: retried(conversionStore(db, { createReserve, retry }), retry, [
      ...(['failInterrupted', 'countRunning', 'saveProgress', 'find', 'list', 'countByDay', 'findResult'] as const),
      ...(['findExpired', 'markExpired', 'filterLive', 'forgetBefore'] as const),
    ]),
    idempotency: retried(idempotencyStore(db), retry, ['settle', 'release', 'releaseAbandoned', 'forgetExpired']),
    webhooks: retried(webhookStore(db), retry, ['record', 'find', 'list']),
    processes: retried(processStore(db), retry, ['renew', 'leave', 'leaveAllBut']),
  };
}
