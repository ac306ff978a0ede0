import { type Kysely, sql } from 'kysely';
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

/** Claims in one transaction: nobody else writes meanwhile. */
export function prepareClaim(database: Kysely<Database>): (values: ClaimValues) => Promise<ClaimRow | undefined> {
  const take = prepareQuery((value: ValueOf<ClaimValues>) =>
    sql<ClaimRow>`
      update conversion set attempt = attempt + 1, process_id = ${value('processId')}, began_at = ${value('now')}
      where id = (
        select waiting.id from conversion waiting join account on account.id = waiting.account_id
        where ${waits('waiting', value)} and ${mayRun('waiting', value)}
        order by ${hasDemotedAtWork('account.id')}, account.vtime, waiting.demoted_at, waiting.created_at limit 1)
      returning ${CLAIMED}`.compile(database),
  );
  type Taken = { readonly id: string; readonly accountId: string };
  const moveClock = prepareQuery((value: ValueOf<Taken>) => {
    const vtime = sql<number>`(select account.vtime from account where account.id = ${value('accountId')})`;
    return sql`update fair_clock set vtime = ${vtime} where ${clockIsBehind(vtime)}`.compile(database);
  });
  const pay = prepareQuery((value: ValueOf<Taken>) =>
    sql`update account set vtime = ${payment} from conversion
      where account.id = ${value('accountId')} and conversion.id = ${value('id')}`.compile(database),
  );
  return (values) =>
    database.transaction().execute(async (transaction) => {
      const [claimed] = (await take(transaction, values)).rows;
      if (!claimed) return undefined;
      await moveClock(transaction, claimed);
      await pay(transaction, claimed);
      return claimed;
    });
}
