import { Kysely, sql } from 'kysely';
import type { Store } from '../store.ts';
import { accountStore } from './accounts.ts';
import { conversionStore } from './conversions.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { idempotencyStore } from './idempotency.ts';
import { keyStore } from './keys.ts';
import { migrate } from './migrations.ts';
import type { Database } from './schema.ts';
import { webhookStore } from './webhooks.ts';

/** Opens (and creates or migrates) the database file; `:memory:` is for tests. */
export async function openSqliteStore(file: string): Promise<Store> {
  const database = new Kysely<Database>({ dialect: nodeSqliteDialect(file) });
  await migrate(database);
  return {
    accounts: accountStore(database),
    keys: keyStore(database),
    conversions: conversionStore(database),
    idempotency: idempotencyStore(database),
    webhooks: webhookStore(database),
    async ping() {
      await sql`select 1`.execute(database);
    },
    close: () => database.destroy(),
  };
}
