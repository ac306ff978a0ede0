import { type Kysely, type Selectable, sql } from 'kysely';
import type { ConversionRecord, ConversionStore, FailureDetail, LiveConversion, ResultDetail } from '../store.ts';
import type { attemptStore } from './attempts.ts';
import type { ConversionTable, Database } from './schema.ts';

/** What is known of conversions, whoever runs them. */
export function conversionStore(
  database: Kysely<Database>,
): Omit<ConversionStore, keyof ReturnType<typeof attemptStore>> {
  return {
    async load() {
      const { running, waiting, oldest_at, waiting_ms, demoted, spread } = await database
        .selectFrom('conversion')
        .innerJoin('account', 'account.id', 'conversion.account_id')
        .select(({ fn, ref }) => [
          fn.countAll<number>().filterWhere('began_at', '>', 0).as('running'),
          fn.countAll<number>().filterWhere('began_at', '=', 0).as('waiting'),
          fn.min('conversion.created_at').filterWhere('began_at', '=', 0).as('oldest_at'),
          sql<number>`cast(coalesce(sum(predicted_ms) filter (where began_at = 0), 0) as bigint)`.as('waiting_ms'),
          fn.countAll<number>().filterWhere('began_at', '>', 0).filterWhere('demoted_at', '>', 0).as('demoted'),
          sql<number>`max(${ref('vtime')}) filter (where began_at = 0)
            - min(${ref('vtime')}) filter (where began_at = 0)`.as('spread'),
        ])
        .where('conversion.status', '=', 'running')
        .executeTakeFirstOrThrow();
      return {
        ...{ running, waiting, oldestAt: oldest_at ?? undefined },
        ...{ waitingMs: waiting_ms, demoted, spreadMs: Math.round((spread ?? 0) / 1000) },
      };
    },

    async saveProgress(id, progress) {
      await database
        .updateTable('conversion')
        .set({ progress: Math.round(progress * 1000) })
        .where('id', '=', id)
        .execute();
    },

    async erase(accountId, id) {
      const { numUpdatedRows } = await database
        .updateTable('conversion')
        .set({ status: 'expired' })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('status', '=', 'succeeded')
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async findAny(id) {
      const row = await database.selectFrom('conversion').selectAll().where('id', '=', id).executeTakeFirst();
      return row && recordOf(row);
    },

    async find(accountId, id) {
      const row = await database
        .selectFrom('conversion')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && recordOf(row);
    },

    async list(accountId, { limit, before, search }) {
      const rows = await database
        .selectFrom('conversion')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(before !== undefined, (query) => query.where('created_at', '<', before!))
        .$if(search !== undefined, (query) => query.where(matching(search!)))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(recordOf);
    },

    async countByDay(accountId, period) {
      // The index of the history covers account and time, so the month limits what is read.
      const [from, to] = [Date.parse(`${period}-01`), endOfMonth(period)];
      const number = sql<number>`created_at / ${sql.lit(DAY_MS)}`;
      const rows = await database
        .selectFrom('conversion')
        .select([number.as('number'), unitsFrom('api').as('api'), unitsFrom('web').as('web')])
        .where('account_id', '=', accountId)
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .where('charged', '=', 1)
        .groupBy(number)
        .orderBy(number)
        .execute();
      return rows.map(({ number, api, web }) => ({ day: dayOf(number), api, web }));
    },

    async findResult(resultName) {
      // The id before the dot is the primary key; the whole name must match, its extension included.
      const [id = ''] = resultName.split('.', 1);
      const row = await database
        .selectFrom('conversion')
        .selectAll()
        .where('id', '=', id)
        .where('result_name', '=', resultName)
        .executeTakeFirst();
      return row && recordOf(row);
    },

    async findExpired(now, limit) {
      const rows = await database
        .selectFrom('conversion')
        .select('id')
        .where('status', '=', 'succeeded')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async markExpired(ids) {
      await database
        .updateTable('conversion')
        .set({ status: 'expired' })
        .where('id', 'in', ids)
        .where('status', '=', 'succeeded')
        .execute();
    },

    async filterLive(ids) {
      // PostgreSQL takes no empty list.
      if (ids.length === 0) return new Map();
      const rows = await database
        .selectFrom('conversion')
        .select(['id', 'status', 'attempt', 'progress'])
        .where('id', 'in', ids)
        .where('status', 'in', ['running', 'succeeded'])
        .$narrowType<Pick<LiveConversion, 'status'>>()
        .execute();
      return new Map(rows.map(({ id, progress, ...live }) => [id, { ...live, progress: fractionOf(progress) }]));
    },

    async deleteEndedBefore(time) {
      const { numDeletedRows } = await database
        .deleteFrom('conversion')
        .where('created_at', '<', time)
        .where('status', 'in', ['failed', 'cancelled', 'expired'])
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

const DAY_MS = 86_400_000;

function unitsFrom(origin: 'api' | 'web') {
  return sql<number>`cast(coalesce(sum(units) filter (where origin = ${sql.lit(origin)}), 0) as bigint)`;
}

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

function endOfMonth(period: string): number {
  const [year, month] = period.split('-').map(Number);
  return Date.UTC(year!, month!);
}

/** Progress is saved in thousandths. */
function fractionOf(progress: number | null): number | undefined {
  return progress === null ? undefined : progress / 1000;
}

function recordOf(row: Selectable<ConversionTable>): ConversionRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    origin: row.origin,
    status: row.status,
    period: row.period,
    uploadName: row.upload_name ?? undefined,
    sourceFormat: row.source_format,
    targetFormat: row.target_format,
    inputBytes: row.input_bytes,
    inputSha256: row.input_sha256,
    resultName: row.result_name ?? undefined,
    downloadName: row.download_name ?? undefined,
    mimeType: row.mime_type ?? undefined,
    outputBytes: row.output_bytes ?? undefined,
    outputSha256: row.output_sha256 ?? undefined,
    errorCode: row.error_code ?? undefined,
    errorMessage: row.error_message ?? undefined,
    errorDetail: row.error_detail === null ? undefined : (JSON.parse(row.error_detail) as FailureDetail),
    attempt: row.attempt,
    detail: row.detail === null ? undefined : (JSON.parse(row.detail) as ResultDetail),
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    progress: fractionOf(row.progress),
  };
}

/** SQLite lowers the case of ASCII letters only. */
function matching(search: string) {
  const text = search.toLowerCase();
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`(
    lower(coalesce(download_name, upload_name)) like ${pattern} escape '\\'
    or lower(source_format) = ${text} or lower(target_format) = ${text} or status = ${text})`;
}
