import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { UnavailableError } from '../unavailable.ts';
import type { Database } from './schema.ts';

/** Applied in the order of their names. A released migration is never changed; a later one corrects it. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_accounts_keys_conversions': { up: createTables },
  '0002_details_and_idempotency': { up: addDetailsAndIdempotency },
  '0003_webhooks': { up: createWebhookTable },
  '0004_plan_limits': { up: addPlanLimits },
  '0005_plan_priority': { up: addPlanPriority },
  '0006_processes': { up: addProcesses },
  '0007_attempts': { up: addAttempts },
  '0008_rates': { up: createRateTable },
  '0009_fair_queue': { up: addFairQueue },
  '0010_small_files': { up: createSmallFileTable },
  '0011_generations': { up: addGenerations },
  '0012_key_scopes': { up: addKeyScopes },
  '0013_units': { up: addUnits },
  '0014_presets': { up: createPresetTable },
  '0015_uploads': { up: createUploadTables },
  '0016_upload_names': { up: addUploadNames },
};

/** Throws `UnavailableError` when a newer version has migrated the database. */
export async function migrate(database: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  await requireKnown(database);
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('the database could not be brought up to date', { cause: error });
}

async function requireKnown(database: Kysely<Database>): Promise<void> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(
    database,
  );
  const unknown = rows.find(({ name }) => !(name in MIGRATIONS));
  if (unknown === undefined) return;
  throw new UnavailableError(
    `The database was migrated by a newer version of Athanor (${unknown.name}). ` +
      'Start that version or a later one, or restore a backup from before the upgrade.',
  );
}

// Integers for times (epoch milliseconds) and counts, text for everything else: SQLite and PostgreSQL agree on these.
async function createTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('plan')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('monthly_conversions', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('plan_id', 'text', (column) => column.notNull().references('plan.id'))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('active'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('usage')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addColumn('cap', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_key', ['account_id', 'period'])
    .addCheckConstraint('usage_within_cap', sql`used >= 0 and used <= cap`)
    .execute();
  await schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await schema
    .createIndex('api_key_active')
    .on('api_key')
    .column('account_id')
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
  await createConversionTable(database);
}

async function createConversionTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('conversion')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('key_id', 'text', (column) => column.references('api_key.id'))
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('charged', 'integer', (column) => column.notNull())
    .addColumn('source_format', 'text', (column) => column.notNull())
    .addColumn('target_format', 'text', (column) => column.notNull())
    .addColumn('input_bytes', 'bigint', (column) => column.notNull())
    .addColumn('input_sha256', 'text', (column) => column.notNull())
    .addColumn('result_name', 'text')
    .addColumn('download_name', 'text')
    .addColumn('mime_type', 'text')
    .addColumn('output_bytes', 'bigint')
    .addColumn('output_sha256', 'text')
    .addColumn('error_code', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('duration_ms', 'bigint')
    .execute();
  await schema.createIndex('conversion_history').on('conversion').columns(['account_id', 'created_at']).execute();
  await schema.createIndex('conversion_expiry').on('conversion').columns(['status', 'expires_at']).execute();
}

async function addDetailsAndIdempotency({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('conversion').addColumn('error_message', 'text').execute();
  await schema.alterTable('conversion').addColumn('detail', 'text').execute();
  await schema
    .createTable('idempotency')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key', ['account_id', 'key'])
    .execute();
  await schema.createIndex('idempotency_expiry').on('idempotency').column('expires_at').execute();
}

async function createWebhookTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('webhook_delivery')
    .addColumn('conversion_id', 'text', (column) => column.primaryKey().references('conversion.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .execute();
  await schema.createIndex('webhook_due').on('webhook_delivery').columns(['state', 'next_at']).execute();
  await schema.createIndex('webhook_history').on('webhook_delivery').columns(['account_id', 'created_at']).execute();
}

async function addPlanLimits({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('plan').addColumn('max_file_bytes', 'bigint').execute();
  await schema.alterTable('plan').addColumn('max_concurrent', 'integer').execute();
}

async function addPlanPriority({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('plan').addColumn('priority', 'integer').execute();
}

async function addProcesses({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('process')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('alive_until', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('task')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute();
  // No foreign keys: a process that has stopped is deleted, and a missing process counts as dead.
  await schema.alterTable('conversion').addColumn('process_id', 'text').execute();
  await schema.alterTable('conversion').addColumn('progress', 'integer').execute();
  await schema
    .createIndex('conversion_running')
    .on('conversion')
    .column('account_id')
    .where(sql.ref('status'), '=', sql.lit('running'))
    .execute();
  await schema.alterTable('idempotency').addColumn('process_id', 'text').execute();
}

async function addAttempts(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .alterTable('account')
    .addColumn('running', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update account set running =
      (select count(*) from conversion where conversion.account_id = account.id and conversion.status = 'running')
  `.execute(database);
  await schema
    .alterTable('conversion')
    .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // Processes of earlier versions hold no lock.
  await schema
    .alterTable('process')
    .addColumn('locks', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const name of ['job', 'waiter_id', 'error_detail'])
    await schema.alterTable('conversion').addColumn(name, 'text').execute();
}

async function createRateTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('rate')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createSmallFileTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('small_file')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('bytes', sql`bytea`, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function addGenerations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('conversion')
    .addColumn('requires', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function addKeyScopes({ schema }: Kysely<unknown>): Promise<void> {
  // Absent for keys that may do everything, and for those without a limit of their own.
  for (const name of ['scopes', 'used_period']) await schema.alterTable('api_key').addColumn(name, 'text').execute();
  await schema.alterTable('api_key').addColumn('monthly_limit', 'integer').execute();
  await schema
    .alterTable('api_key')
    .addColumn('used', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function addUnits({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('conversion')
    .addColumn('units', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}

async function createPresetTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('preset')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('preset_key', ['account_id', 'name'])
    .execute();
}

async function createUploadTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('upload')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addColumn('parts', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('upload_expiry').on('upload').column('expires_at').execute();
  await schema.createIndex('upload_account').on('upload').column('account_id').execute();
  await schema
    .createTable('upload_part')
    .addColumn('upload_id', 'text', (column) => column.notNull().references('upload.id'))
    .addColumn('start', 'bigint', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addPrimaryKeyConstraint('upload_part_key', ['upload_id', 'start'])
    .execute();
}

async function addUploadNames({ schema }: Kysely<unknown>): Promise<void> {
  // Absent in rows of earlier versions.
  await schema.alterTable('conversion').addColumn('upload_name', 'text').execute();
}

async function addFairQueue(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const addNumber = (table: string, name: string): Promise<void> =>
    schema
      .alterTable(table)
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  for (const name of ['vtime', 'slowed_until']) await addNumber('account', name);
  for (const name of ['began_at', 'demoted_at']) await addNumber('conversion', name);
  for (const name of ['slots', 'version']) await addNumber('process', name);
  // Absent in rows of earlier versions.
  await schema.alterTable('conversion').addColumn('predicted_ms', 'bigint').execute();
  await schema
    .createTable('fair_clock')
    .addColumn('vtime', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into fair_clock (vtime) values (0)`.execute(database);
  await sql`create index account_turn on account (vtime) where running > 0`.execute(database);
  await sql`create index conversion_waiting on conversion (account_id, demoted_at, created_at)
    where status = 'running' and began_at = 0`.execute(database);
  await sql`create index conversion_demoted on conversion (account_id)
    where status = 'running' and demoted_at > 0 and began_at > 0`.execute(database);
}
