import { type Expression, type Kysely, sql, type SqlBool } from 'kysely';
import type {
  AttemptEnd,
  ConversionFailure,
  ConversionOutcome,
  ConversionStatus,
  ConversionStore,
  Usage,
} from '../store.ts';
import { claimOf, type ClaimRow, claimValues, type ClaimValues, prepareGivingWay, WEIGHT } from './fair-queue.ts';
import { prepareQuery, type ValueOf } from './prepared-query.ts';
import { ofDeadProcess } from './processes.ts';
import { createReserve } from './reserve.ts';
import type { Retry } from './retry.ts';
import type { Database } from './schema.ts';

/** What this process has claimed so recently may be unknown to it: the answer of the statement is on its way. */
const CLAIM_ANSWER_MS = 2_000;

export interface AttemptsVariant {
  readonly retry: Retry;
  readonly prepareClaim: (database: Kysely<Database>) => (values: ClaimValues) => Promise<ClaimRow | undefined>;
}

type Attempts = Pick<
  ConversionStore,
  'reserve' | 'claim' | 'succeed' | 'fail' | 'giveBack' | 'demote' | 'mustGiveWay' | 'takeBack' | 'failInterrupted'
>;

/** A conversion from its reservation to its end. */
export function attemptStore(database: Kysely<Database>, { retry, prepareClaim }: AttemptsVariant): Attempts {
  const reserve = createReserve(database);
  const claim = prepareClaim(database);
  const mustGiveWay = prepareGivingWay(database);
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
      .returning(['account_id', 'predicted_ms'])
      .compile(),
  );
  /** The prediction was added when the attempt began. */
  const settle = prepareQuery((value: ValueOf<Settlement>) =>
    sql`update account set running = running - ${value('ended')},
        vtime = vtime + cast(${value('excessMs')} as bigint) * 1000 / ${WEIGHT}
      where id = ${value('accountId')}`.compile(database),
  );

  /** Ends a running conversion and refunds its quota in one transaction. False when it is not running. */
  const fail = (id: string, failure: ConversionFailure, how: HowToFail = {}): Promise<boolean> =>
    database.transaction().execute(async (transaction) => {
      const { status, errorCode, errorMessage, detail, finishedAt, isCharged = false } = failure;
      const ended = await transaction
        .updateTable('conversion')
        .set({
          ...{ status, error_code: errorCode, error_message: errorMessage, finished_at: finishedAt },
          error_detail: detail === undefined ? null : JSON.stringify(detail),
          ...{ charged: isCharged ? 1 : 0, job: null },
        })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .$if(how.attempt !== undefined, (query) => query.where('attempt', '=', how.attempt!))
        .$if(how.condition !== undefined, (query) => query.where(how.condition!))
        .returning(['account_id', 'key_id', 'period', 'predicted_ms', 'units'])
        .executeTakeFirst();
      if (!ended) {
        await settleEnded(transaction, id, how);
        return false;
      }
      await settle(transaction, settlement(ended, { ended: 1, usedMs: how.usedMs }));
      if (isCharged) return true;
      await transaction
        .updateTable('usage')
        .set((column) => ({ used: column('used', '-', ended.units) }))
        .where('account_id', '=', ended.account_id)
        .where('period', '=', ended.period)
        .execute();
      if (ended.key_id === null) return true;
      await transaction
        .updateTable('api_key')
        .set((column) => ({ used: column('used', '-', ended.units) }))
        .where('id', '=', ended.key_id)
        .where('used_period', '=', ended.period)
        .execute();
      return true;
    });

  /** Somebody else has ended the conversion, as by cancelling it. What its attempt has used counts all the same. */
  async function settleEnded(transaction: Kysely<Database>, id: string, { attempt, usedMs }: HowToFail): Promise<void> {
    if (attempt === undefined || usedMs === undefined) return;
    const row = await transaction
      .selectFrom('conversion')
      .select(['account_id', 'predicted_ms'])
      .where('id', '=', id)
      .where('status', '=', 'cancelled')
      .where('attempt', '=', attempt)
      .executeTakeFirst();
    if (row) await settle(transaction, settlement(row, { ended: 0, usedMs }));
  }

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
    reserve: (conversion) =>
      retry(async (again) => (again ? await usageOf(conversion.id) : undefined) ?? (await reserve(conversion))),

    // Not retried: the first run may have begun an attempt, which this process is then recorded to convert but does not
    // know. It is taken back.
    async claim(claimant) {
      const row = await claim(claimValues(claimant));
      return row && claimOf(row);
    },

    succeed: (id, outcome, { attempt = 0, usedMs } = {}) =>
      retry(async (again) => {
        const values = { id, ...outcome, attempt, detail: JSON.stringify(outcome.detail) };
        const succeeded = await database.transaction().execute(async (transaction) => {
          const [ended] = (await succeed(transaction, values)).rows;
          if (ended) await settle(transaction, settlement(ended, { ended: 1, usedMs }));
          return ended !== undefined;
        });
        return succeeded || (again && hasEnded(id, { ...outcome, status: 'succeeded' }));
      }),

    fail: (id, failure, { attempt, usedMs } = {}) =>
      retry(async (again) => {
        // In a second run the first one may have counted it.
        const how = again ? { attempt } : { attempt, usedMs };
        return (await fail(id, failure, how)) || (again && hasEnded(id, failure));
      }),

    giveBack: (id, { attempt, usedMs, isKept = false }) =>
      database.transaction().execute(async (transaction) => {
        const given = await transaction
          .updateTable('conversion')
          .set({ began_at: 0, ...(!isKept && { process_id: null }) })
          .where('id', '=', id)
          .where('status', '=', 'running')
          .where('attempt', '=', attempt)
          .where('began_at', '>', 0)
          .returning(['account_id', 'predicted_ms'])
          .executeTakeFirst();
        if (given) await settle(transaction, settlement(given, { ended: 0, usedMs }));
        return given !== undefined;
      }),

    async demote(id, attempt, now) {
      await database
        .updateTable('conversion')
        .set({ demoted_at: now })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('attempt', '=', attempt)
        .where('demoted_at', '=', 0)
        .execute();
    },

    async mustGiveWay(id, claimant) {
      return (await mustGiveWay(database, { id, ...claimValues(claimant) })).rows.length > 0;
    },

    async takeBack({ now, processId, running }) {
      const rows = await database
        .updateTable('conversion')
        .set({ process_id: null, began_at: 0 })
        .where('status', '=', 'running')
        .where('job', 'is not', null)
        .where('process_id', 'is not', null)
        .where((where) =>
          where.or([
            where.and([where('process_id', '=', processId), where('began_at', '<', now - CLAIM_ANSWER_MS)]),
            ofDeadProcess('conversion.process_id', now),
          ]),
        )
        .$if(running.length > 0, (query) => query.where('id', 'not in', running))
        .returning('id')
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
        const condition = own ? undefined : sql<SqlBool>`(${left} or ${alone})`;
        if (await fail(id, interrupted(now), { condition })) ended.push(id);
      }
      return ended;
    },
  };
}

interface HowToFail extends AttemptEnd {
  readonly condition?: Expression<SqlBool> | undefined;
}

interface Settlement {
  readonly accountId: string;
  /** Conversions that have ended. */
  readonly ended: 0 | 1;
  readonly excessMs: number;
}

function settlement(
  { account_id: accountId, predicted_ms }: { readonly account_id: string; readonly predicted_ms: number | null },
  { ended, usedMs }: { readonly ended: 0 | 1; readonly usedMs: number | undefined },
): Settlement {
  const excessMs = usedMs === undefined || predicted_ms === null ? 0 : Math.round(usedMs) - predicted_ms;
  return { accountId, ended, excessMs };
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

function interrupted(now: number): ConversionFailure {
  const errorMessage = 'The server that converted the file has stopped. Send the file again.';
  return { status: 'failed', errorCode: 'interrupted', errorMessage, finishedAt: now };
}
