import { PgBoss } from 'pg-boss';
import type { Log } from '../../log.ts';
import type { Queue } from '../queue.ts';

/**
 * The number is that of the form of a job. A process that does not know a new form does not look into its queue, so old
 * and new versions can run side by side.
 */
const QUEUE = 'athanor-convert-1';

/** Seconds without a sign of life after which an entry is offered again: the least that the library allows. */
const HEARTBEAT_SECONDS = 10;

/** Longer than any conversion may take. */
const EXPIRE_SECONDS = 3_600;

/** Attempts are counted in the conversion's row; this bound only ends what the store does not know. */
const RETRIES = 100;

/** Without notifications, a worker looks for entries this often; with them, as a second net. */
const POLL_SECONDS = 0.5;
const NOTIFIED_POLL_SECONDS = 2;

/** Opens the queue in the database, for several API and worker processes. */
export async function openPostgresQueue(
  url: string,
  { works, log }: { readonly works: boolean; readonly log: Log },
): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'athanor queue',
    max: 4,
    schedule: false,
    useListenNotify: works,
    supervise: works,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 60,
    reindex: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue has a problem with the database'));
  await boss.start();
  await boss.createQueue(QUEUE, {
    ...{ retryLimit: RETRIES, retryDelay: 0, expireInSeconds: EXPIRE_SECONDS, heartbeatSeconds: HEARTBEAT_SECONDS },
    ...{ notify: true, deleteAfterSeconds: EXPIRE_SECONDS },
  });

  return {
    remote: true,

    async submit({ id, accountId, priority }, execute) {
      const db = { executeSql: async (text: string, values: unknown[] = []) => execute(text, values) };
      await boss.send(QUEUE, { id }, { id, priority, group: { id: accountId }, db: db as never });
    },

    // The database hands the entry out when the transaction is committed.
    announce: () => {},

    async resubmit(ids) {
      if (ids.length === 0) return;
      // An active entry belongs to the attempt that has ended.
      await boss.fail(QUEUE, [...ids], { message: 'its worker has stopped' });
      await boss.retry(QUEUE, [...ids]);
      for (const id of ids) await boss.send(QUEUE, { id }, { id });
    },

    async consume(handler, slots) {
      const workers = await Promise.all(
        Array.from({ length: slots }, async () => {
          const worker: string = await boss.work<{ id: string }>(
            QUEUE,
            { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: NOTIFIED_POLL_SECONDS },
            async ([job]) => {
              try {
                await handler(job!.data.id);
              } finally {
                // Otherwise it would wait for the next round although more is there.
                boss.notifyWorker(worker);
              }
            },
          );
          return worker;
        }),
      );
      return {
        stop: async () => {
          await Promise.all(workers.map((id) => boss.offWork(QUEUE, { id, wait: false })));
        },
      };
    },

    close: () => boss.stop({ graceful: false }),
  };
}
