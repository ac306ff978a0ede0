import { type Kysely, sql } from 'kysely';
import { prepareQuery, type ValueOf } from '../prepared-query.ts';
import type { KeyStore } from '../store.ts';
import { planOf } from './accounts.ts';
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
      .where('api_key.hash', '=', value('hash'))
      .where('api_key.revoked_at', 'is', null)
      .where((where) =>
        where.or([where('api_key.expires_at', 'is', null), where('api_key.expires_at', '>', value('now'))]),
      )
      .where('account.status', '=', 'active')
      .compile(),
  );

  return {
    async add(key, maxActive) {
      // Counting and inserting are one statement: two callers at once cannot both see the last free place.
      const { numAffectedRows } = await sql`
        insert into api_key (id, account_id, name, prefix, hash, created_at, expires_at)
        select ${key.id}, ${key.accountId}, ${key.name}, ${key.prefix}, ${key.hash}, ${key.createdAt}, ${key.expiresAt ?? null}
        where (
          select count(*) from api_key
          where account_id = ${key.accountId} and revoked_at is null
            and (expires_at is null or expires_at > ${key.createdAt})
        ) < ${maxActive}`.execute(database);
      return numAffectedRows === 1n;
    },

    async findHolder(hash, period, now) {
      const [row] = (await holderOf(database, { hash, period, now })).rows;
      if (!row) return undefined;
      return {
        keyId: row.key_id,
        accountId: row.account_id,
        lastUsedAt: row.last_used_at ?? undefined,
        usage: { used: row.used ?? 0, limit: row.monthly_conversions },
        plan: planOf(row),
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
