import type { Log } from '../log.ts';
import type { Events } from '../stores/events.ts';
import type { Queue } from '../stores/queue.ts';
import type { Store } from '../stores/store.ts';
import type { Conversions } from './conversions.ts';
import type { Metrics } from './metrics.ts';
import type { Worker } from './worker.ts';

/**
 * The part of a process that other processes with the same store see: it sends heartbeats, cleans up after dead
 * processes, saves the progress of its conversions, and stops those that have been ended elsewhere.
 */
export interface Presence {
  /** Cleans up after earlier processes. Must be called before requests are served. */
  recover(): Promise<void>;
  /** Sends a heartbeat and cleans up after dead processes. Runs periodically once started. */
  heartbeat(): Promise<void>;
  /** Cleans up after processes whose lock is free. Runs periodically once started, if the store is shared. */
  watchLocks(): Promise<void>;
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
  readonly queue: Queue;
  readonly events: Events;
  readonly metrics: Pick<Metrics, 'takenBack'>;
  readonly worker: Pick<Worker, 'running' | 'progress' | 'stopEnded'>;
  readonly conversions: Pick<Conversions, 'localIds'>;
  /** Conversions that this process runs at a time; 0 for one that runs none. */
  readonly slots: number;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: {
    readonly leaseMs: number;
    readonly heartbeatIntervalMs: number;
    readonly lockIntervalMs: number;
    readonly syncIntervalMs: number;
  };
}

export function createPresence(dependencies: PresenceDependencies): Presence {
  const { processId, store, queue, events, worker, conversions, metrics, now, log, limits } = dependencies;
  const saved = new Map<string, number>();
  let unlockedBefore: ReadonlySet<string> = new Set();

  /** A store that is not shared needs no heartbeat: it is set once, forever. */
  const renew = (): Promise<void> =>
    store.processes.renew(
      processId,
      store.shared ? now() + limits.leaseMs : Number.MAX_SAFE_INTEGER,
      dependencies.slots,
    );

  async function cleanUp(): Promise<void> {
    const time = now();
    const present = { now: time, processId, running: [...new Set([...worker.running(), ...conversions.localIds()])] };
    const failed = await store.conversions.failInterrupted(present);
    for (const id of failed) await events.publish({ type: 'ended', id });
    const taken = await store.conversions.takeBack(present);
    if (taken.length > 0) queue.submit();
    await store.idempotency.releaseAbandoned(time);
    if (failed.length > 0) log.warn({ count: failed.length }, 'failed and refunded conversions that were interrupted');
    metrics.takenBack(taken.length);
    if (taken.length > 0) log.warn({ count: taken.length }, 'offered conversions of stopped processes again');
  }

  async function heartbeat(): Promise<void> {
    if (store.shared) await renew();
    await cleanUp();
  }

  /**
   * A process may be without its lock for a moment, when its connection was lost. One that is without it in two rounds
   * is taken for dead; if it is not, what it comes with later does not count.
   */
  async function watchLocks(): Promise<void> {
    const unlocked = new Set(await store.processes.findUnlocked(processId));
    const dead = [...unlocked].filter((id) => unlockedBefore.has(id));
    unlockedBefore = unlocked;
    for (const id of dead) await store.processes.remove(id);
    if (dead.length > 0) await cleanUp();
  }

  async function sync(): Promise<void> {
    const progress = worker.progress();
    for (const id of saved.keys()) if (!progress.has(id)) saved.delete(id);
    if (progress.size === 0) return;
    const live = await store.conversions.filterLive([...progress.keys()]);
    for (const [id, fraction] of progress) {
      if (!live.has(id)) worker.stopEnded(id);
      else if (fraction !== undefined && saved.get(id) !== fraction) {
        saved.set(id, fraction);
        await store.conversions.saveProgress(id, fraction);
      }
    }
  }

  const heartbeats = repeatedly(heartbeat, limits.heartbeatIntervalMs, log);
  const locks = repeatedly(watchLocks, limits.lockIntervalMs, log);
  const syncs = repeatedly(sync, limits.syncIntervalMs, log);

  return {
    async recover() {
      if (!store.shared) await store.processes.removeOthers(processId);
      await renew();
      await cleanUp();
      queue.submit();
    },
    heartbeat,
    watchLocks,
    sync,
    start() {
      heartbeats.start();
      if (!store.shared) return;
      locks.start();
      syncs.start();
    },
    async stop() {
      await Promise.all([heartbeats.stop(), locks.stop(), syncs.stop()]);
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
