import type { Kysely, Selectable } from 'kysely';
import type { AccountStore, Tier } from '../store.ts';
import type { Database, TierTable } from './schema.ts';

export function accountStore(database: Kysely<Database>): AccountStore {
  const find: AccountStore['find'] = async (accountId, period) => {
    const row = await database
      .selectFrom('account')
      .innerJoin('plan', 'plan.id', 'account.plan_id')
      .leftJoin('usage', (join) => join.onRef('usage.account_id', '=', 'account.id').on('usage.period', '=', period))
      .selectAll('plan')
      .select('usage.used')
      .where('account.id', '=', accountId)
      .executeTakeFirst();
    return row && { usage: { used: row.used ?? 0, limit: row.monthly_conversions }, tier: tierOf(row) };
  };

  return {
    find,

    async usage(accountId, period) {
      return (await find(accountId, period))?.usage;
    },

    async saveTier({ id, name, monthlyConversions, maxFileBytes, maxConcurrent, priority }) {
      const values = {
        name,
        monthly_conversions: monthlyConversions,
        max_file_bytes: maxFileBytes ?? null,
        max_concurrent: maxConcurrent ?? null,
        priority: priority ?? null,
      };
      await database
        .insertInto('plan')
        .values({ id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },

    async create({ id, tierId, createdAt }) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('account')
        .values({
          ...{ id, plan_id: tierId, status: 'active', created_at: createdAt, running: 0 },
          ...{ vtime: 0, slowed_until: 0 },
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async exists(accountId) {
      const row = await database.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
      return row !== undefined;
    },

    async setTier(accountId, tierId) {
      const { numUpdatedRows } = await database
        .updateTable('account')
        .set({ plan_id: tierId })
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async slow(accountId, until) {
      await database.updateTable('account').set({ slowed_until: until }).where('id', '=', accountId).execute();
    },

    listPeople: () =>
      database
        .selectFrom('auth_user')
        .innerJoin('account', 'account.id', 'auth_user.id')
        .select(['auth_user.id', 'auth_user.email', 'account.plan_id as plan'])
        .orderBy('auth_user.email')
        .execute(),
  };
}

export function tierOf(row: Selectable<TierTable>): Tier {
  return {
    id: row.id,
    name: row.name,
    monthlyConversions: row.monthly_conversions,
    ...(row.max_file_bytes !== null && { maxFileBytes: row.max_file_bytes }),
    ...(row.max_concurrent !== null && { maxConcurrent: row.max_concurrent }),
    ...(row.priority !== null && { priority: row.priority }),
  };
}
