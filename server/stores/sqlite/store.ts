import { runOnce } from '../kysely/retry.ts';
import { openSqlStore, type SqlStore } from '../kysely/store.ts';
import { prepareClaim } from './claim.ts';
import { nodeSqliteDialect } from './dialect.ts';

/** Opens (and creates or migrates) the database file; `:memory:` is for tests. */
export function openSqliteStore(file: string): Promise<SqlStore> {
  return openSqlStore({
    type: 'sqlite',
    dialect: nodeSqliteDialect(file),
    // The data directory is locked for one server, and the command-line tools convert nothing.
    shared: false,
    findUnlocked: async () => [],
    time: async () => Date.now(),
    retry: runOnce,
    prepareClaim,
    exclusively: (_database, work) => work(),
  });
}
