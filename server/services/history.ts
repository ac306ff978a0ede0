import { ServiceError } from '../errors.ts';
import { HistoryQuery, UsageQuery } from '../openapi/conversion-schemas.ts';
import type { Blobs } from '../stores/blobs.ts';
import type { Events } from '../stores/events.ts';
import type { ConversionRecord, DayCount, Store } from '../stores/store.ts';
import type { Conversions } from './conversions.ts';
import type { DownloadLinks } from './download-links.ts';
import { parseQuery } from './parse-query.ts';
import { resultKey } from './job-inputs.ts';
import { conversionCancelled, failureOf } from './perform-conversion.ts';

export interface HistoryEntry {
  readonly record: ConversionRecord;
  /** Absent when there is nothing to download. */
  readonly downloadUrl: string | undefined;
}

/** An account's own conversions. Those of other accounts are not visible. */
export interface History {
  /** Newest first. The parameters are those of the query. */
  list(accountId: string, page: HistoryPage): Promise<readonly HistoryEntry[]>;
  /** Throws `not_found`. */
  find(accountId: string, id: string): Promise<HistoryEntry>;
  /**
   * Charged conversions of a billing period, by day if the query asks for it. The parameters are those of the query.
   */
  days(accountId: string, period: string, query: { readonly by: unknown }): Promise<readonly DayCount[] | undefined>;
  /** Cancels a running conversion, or erases the result of one that has ended. Throws `not_found`. */
  erase(accountId: string, id: string): Promise<'cancelled' | 'erased'>;
}

export interface HistoryPage {
  /** Number of entries at most, 1 to 100. */
  readonly limit: unknown;
  /** Only entries created before this moment, ISO 8601. */
  readonly before: unknown;
  /** Only entries with this in their name, or with this format or status. */
  readonly search: unknown;
}

export interface HistoryDependencies {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly events: Events;
  readonly conversions: Conversions;
  readonly links: DownloadLinks;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

export function createHistory(dependencies: HistoryDependencies): History {
  const { store, blobs, events, conversions, links, publicUrl, now } = dependencies;

  const entryOf = (record: ConversionRecord): HistoryEntry => {
    const { status, resultName, expiresAt } = record;
    const available = status === 'succeeded' && resultName !== undefined && now() < expiresAt!;
    return { record, downloadUrl: available ? publicUrl() + links.sign(resultName, expiresAt!) : undefined };
  };

  async function find(accountId: string, id: string): Promise<HistoryEntry> {
    const record = await store.conversions.find(accountId, id);
    if (record) return entryOf(record);
    throw new ServiceError({ code: 'not_found', message: 'The account has no conversion with this id.' });
  }

  return {
    find,

    async days(accountId, period, query) {
      const { by } = parseQuery(UsageQuery, query);
      return by && store.conversions.countByDay(accountId, period);
    },

    async list(accountId, page) {
      return (await store.conversions.list(accountId, parseQuery(HistoryQuery, page))).map(entryOf);
    },

    async erase(accountId, id) {
      if (conversions.cancel(accountId, id)) return 'cancelled';
      const { record } = await find(accountId, id);
      // Another process runs it, and stops as soon as it sees that the row has ended.
      if (
        record.status === 'running' &&
        (await store.conversions.fail(id, failureOf(conversionCancelled(id), now())))
      ) {
        await events.publish({ type: 'ended', id });
        return 'cancelled';
      }
      if (await store.conversions.erase(accountId, id)) await blobs.delete(resultKey(id, record.attempt));
      return 'erased';
    },
  };
}
