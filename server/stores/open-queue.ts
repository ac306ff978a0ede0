import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Events, EventHub } from './events.ts';
import { localQueue, type Queue, sharedQueue } from './queue.ts';

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
    return { queue: localQueue(), events, [Symbol.asyncDispose]: async () => {} };
  }
  await using resources = new AsyncDisposableStack();
  const { PostgresSession } = await import('./postgres/session.ts');
  const { events } = resources.use(await PostgresSession.open(databaseUrl, processId, log));
  // A process of its own converts what it has accepted.
  const queue = role === 'all' ? localQueue() : sharedQueue(events);
  const opened = resources.move();
  return { queue, events, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
