import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Events, EventHub } from './events.ts';
import { inlineQueue } from './inline/queue.ts';
import type { Queue } from './queue.ts';

export interface OpenQueue extends AsyncDisposable {
  readonly queue: Queue;
  readonly events: Events;
}

/** Opens the queue and the events that fit the role and the database, and loads only the code that they need. */
export async function openQueue(
  { databaseUrl, role }: Pick<Config, 'databaseUrl' | 'role'>,
  processId: string,
  log: Log,
): Promise<OpenQueue> {
  if (databaseUrl === undefined) {
    const hub = new EventHub();
    const events: Events = { publish: async (event) => hub.publish(event), subscribe: (one) => hub.subscribe(one) };
    return { queue: inlineQueue(), events, [Symbol.asyncDispose]: async () => {} };
  }
  await using resources = new AsyncDisposableStack();
  const { PostgresSession } = await import('./postgres/session.ts');
  const { events } = resources.use(await PostgresSession.open(databaseUrl, processId, log));
  const queue = await open();
  resources.defer(() => queue.close());
  const opened = resources.move();
  return { queue, events, [Symbol.asyncDispose]: () => opened.disposeAsync() };

  async function open(): Promise<Queue> {
    // A process of its own converts what it has accepted.
    if (role === 'all') return inlineQueue();
    const { openPostgresQueue } = await import('./postgres/queue.ts');
    return openPostgresQueue(databaseUrl!, { works: role === 'worker', log });
  }
}
