import type { Kysely } from 'kysely';
import { prepareQuery, type ValueOf } from './prepared-query.ts';
import { KEY_SCOPES, type KeyScope, type KeyStore, type NewKey } from '../store.ts';
import { tierOf } from './accounts.ts';
import type { Database } from './schema.ts';

export function keyStore(database: Kysely<Database>): KeyStore {
  const holderOf = prepareQuery((value: ValueOf<{ hash: string; period: string; now: number }>) =>
    database
      .selectFrom('api_key')
      .innerJoin('account', 'account.id', 'api_key.account_id')
      .innerJoin('plan', 'plan.id', 'account.plan_id')
      .leftJoin('usage', (join) =>
        join.onRef('usage.account_id', '=', 'account.id').on('usage.period', '=', value('period')),
      )
      .selectAll('plan')
      .select(['api_key.id as key_id', 'api_key.account_id', 'api_key.last_used_at', 'usage.used'])
      .select(['api_key.scopes', 'api_key.monthly_limit'])
      .where('api_key.hash', '=', value('hash'))
      .where('api_key.revoked_at', 'is', null)
      .where((where) =>
        where.or([where('api_key.expires_at', 'is', null), where('api_key.expires_at', '>', value('now'))]),
      )
      .where('account.status', '=', 'active')
      .compile(),
  );

  return {
    add: (key, maxActive) =>
      database.transaction().execute(async (transaction) => {
        // An update that changes nothing locks the account's row: two callers cannot both count before either has
        // inserted. (Counting and inserting in one statement would be enough for SQLite, but not for PostgreSQL, where
        // a statement sees the state from when it began.)
        await transaction
          .updateTable('account')
          .set((column) => ({ status: column.ref('status') }))
          .where('id', '=', key.accountId)
          .execute();
        const { active } = await transaction
          .selectFrom('api_key')
          .select((select) => select.fn.countAll<number>().as('active'))
          .where('account_id', '=', key.accountId)
          .where('revoked_at', 'is', null)
          .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', key.createdAt)]))
          .executeTakeFirstOrThrow();
        if (active >= maxActive) return false;
        await transaction.insertInto('api_key').values(rowOf(key)).execute();
        return true;
      }),

    async findHolder(hash, period, now) {
      const [row] = (await holderOf(database, { hash, period, now })).rows;
      if (!row) return undefined;
      return {
        keyId: row.key_id,
        accountId: row.account_id,
        lastUsedAt: row.last_used_at ?? undefined,
        usage: { used: row.used ?? 0, limit: row.monthly_conversions },
        tier: tierOf(row),
        scopes: scopesOf(row.scopes),
        hasQuota: row.monthly_limit !== null,
      };
    },

    async list(accountId) {
      const rows = await database
        .selectFrom('api_key')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        prefix: row.prefix,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at ?? undefined,
        expiresAt: row.expires_at ?? undefined,
        revokedAt: row.revoked_at ?? undefined,
        scopes: scopesOf(row.scopes),
        quota:
          row.monthly_limit === null
            ? undefined
            : { used: row.used, limit: row.monthly_limit, period: row.used_period ?? undefined },
      }));
    },

    async rename(accountId, keyId, name) {
      const { numUpdatedRows } = await database
        .updateTable('api_key')
        .set({ name })
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async revoke(accountId, keyId, now) {
      const { numUpdatedRows } = await database
        .updateTable('api_key')
        .set({ revoked_at: now })
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async touch(keyId, now) {
      await database.updateTable('api_key').set({ last_used_at: now }).where('id', '=', keyId).execute();
    },
  };
}

function scopesOf(stored: string | null): readonly KeyScope[] {
  if (stored === null) return KEY_SCOPES;
  const names = stored.split(',');
  return KEY_SCOPES.filter((scope) => names.includes(scope));
}

function rowOf({ id, accountId, name, prefix, hash, createdAt, expiresAt, scopes, monthlyLimit }: NewKey) {
  const times = { created_at: createdAt, expires_at: expiresAt ?? null };
  const rights = { scopes: scopes?.join() ?? null, monthly_limit: monthlyLimit ?? null };
  return { id, account_id: accountId, name, prefix, hash, ...times, ...rights };
}
