import { type Kysely, sql } from 'kysely';
import type { RateStore, RateWindow } from '../store.ts';
import { prepareQuery, type ValueOf } from './prepared-query.ts';
import type { Database } from './schema.ts';

interface Counted {
  readonly key: string;
  readonly now: number;
  readonly endsAt: number;
}

export function rateStore(database: Kysely<Database>): RateStore {
  const count = prepareQuery((value: ValueOf<Counted>) =>
    sql<RateWindow>`
      insert into rate (key, count, ends_at) values (${value('key')}, 1, ${value('endsAt')})
      on conflict (key) do update set
        count = case when rate.ends_at <= ${value('now')} then 1 else rate.count + 1 end,
        ends_at = case when rate.ends_at <= ${value('now')} then excluded.ends_at else rate.ends_at end
      returning count, ends_at as "endsAt"`.compile(database),
  );
  return {
    async count(key, { now, lengthMs }) {
      return (await count(database, { key, now, endsAt: now + lengthMs })).rows[0]!;
    },
    async deleteEnded(now) {
      await database.deleteFrom('rate').where('ends_at', '<=', now).execute();
    },
  };
}
