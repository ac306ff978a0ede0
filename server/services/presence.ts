import type { Log } from '../log.ts';
import type { Store } from '../stores/store.ts';
import type { Conversions } from './conversions.ts';

/**
 * The part of a process that other processes with the same store see: it sends heartbeats, cleans up after dead
 * processes, saves the progress of its conversions, and stops those that have been ended elsewhere.
 */
export interface Presence {
  /** Cleans up after earlier processes. Must be called before requests are served. */
  recover(): Promise<void>;
  /** Sends a heartbeat and cleans up after dead processes. Runs periodically once started. */
  heartbeat(): Promise<void>;
  /**
   * Saves progress, and stops conversions that have ended in the store. Runs periodically once started, if the store is
   * shared.
   */
  sync(): Promise<void>;
  start(): void;
  /** Waits for the current round, and removes this process from the store. */
  stop(): Promise<void>;
}

export interface PresenceDependencies {
  readonly processId: string;
  readonly store: Store;
  readonly conversions: Pick<Conversions, 'running' | 'progress' | 'stopEnded'>;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: { readonly leaseMs: number; readonly heartbeatIntervalMs: number; readonly syncIntervalMs: number };
}

export function createPresence(dependencies: PresenceDependencies): Presence {
  const { processId, store, conversions, now, log, limits } = dependencies;
  const saved = new Map<string, number>();

  /** A store that is not shared needs no heartbeat: it is set once, forever. */
  const renew = (): Promise<void> =>
    store.processes.renew(processId, store.shared ? now() + limits.leaseMs : Number.MAX_SAFE_INTEGER);

  async function cleanUp(): Promise<void> {
    const time = now();
    const count = await store.conversions.failInterrupted({ now: time, processId, running: conversions.running() });
    await store.idempotency.releaseAbandoned(time);
    if (count > 0) log.warn({ count }, 'failed and refunded conversions that were interrupted');
  }

  async function heartbeat(): Promise<void> {
    if (store.shared) await renew();
    await cleanUp();
  }

  async function sync(): Promise<void> {
    const progress = conversions.progress();
    for (const id of saved.keys()) if (!progress.has(id)) saved.delete(id);
    if (progress.size === 0) return;
    const live = await store.conversions.filterLive([...progress.keys()]);
    for (const [id, fraction] of progress) {
      if (!live.has(id)) conversions.stopEnded(id);
      else if (fraction !== undefined && saved.get(id) !== fraction) {
        saved.set(id, fraction);
        await store.conversions.saveProgress(id, fraction);
      }
    }
  }

  const heartbeats = repeatedly(heartbeat, limits.heartbeatIntervalMs, log);
  const syncs = repeatedly(sync, limits.syncIntervalMs, log);

  return {
    async recover() {
      if (!store.shared) await store.processes.removeOthers(processId);
      await renew();
      await cleanUp();
    },
    heartbeat,
    sync,
    start() {
      heartbeats.start();
      if (store.shared) syncs.start();
    },
    async stop() {
      await Promise.all([heartbeats.stop(), syncs.stop()]);
      await store.processes.remove(processId);
    },
  };
}

interface Repeated {
  start(): void;
  /** Waits for the current round. */
  stop(): Promise<void>;
}

/** Runs one round at a time, so that rounds do not pile up behind a slow database. */
function repeatedly(work: () => Promise<void>, intervalMs: number, log: Log): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  const run = (): void => {
    round ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'a periodic task on the store failed'))
      .finally(() => {
        round = undefined;
      });
  };
  return {
    start() {
      timer = setInterval(run, intervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
