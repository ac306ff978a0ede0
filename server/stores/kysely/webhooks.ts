import type { Kysely, Selectable } from 'kysely';
import type { WebhookDelivery, WebhookStore } from '../store.ts';
import type { Database, WebhookDeliveryTable } from './schema.ts';

export function webhookStore(database: Kysely<Database>): WebhookStore {
  return {
    async takeDue(now, { retryAt, limit }) {
      const rows = await database
        .updateTable('webhook_delivery')
        .set({ next_at: retryAt })
        .where('conversion_id', 'in', (due) =>
          due
            .selectFrom('webhook_delivery')
            .innerJoin('conversion', 'conversion.id', 'webhook_delivery.conversion_id')
            .select('webhook_delivery.conversion_id')
            .where('state', '=', 'pending')
            .where('next_at', '<=', now)
            .where('conversion.status', '!=', 'running')
            .orderBy('next_at')
            .limit(limit),
        )
        // Repeated: a statement that has waited for another process must check the rows again.
        .where('state', '=', 'pending')
        .where('next_at', '<=', now)
        .returningAll()
        .execute();
      return rows.map(deliveryOf);
    },

    async record(conversionId, { state, attempts, nextAt, lastStatus, lastError }) {
      await database
        .updateTable('webhook_delivery')
        .set({
          ...{ state, attempts },
          next_at: nextAt ?? null,
          last_status: lastStatus ?? null,
          last_error: lastError ?? null,
        })
        .where('conversion_id', '=', conversionId)
        .execute();
    },

    async find(accountId, conversionId) {
      const row = await database
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('conversion_id', '=', conversionId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && deliveryOf(row);
    },

    async list(accountId, limit) {
      const rows = await database
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(deliveryOf);
    },
  };
}

function deliveryOf(row: Selectable<WebhookDeliveryTable>): WebhookDelivery {
  return {
    conversionId: row.conversion_id,
    accountId: row.account_id,
    url: row.url,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAt: row.next_at ?? undefined,
    lastStatus: row.last_status ?? undefined,
    lastError: row.last_error ?? undefined,
  };
}
