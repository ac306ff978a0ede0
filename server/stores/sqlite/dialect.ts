import { DatabaseSync, type SQLInputValue, type StatementResultingChanges, type StatementSync } from 'node:sqlite';
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { DatabaseFullError } from '../unavailable.ts';

/** Prepared statements in the cache. The service has about thirty texts; the limit is for lists of varying length. */
const KEPT_STATEMENTS = 200;

/** Milliseconds to wait while another process (`npm run keys`) writes. */
const BUSY_TIMEOUT_MS = 5_000;

/** Pages of 4 KB in the log before a checkpoint, which waits for the disk: so not too often. */
const CHECKPOINT_PAGES = 4_000;

/** Creates kysely's dialect on node:sqlite. The write-ahead log allows readers beside a writer. */
export function nodeSqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return new SqliteDialect({ database: adapt(database) });
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      const statement = text === 'rollback' ? rollback(database) : adaptStatement(database.prepare(text));
      if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value!);
      kept.set(text, statement);
      return statement;
    },
    close() {
      kept.clear();
      database.close();
    },
  };
}

/** After some errors, as on a full disk, SQLite has rolled the transaction back itself, and refuses to do it again. */
function rollback(database: DatabaseSync): SqliteStatement {
  const statement = database.prepare('rollback');
  const run = (): StatementResultingChanges | undefined => (database.isTransaction ? statement.run() : undefined);
  return {
    reader: false,
    all: () => [],
    run: () => run() ?? { changes: 0, lastInsertRowid: 0 },
    iterate: () => [].values(),
  };
}

/** Result codes when a file cannot grow: SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC and SQLITE_IOERR_SHMSIZE. */
const NO_SPACE: readonly unknown[] = [13, 778, 1034, 4874];

function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && NO_SPACE.includes(error.errcode))) throw error;
    throw new DatabaseFullError('The disk of the database is full.', { cause: error });
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => explained(() => statement.all(...values(parameters))),
    run: (parameters) => explained(() => statement.run(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
