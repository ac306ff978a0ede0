import { type Expression, type Kysely, type Selectable, sql, type SqlBool } from 'kysely';
import { prepareQuery, type ValueOf } from './prepared-query.ts';
import type {
  ConversionFailure,
  ConversionOutcome,
  ConversionRecord,
  ConversionStatus,
  ConversionStore,
  FailureDetail,
  LiveConversion,
  ResultDetail,
  Usage,
} from '../store.ts';
import { ofDeadProcess } from './processes.ts';
import { createReserve } from './reserve.ts';
import type { Retry } from './retry.ts';
import type { ConversionTable, Database } from './schema.ts';

export function conversionStore(database: Kysely<Database>, retry: Retry): ConversionStore {
  const reserve = createReserve(database);
  const claim = prepareQuery((value: ValueOf<{ readonly id: string; readonly processId: string }>) =>
    database
      .updateTable('conversion')
      .set(({ eb }) => ({ attempt: eb('attempt', '+', 1), process_id: value('processId') }))
      .where('id', '=', value('id'))
      .where('status', '=', 'running')
      .returning(['attempt', 'job'])
      .compile(),
  );
  const succeed = prepareQuery((value: ValueOf<Success>) =>
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
        job: null,
      })
      .where('id', '=', value('id'))
      .where('status', '=', 'running')
      .where('attempt', '=', value('attempt'))
      .returning(['account_id'])
      .compile(),
  );
  const leave = prepareQuery((value: ValueOf<{ readonly accountId: string }>) =>
    database
      .updateTable('account')
      .set(({ eb }) => ({ running: eb('running', '-', 1) }))
      .where('id', '=', value('accountId'))
      .compile(),
  );

  /** Ends a running conversion and refunds its quota in one transaction. False when it is not running. */
  const fail = (id: string, failure: ConversionFailure, condition?: Expression<SqlBool>): Promise<boolean> =>
    database.transaction().execute(async (transaction) => {
      const { status, errorCode, errorMessage, detail, finishedAt } = failure;
      const ended = await transaction
        .updateTable('conversion')
        .set({
          ...{ status, error_code: errorCode, error_message: errorMessage, finished_at: finishedAt },
          error_detail: detail === undefined ? null : JSON.stringify(detail),
          ...{ charged: 0, job: null },
        })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .$if(condition !== undefined, (query) => query.where(condition!))
        .returning(['account_id', 'period'])
        .executeTakeFirst();
      if (!ended) return false;
      await leave(transaction, { accountId: ended.account_id });
      await transaction
        .updateTable('usage')
        .set((column) => ({ used: column('used', '-', 1) }))
        .where('account_id', '=', ended.account_id)
        .where('period', '=', ended.period)
        .execute();
      return true;
    });

  const usageOf = (id: string): Promise<Usage | undefined> =>
    database
      .selectFrom('conversion')
      .innerJoin('usage', (join) =>
        join.onRef('usage.account_id', '=', 'conversion.account_id').onRef('usage.period', '=', 'conversion.period'),
      )
      .select(['usage.used', 'usage.cap as limit'])
      .where('conversion.id', '=', id)
      .executeTakeFirst();

  /** Whether the conversion has ended in exactly this way: an earlier run of the same call has written it. */
  async function hasEnded(id: string, { status, finishedAt }: Ending): Promise<boolean> {
    const row = await database
      .selectFrom('conversion')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', status)
      .where('finished_at', '=', finishedAt)
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    reserve: (conversion, submit) =>
      retry(async (again) => (again ? await usageOf(conversion.id) : undefined) ?? (await reserve(conversion, submit))),

    // Not retried: the first run may have begun the attempt. Whoever lost the answer is told that the database is away,
    // and its conversion is begun again.
    async claim(id, processId) {
      const [row] = (await claim(database, { id, processId })).rows;
      return row && { attempt: row.attempt, job: row.job ?? undefined };
    },

    succeed: (id, outcome, attempt = 0) =>
      retry(async (again) => {
        const values = { id, ...outcome, attempt, detail: JSON.stringify(outcome.detail) };
        const succeeded = await database.transaction().execute(async (transaction) => {
          const [ended] = (await succeed(transaction, values)).rows;
          if (ended) await leave(transaction, { accountId: ended.account_id });
          return ended !== undefined;
        });
        return succeeded || (again && hasEnded(id, { ...outcome, status: 'succeeded' }));
      }),

    fail: (id, failure, attempt) =>
      retry(async (again) => {
        const condition = attempt === undefined ? undefined : sql<SqlBool>`attempt = ${attempt}`;
        return (await fail(id, failure, condition)) || (again && hasEnded(id, failure));
      }),

    async giveBack(id, attempt) {
      const { numUpdatedRows } = await database
        .updateTable('conversion')
        .set({ process_id: null })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('attempt', '=', attempt)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async takeBack({ now, processId, running }) {
      const rows = await database
        .updateTable('conversion')
        .set({ process_id: null })
        .where('status', '=', 'running')
        .where('job', 'is not', null)
        .where('process_id', 'is not', null)
        .where((where) => where.or([where('process_id', '=', processId), ofDeadProcess('conversion.process_id', now)]))
        .$if(running.length > 0, (query) => query.where('id', 'not in', running))
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    async findWaiting(before) {
      const rows = await database
        .selectFrom('conversion')
        .select('id')
        .where('status', '=', 'running')
        .where('job', 'is not', null)
        .where('process_id', 'is', null)
        .where('created_at', '<', before)
        .execute();
      return rows.map(({ id }) => id);
    },

    async failInterrupted({ now, processId, running }) {
      const left = sql<SqlBool>`(job is null and ${ofDeadProcess('conversion.process_id', now)})`;
      const alone = sql<SqlBool>`(waiter_id is not null and ${ofDeadProcess('conversion.waiter_id', now)})`;
      const found = await database
        .selectFrom('conversion')
        .select(['id', 'process_id', 'job', alone.as('alone')])
        .where('status', '=', 'running')
        .where((where) => where.or([where('process_id', '=', processId), left, alone]))
        .execute();
      const known = new Set(running);
      const ended: string[] = [];
      for (const { id, process_id, job, alone: isAlone } of found) {
        const own = process_id === processId && job === null;
        if (!isAlone && (known.has(id) || (!own && process_id === processId))) continue;
        // Its process may have sent a heartbeat since; then the conversion stays with it.
        const failed = await fail(id, interrupted(now), own ? undefined : sql<SqlBool>`(${left} or ${alone})`);
        if (failed) ended.push(id);
      }
      return ended;
    },

    async load() {
      const { running, waiting, oldest_at } = await database
        .selectFrom('conversion')
        .select(({ fn }) => [
          fn.count<number>('process_id').as('running'),
          fn.countAll<number>().filterWhere('process_id', 'is', null).as('waiting'),
          fn.min('created_at').filterWhere('process_id', 'is', null).as('oldest_at'),
        ])
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow();
      return { running, waiting, oldestAt: oldest_at ?? undefined };
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
      // The index of the history covers account and time, so the month limits what is read.
      const [from, to] = [Date.parse(`${period}-01`), endOfMonth(period)];
      const number = sql<number>`created_at / ${sql.lit(DAY_MS)}`;
      const rows = await database
        .selectFrom('conversion')
        .select(({ fn }) => [
          number.as('number'),
          fn.countAll<number>().filterWhere('origin', '=', 'api').as('api'),
          fn.countAll<number>().filterWhere('origin', '=', 'web').as('web'),
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
        .select(['id', 'status', 'attempt'])
        .where('id', 'in', ids)
        .where('status', 'in', ['running', 'succeeded'])
        .$narrowType<Pick<LiveConversion, 'status'>>()
        .execute();
      return new Map(rows.map(({ id, ...live }) => [id, live]));
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

type Success = Omit<ConversionOutcome, 'detail'> & {
  readonly id: string;
  readonly detail: string;
  readonly attempt: number;
};

interface Ending {
  readonly status: ConversionStatus;
  readonly finishedAt: number;
}

const DAY_MS = 86_400_000;

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

function endOfMonth(period: string): number {
  const [year, month] = period.split('-').map(Number);
  return Date.UTC(year!, month!);
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
    errorDetail: row.error_detail === null ? undefined : (JSON.parse(row.error_detail) as FailureDetail),
    attempt: row.attempt,
    detail: row.detail === null ? undefined : (JSON.parse(row.detail) as ResultDetail),
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    progress: row.progress === null ? undefined : row.progress / 1000,
  };
}

function interrupted(now: number): ConversionFailure {
  const errorMessage = 'The server that converted the file has stopped. Send the file again.';
  return { status: 'failed', errorCode: 'interrupted', errorMessage, finishedAt: now };
}
