import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Claim, Claimant } from '../store.ts';
import { prepareQuery, type ValueOf } from './prepared-query.ts';
import type { Database } from './schema.ts';

/**
 * Weighted fair queueing over all processes. Every account has a virtual time: the processor time that it has used, in
 * microseconds, divided by its weight. A claim takes the oldest conversion of the account whose virtual time is least,
 * and adds what the plan predicts; when the attempt ends, the difference to what was used is added. That the account and
 * not each conversion has the time lets a correction count for those that wait already.
 *
 * `fair_clock` is the furthest virtual time at which a conversion was begun. Whoever submits is moved up to it, so that
 * no account saves up what it did not use.
 */

/** Microseconds of virtual time by which the clock may lag: every claim would write the same row otherwise. */
const CLOCK_LAG_US = 1_000_000;

/** For conversions that an earlier version has recorded without a prediction. */
const UNKNOWN_MS = 1_000;

/**
 * Milliseconds that conversions of an earlier version wait: as long as workers of that version run, these are told of
 * them and take them at once.
 */
const EARLIER_VERSION_WAIT_MS = 2_000;

export type ClaimValues = Pick<Claimant, 'processId' | 'now' | 'generation'> & { readonly shares: 0 | 1 };
type Value = ValueOf<ClaimValues>;

export const claimValues = ({ processId, now, generation, shares }: Claimant): ClaimValues => ({
  ...{ processId, now, generation },
  shares: shares ? 1 : 0,
});

/** Weight of the account of the statement. */
export const WEIGHT = sql<number>`(select coalesce(plan.priority, 1) from plan where plan.id = account.plan_id)`;

export const PREDICTED_MS = sql<number>`coalesce(conversion.predicted_ms, ${sql.lit(UNKNOWN_MS)})`;

/** Whether a conversion waits that the claimant may begin. */
export function waits(conversion: string, value: Value): RawBuilder<boolean> {
  const c = sql.ref;
  const of = (name: string) => c(`${conversion}.${name}`);
  return sql`${of('status')} = 'running' and ${of('began_at')} = 0
    and (${of('process_id')} is null or ${of('process_id')} = ${value('processId')})
    and ${of('requires')} <= cast(${value('generation')} as integer)
    and (${of('predicted_ms')} is not null
      or ${of('created_at')} < cast(${value('now')} as bigint) - ${sql.lit(EARLIER_VERSION_WAIT_MS)})`;
}

/** Of a demoted conversion that some process, or the claimant's, has begun. */
const atWork = (conversion: string) =>
  sql`${sql.ref(`${conversion}.status`)} = 'running' and ${sql.ref(`${conversion}.began_at`)} > 0
    and ${sql.ref(`${conversion}.demoted_at`)} > 0`;

export const hasDemotedAtWork = (accountId: string): RawBuilder<boolean> =>
  sql`exists (select 1 from conversion demoted
    where demoted.account_id = ${sql.ref(accountId)} and ${atWork('demoted')})`;

/** Half of the slots of all processes that live, or of the claimant's; at least one. */
function slotsForDemoted(value: Value): RawBuilder<number> {
  return sql`(select case when sum(slots) > 3 then cast(sum(slots) as bigint) / 2 else 1 end from process
    where alive_until > ${value('now')} and (${value('shares')} = 1 or id = ${value('processId')}))`;
}

/** Demoted conversions at work that count for the claimant. */
function demotedAtWork(value: Value, condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*) from conversion demoted
    where ${atWork('demoted')} and (${value('shares')} = 1 or demoted.process_id = ${value('processId')})
    and ${condition})`;
}

/** A demoted conversion runs while a slot for such is free, or no other account has anything. */
export function mayRun(conversion: string, value: Value): RawBuilder<boolean> {
  return sql`(${sql.ref(`${conversion}.demoted_at`)} = 0
    or ${demotedAtWork(value, sql`1 = 1`)} < ${slotsForDemoted(value)}
    or not exists (select 1 from account other
      where other.running > 0 and other.id <> ${sql.ref(`${conversion}.account_id`)}))`;
}

/** Adds the prediction to the account of a claimed conversion. */
export const payment = sql`account.vtime + ${PREDICTED_MS} * 1000 / ${WEIGHT}`;

/** Moves the clock on to the virtual time at which a conversion is begun. */
export const clockIsBehind = (vtime: RawBuilder<number>): RawBuilder<boolean> =>
  sql`fair_clock.vtime < ${vtime} - ${sql.lit(CLOCK_LAG_US)}`;

export interface ClaimRow extends Omit<Claim, 'job' | 'isDemoted'> {
  readonly job: string | null;
  readonly demotedAt: number;
}

export const CLAIMED = sql`conversion.id, conversion.account_id as "accountId", conversion.attempt, conversion.job,
  ${PREDICTED_MS} as "predictedMs", conversion.demoted_at as "demotedAt"`;

export function claimOf({ job, demotedAt, ...row }: ClaimRow): Claim {
  return { ...row, job: job ?? undefined, isDemoted: demotedAt > 0 };
}

/** Prepares the question whether a demoted conversion must leave its slot. */
export function prepareGivingWay(database: Kysely<Database>) {
  const earlier = sql`(demoted.demoted_at, demoted.id) < (conversion.demoted_at, conversion.id)`;
  return prepareQuery((value: ValueOf<ClaimValues & { readonly id: string }>) =>
    sql<{ readonly id: string }>`
      select id from conversion where id = ${value('id')} and ${atWork('conversion')}
      and (${demotedAtWork(value, earlier)} >= ${slotsForDemoted(value)}
        or ${demotedAtWork(value, sql`demoted.account_id = conversion.account_id and ${earlier}`)} > 0)
      and exists (select 1 from conversion waiting
        where ${waits('waiting', value)} and waiting.demoted_at = 0
        and waiting.account_id <> conversion.account_id and not ${hasDemotedAtWork('waiting.account_id')})`.compile(
      database,
    ),
  );
}
