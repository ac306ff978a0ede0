import { join } from 'node:path';
import type { SqlStore } from './kysely/store.ts';

export interface DatabaseConfig {
  /** URL of a PostgreSQL database; undefined for an SQLite file in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Absolute path. */
  readonly dataDir: string;
}

/** Opens the configured database, and loads only the code that it needs. */
export async function openStore({ databaseUrl, dataDir }: DatabaseConfig): Promise<SqlStore> {
  if (databaseUrl !== undefined) {
    const { openPostgresStore } = await import('./postgres/store.ts');
    return openPostgresStore(databaseUrl);
  }
  const { openSqliteStore } = await import('./sqlite/store.ts');
  return openSqliteStore(join(dataDir, 'athanor.db'));
}
