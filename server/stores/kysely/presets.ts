import type { Kysely, Selectable } from 'kysely';
import type { PresetRecord, PresetSettings, PresetStore } from '../preset-store.ts';
import type { Database, PresetTable } from './schema.ts';

export function presetStore(database: Kysely<Database>): PresetStore {
  return {
    save: ({ accountId, name, settings, now }, { maxPresets, replaces }) =>
      database.transaction().execute(async (transaction) => {
        // An update that changes nothing locks the account's row: two callers cannot both count before either inserts.
        await transaction
          .updateTable('account')
          .set((column) => ({ status: column.ref('status') }))
          .where('id', '=', accountId)
          .execute();
        const { numUpdatedRows } = await transaction
          .updateTable('preset')
          .set({ ...(replaces && { settings: JSON.stringify(settings), updated_at: now }), name })
          .where('account_id', '=', accountId)
          .where('name', '=', name)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) return replaces ? 'replaced' : 'exists';
        const { count } = await transaction
          .selectFrom('preset')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        if (count >= maxPresets) return 'full';
        const row = { account_id: accountId, name, settings: JSON.stringify(settings) };
        await transaction
          .insertInto('preset')
          .values({ ...row, created_at: now, updated_at: now })
          .execute();
        return 'created';
      }),

    async find(accountId, name) {
      const row = await database
        .selectFrom('preset')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .executeTakeFirst();
      return row && recordOf(row);
    },

    async list(accountId) {
      const rows = await database
        .selectFrom('preset')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('name')
        .execute();
      return rows.map(recordOf);
    },

    async delete(accountId, name) {
      const { numDeletedRows } = await database
        .deleteFrom('preset')
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

function recordOf({ name, settings, created_at, updated_at }: Selectable<PresetTable>): PresetRecord {
  return {
    name,
    settings: JSON.parse(settings) as PresetSettings,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}
