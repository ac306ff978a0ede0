import { type Dialect, Kysely, sql } from 'kysely';
import type { Store } from '../store.ts';
import type { SmallFiles } from '../tiered-blobs.ts';
import { accountStore } from './accounts.ts';
import { attemptStore, type AttemptsVariant } from './attempts.ts';
import { conversionStore } from './conversions.ts';
import { idempotencyStore } from './idempotency.ts';
import { keyStore } from './keys.ts';
import { migrate } from './migrations.ts';
import { presetStore } from './presets.ts';
import { processStore } from './processes.ts';
import { rateStore } from './rates.ts';
import { retried } from './retry.ts';
import type { Database } from './schema.ts';
import { smallFiles } from './small-files.ts';
import { uploadStore } from './uploads.ts';
import { webhookStore } from './webhooks.ts';

/** A store in an SQL database, with access to the database for other libraries. */
export interface SqlStore extends Store {
  readonly sql: SqlDatabase;
  readonly smallFiles: SmallFiles;
}

export interface SqlDatabase {
  readonly type: 'sqlite' | 'postgres';
  readonly db: Kysely<Database>;
  /** Time of the database's machine, in epoch milliseconds. */
  time(): Promise<number>;
  /** Runs the work while no other process runs it: for schema migrations. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The differences between the databases. */
export interface SqlVariant extends AttemptsVariant {
  readonly type: SqlDatabase['type'];
  readonly dialect: Dialect;
  readonly shared: boolean;
  readonly findUnlocked: (database: Kysely<Database>, processId: string) => Promise<readonly string[]>;
  readonly time: (database: Kysely<Database>) => Promise<number>;
  readonly exclusively: (database: Kysely<Database>, work: () => Promise<unknown>) => Promise<unknown>;
}

/** Opens the store and migrates its tables. */
export async function openSqlStore({ type, dialect, shared, ...variant }: SqlVariant): Promise<SqlStore> {
  await using resources = new AsyncDisposableStack();
  const db = resources.adopt(new Kysely<Database>({ dialect }), (opened) => opened.destroy());
  await migrate(db);
  const open = resources.move();
  return {
    shared,
    ...retriedStores(db, variant),
    smallFiles: smallFiles(db, variant.retry),
    sql: {
      type,
      db,
      time: () => variant.time(db),
      exclusively: <Result>(work: () => Promise<Result>) => variant.exclusively(db, work) as Promise<Result>,
    },
    async ping() {
      await sql`select 1`.execute(db);
    },
    close: () => open.disposeAsync(),
  };
}

/**
 * Methods are not retried when their result says whether they changed anything, or when they create something: after a
 * second run the caller would be told that nothing had changed.
 */
function retriedStores(
  db: Kysely<Database>,
  { retry, findUnlocked, prepareClaim }: Pick<SqlVariant, 'retry' | 'findUnlocked' | 'prepareClaim'>,
): Omit<Store, 'shared' | 'ping' | 'close'> {
  return {
    accounts: retried(accountStore(db), retry, [
      'saveTier',
      'exists',
      'setTier',
      'usage',
      'slow',
      'find',
      'listPeople',
    ]),
    keys: retried(keyStore(db), retry, ['findHolder', 'list', 'rename', 'touch']),
    conversions: {
      ...retried(attemptStore(db, { retry, prepareClaim }), retry, [
        ...(['failInterrupted', 'giveBack', 'takeBack', 'demote', 'mustGiveWay'] as const),
      ]),
      ...retried(conversionStore(db), retry, [
        ...(['load', 'saveProgress', 'find', 'findAny', 'list', 'countByDay', 'findResult'] as const),
        ...(['findExpired', 'markExpired', 'filterLive', 'deleteEndedBefore'] as const),
      ]),
    },
    idempotency: retried(idempotencyStore(db), retry, ['complete', 'release', 'releaseAbandoned', 'deleteExpired']),
    presets: retried(presetStore(db), retry, ['find', 'list']),
    uploads: retried(uploadStore(db), retry, ['find', 'listParts', 'filterKeys']),
    webhooks: retried(webhookStore(db), retry, ['record', 'find', 'list']),
    rates: rateStore(db),
    processes: retried(
      processStore(db, (id) => findUnlocked(db, id)),
      retry,
      ['renew', 'remove', 'removeOthers', 'findUnlocked'],
    ),
  };
}
