import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  CLAIMED,
  type ClaimRow,
  type ClaimValues,
  clockIsBehind,
  hasDemotedAtWork,
  mayRun,
  payment,
  waits,
} from '../kysely/fair-queue.ts';
import { prepareQuery, type ValueOf } from '../kysely/prepared-query.ts';
import type { Database } from '../kysely/schema.ts';

/**
 * Accounts that a claim looks at, and conversions of each: more than one, because other processes that claim at the same
 * moment have locked the first.
 */
const ACCOUNTS = 8;
const CONVERSIONS = 16;

/** Claims in one statement, which takes what no other process is claiming. */
export function prepareClaim(database: Kysely<Database>): (values: ClaimValues) => Promise<ClaimRow | undefined> {
  const prepare = (condition: RawBuilder<unknown>) =>
    prepareQuery((value: ValueOf<ClaimValues>) => claimAmong(value, condition).compile(database));
  const first = prepare(sql`not ${hasDemotedAtWork('account.id')}`);
  // Nothing of others waits: then also those that have a demoted conversion at work.
  const rest = prepare(hasDemotedAtWork('account.id'));
  return async (values) => (await first(database, values)).rows[0] ?? (await rest(database, values)).rows[0];
}

function claimAmong(value: ValueOf<ClaimValues>, condition: RawBuilder<unknown>): RawBuilder<ClaimRow> {
  return sql<ClaimRow>`
    with candidate as materialized (
      select waiting.id, turn.vtime from (
        select account.id, account.vtime from account
        where account.running > 0 and ${condition} and exists (
          select 1 from conversion waiting where waiting.account_id = account.id and ${waits('waiting', value)}
          and ${mayRun('waiting', value)})
        order by account.vtime limit ${sql.lit(ACCOUNTS)}
      ) turn cross join lateral (
        select waiting.id from conversion waiting where waiting.account_id = turn.id and ${waits('waiting', value)}
        and ${mayRun('waiting', value)}
        order by waiting.demoted_at, waiting.created_at limit ${sql.lit(CONVERSIONS)}
      ) waiting
    ), chosen as (
      select waiting.id, candidate.vtime from candidate join conversion waiting on waiting.id = candidate.id
      where waiting.status = 'running' and waiting.began_at = 0
      order by candidate.vtime, waiting.demoted_at, waiting.created_at limit 1 for update of waiting skip locked
    ), conversion as (
      update conversion set attempt = attempt + 1, process_id = ${value('processId')}, began_at = ${value('now')}
      from chosen where conversion.id = chosen.id
      returning conversion.*
    ), paid as (
      update account set vtime = ${payment} from conversion where account.id = conversion.account_id
    ), clock as (
      update fair_clock set vtime = chosen.vtime from chosen where ${clockIsBehind(sql`chosen.vtime`)}
    )
    select ${CLAIMED} from conversion`;
}
