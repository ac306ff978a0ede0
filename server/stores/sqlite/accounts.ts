import type { Kysely } from 'kysely';
import type { AccountStore } from '../store.ts';
import type { Database } from './schema.ts';

export function accountStore(database: Kysely<Database>): AccountStore {
  return {
    async savePlan({ id, name, monthlyConversions }) {
      await database
        .insertInto('plan')
        .values({ id, name, monthly_conversions: monthlyConversions })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, monthly_conversions: monthlyConversions }))
        .execute();
    },

    async create({ id, planId, createdAt }) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('account')
        .values({ id, plan_id: planId, status: 'active', created_at: createdAt })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async exists(accountId) {
      const row = await database.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
      return row !== undefined;
    },

    async usage(accountId, period) {
      const row = await database
        .selectFrom('account')
        .innerJoin('plan', 'plan.id', 'account.plan_id')
        .leftJoin('usage', (join) => join.onRef('usage.account_id', '=', 'account.id').on('usage.period', '=', period))
        .select(['plan.monthly_conversions', 'usage.used'])
        .where('account.id', '=', accountId)
        .executeTakeFirst();
      return row && { used: row.used ?? 0, limit: row.monthly_conversions };
    },
  };
}
