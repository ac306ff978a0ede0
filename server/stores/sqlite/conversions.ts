import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { prepareQuery, type ValueOf } from '../prepared-query.ts';
import type {
  ConversionOutcome,
  ConversionRecord,
  ConversionStore,
  NewConversion,
  ResultDetail,
  Usage,
} from '../store.ts';
import type { ConversionTable, Database } from './schema.ts';

export function conversionStore(database: Kysely<Database>): ConversionStore {
  const take = prepareQuery((value: ValueOf<NewValues>) => takeFromQuota(value).compile(database));
  const insert = prepareQuery((value: ValueOf<NewValues>) =>
    database.insertInto('conversion').values(newRow(value)).compile(),
  );
  const succeed = prepareQuery(
    (value: ValueOf<Omit<ConversionOutcome, 'detail'> & { readonly id: string; readonly detail: string }>) =>
      database
        .updateTable('conversion')
        .set({
          status: 'succeeded',
          result_name: value('resultName'),
          download_name: value('downloadName'),
          mime_type: value('mimeType'),
          output_bytes: value('outputBytes'),
          output_sha256: value('outputSha256'),
          duration_ms: value('durationMs'),
          finished_at: value('finishedAt'),
          expires_at: value('expiresAt'),
          detail: value('detail'),
        })
        .where('id', '=', value('id'))
        .where('status', '=', 'running')
        .compile(),
  );

  return {
    reserve: (conversion) =>
      database.transaction().execute(async (transaction) => {
        const values = { ...conversion, keyId: conversion.keyId ?? null };
        const [usage] = (await take(transaction, values)).rows;
        if (!usage) return undefined;
        await insert(transaction, values);
        if (conversion.callbackUrl !== undefined) await announce(transaction, conversion, conversion.callbackUrl);
        return usage;
      }),

    async succeed(id, outcome) {
      const { numAffectedRows } = await succeed(database, { id, ...outcome, detail: JSON.stringify(outcome.detail) });
      return numAffectedRows === 1n;
    },

    fail: (id, { status, errorCode, errorMessage, finishedAt }) =>
      database.transaction().execute(async (transaction) => {
        const ended = await transaction
          .updateTable('conversion')
          .set({ status, error_code: errorCode, error_message: errorMessage, finished_at: finishedAt, charged: 0 })
          .where('id', '=', id)
          .where('status', '=', 'running')
          .returning(['account_id', 'period'])
          .executeTakeFirst();
        if (!ended) return false;
        await giveBack(transaction, ended.account_id, ended.period);
        return true;
      }),

    failInterrupted: (now, reallyRunning) =>
      database.transaction().execute(async (transaction) => {
        const ended = await transaction
          .updateTable('conversion')
          .set({ status: 'failed', error_code: 'interrupted', finished_at: now, charged: 0 })
          .where('status', '=', 'running')
          .$if(reallyRunning.length > 0, (query) => query.where('id', 'not in', reallyRunning))
          .returning(['account_id', 'period'])
          .execute();
        for (const { account_id, period } of ended) await giveBack(transaction, account_id, period);
        return ended.length;
      }),

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

    async find(accountId, id) {
      const row = await database
        .selectFrom('conversion')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && recordOf(row);
    },

    async list(accountId, { limit, before }) {
      const rows = await database
        .selectFrom('conversion')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(before !== undefined, (query) => query.where('created_at', '<', before!))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(recordOf);
    },

    async countByDay(accountId, period) {
      // The index of the history holds account and time: the month bounds what is read.
      const [from, to] = [Date.parse(`${period}-01`), endOfMonth(period)];
      const number = sql<number>`created_at / ${sql.lit(DAY_MS)}`;
      const rows = await database
        .selectFrom('conversion')
        .select([
          number.as('number'),
          sql<number>`sum(origin = 'api')`.as('api'),
          sql<number>`sum(origin = 'web')`.as('web'),
        ])
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
      const rows = await database
        .selectFrom('conversion')
        .select('id')
        .where('id', 'in', ids)
        .where('status', 'in', ['running', 'succeeded'])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    async forgetBefore(time) {
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

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

function endOfMonth(period: string): number {
  const [year, month] = period.split('-').map(Number);
  return Date.UTC(year!, month!);
}

/**
 * One more conversion of the period, if the plan still has one: a single upsert, which creates the period's row, takes
 * over a changed plan and refuses beyond the cap.
 */
function takeFromQuota(value: ValueOf<NewValues>): RawBuilder<Usage> {
  return sql<Usage>`
    insert into usage (account_id, period, used, cap)
    select account.id, ${value('period')}, 1, plan.monthly_conversions
    from account join plan on plan.id = account.plan_id
    where account.id = ${value('accountId')} and plan.monthly_conversions > 0
    on conflict (account_id, period) do update set used = usage.used + 1, cap = excluded.cap
    where usage.used < excluded.cap
    returning used, cap as "limit"`;
}

async function giveBack(transaction: Transaction<Database>, accountId: string, period: string): Promise<void> {
  await transaction
    .updateTable('usage')
    .set((column) => ({ used: column('used', '-', 1) }))
    .where('account_id', '=', accountId)
    .where('period', '=', period)
    .execute();
}

async function announce(
  transaction: Transaction<Database>,
  { id, accountId, createdAt }: NewConversion,
  url: string,
): Promise<void> {
  const delivery = {
    conversion_id: id,
    account_id: accountId,
    url,
    created_at: createdAt,
    next_at: createdAt,
  } as const;
  await transaction
    .insertInto('webhook_delivery')
    .values({ ...delivery, state: 'pending', attempts: 0, last_status: null, last_error: null })
    .execute();
}

type NewValues = Omit<NewConversion, 'keyId' | 'callbackUrl'> & { readonly keyId: string | null };

function newRow(value: ValueOf<NewValues>) {
  return {
    id: value('id'),
    account_id: value('accountId'),
    key_id: value('keyId'),
    origin: value('origin'),
    status: 'running',
    period: value('period'),
    charged: 1,
    source_format: value('sourceFormat'),
    target_format: value('targetFormat'),
    input_bytes: value('inputBytes'),
    input_sha256: value('inputSha256'),
    created_at: value('createdAt'),
  } as const;
}

function recordOf(row: Selectable<ConversionTable>): ConversionRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    origin: row.origin,
    status: row.status,
    period: row.period,
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
    detail: row.detail === null ? undefined : (JSON.parse(row.detail) as ResultDetail),
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    durationMs: row.duration_ms ?? undefined,
  };
}
