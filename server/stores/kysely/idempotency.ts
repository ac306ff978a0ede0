import { type Kysely, sql } from 'kysely';
import type { IdempotencyStore } from '../store.ts';
import { ofDeadProcess } from './processes.ts';
import type { Database } from './schema.ts';

export function idempotencyStore(database: Kysely<Database>): IdempotencyStore {
  return {
    async claim({ accountId, key, fingerprint, now, processId, expiresAt }) {
      const { rows } = await sql<{ readonly key: string }>`
        insert into idempotency (account_id, key, fingerprint, process_id, expires_at)
        values (${accountId}, ${key}, ${fingerprint}, ${processId}, ${expiresAt})
        on conflict (account_id, key) do update
        set fingerprint = excluded.fingerprint, answer = null, process_id = excluded.process_id,
          expires_at = excluded.expires_at
        where idempotency.expires_at <= ${now}
        returning key`.execute(database);
      if (rows.length > 0) return undefined;
      const entry = await database
        .selectFrom('idempotency')
        .select(['fingerprint', 'answer'])
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .executeTakeFirst();
      // Released in between: the request that held the key has failed. The next request finds the key free.
      return { fingerprint: entry?.fingerprint ?? fingerprint, answer: entry?.answer ?? undefined };
    },

    async complete(accountId, key, { answer, expiresAt }) {
      await database
        .updateTable('idempotency')
        .set({ answer, expires_at: expiresAt })
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .execute();
    },

    async release(accountId, key) {
      await database
        .deleteFrom('idempotency')
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .where('answer', 'is', null)
        .execute();
    },

    async releaseAbandoned(now) {
      await database
        .deleteFrom('idempotency')
        .where('answer', 'is', null)
        .where(ofDeadProcess('idempotency.process_id', now))
        .execute();
    },

    async deleteExpired(now) {
      const { numDeletedRows } = await database
        .deleteFrom('idempotency')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
