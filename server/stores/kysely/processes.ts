import { type Kysely, sql, type SqlBool } from 'kysely';
import { GENERATION } from '../generation.ts';
import type { ProcessStore } from '../store.ts';
import type { Database } from './schema.ts';

/** Processes that have sent no heartbeat for so long are deleted. They count as dead before that. */
const FORGET_AFTER_MS = 3_600_000;

export function processStore(database: Kysely<Database>, findUnlocked: ProcessStore['findUnlocked']): ProcessStore {
  return {
    findUnlocked,

    async renew(id, aliveUntil, slots = 0) {
      await database
        .insertInto('process')
        .values({ id, alive_until: aliveUntil, locks: 1, slots, version: GENERATION })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until: aliveUntil, slots }))
        .execute();
      await database
        .deleteFrom('process')
        .where('alive_until', '<', aliveUntil - FORGET_AFTER_MS)
        .execute();
    },

    async remove(id) {
      await database.deleteFrom('process').where('id', '=', id).execute();
    },

    async removeOthers(id) {
      await database.deleteFrom('process').where('id', '!=', id).execute();
    },

    async claimTask(task, { now, nextAt }) {
      const taken = await database
        .insertInto('task')
        .values({ name: task, due_at: nextAt })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({ due_at: nextAt }).where('task.due_at', '<=', now),
        )
        .returning('name')
        .executeTakeFirst();
      return taken !== undefined;
    },
  };
}

/** True for a row whose process is dead or has stopped. */
export function ofDeadProcess(
  column: 'conversion.process_id' | 'conversion.waiter_id' | 'idempotency.process_id',
  now: number,
) {
  return sql<SqlBool>`not exists (
    select 1 from process where process.id = ${sql.ref(column)} and process.alive_until > ${now}
  )`;
}
