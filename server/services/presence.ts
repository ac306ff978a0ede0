import type { Log } from '../log.ts';
import type { Store } from '../stores/store.ts';
import type { Conversions } from './conversions.ts';

/**
 * What a process does for others that share its store: it shows that it is alive, settles what dead ones have left,
 * tells how far its conversions are, and stops those that have been ended elsewhere.
 */
export interface Presence {
  /** Settles what earlier processes have left: to be called before requests are served. */
  recover(): Promise<void>;
  /** Shows that this process is alive, and settles what dead ones have left. Runs by itself once started. */
  beat(): Promise<void>;
  /** Compares what runs here with what the store says. Runs by itself once started, when somebody else could have changed it. */
  compare(): Promise<void>;
  start(): void;
  /** Waits for what is being done, and takes leave. */
  stop(): Promise<void>;
}

export interface PresenceDependencies {
  readonly processId: string;
  readonly store: Store;
  readonly conversions: Pick<Conversions, 'running' | 'progress' | 'stopEnded'>;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: { readonly leaseMs: number; readonly beatIntervalMs: number; readonly compareIntervalMs: number };
}

export function createPresence(dependencies: PresenceDependencies): Presence {
  const { processId, store, conversions, now, log, limits } = dependencies;
  const told = new Map<string, number>();

  /** Where nobody else looks, nobody has to be told again and again. */
  const renew = (): Promise<void> =>
    store.processes.renew(processId, store.shared ? now() + limits.leaseMs : Number.MAX_SAFE_INTEGER);

  async function settleLeftovers(): Promise<void> {
    const time = now();
    const count = await store.conversions.failInterrupted({ now: time, processId, running: conversions.running() });
    await store.idempotency.releaseAbandoned(time);
    if (count > 0) log.warn({ count }, 'failed and refunded conversions that were interrupted');
  }

  async function beat(): Promise<void> {
    if (store.shared) await renew();
    await settleLeftovers();
  }

  async function compare(): Promise<void> {
    const progress = conversions.progress();
    for (const id of told.keys()) if (!progress.has(id)) told.delete(id);
    if (progress.size === 0) return;
    const live = await store.conversions.filterLive([...progress.keys()]);
    for (const [id, fraction] of progress) {
      if (!live.has(id)) conversions.stopEnded(id);
      else if (fraction !== undefined && told.get(id) !== fraction) {
        told.set(id, fraction);
        await store.conversions.saveProgress(id, fraction);
      }
    }
  }

  const beating = repeatedly(beat, limits.beatIntervalMs, log);
  const comparing = repeatedly(compare, limits.compareIntervalMs, log);

  return {
    async recover() {
      if (!store.shared) await store.processes.removeOthers(processId);
      await renew();
      await settleLeftovers();
    },
    beat,
    compare,
    start() {
      beating.start();
      if (store.shared) comparing.start();
    },
    async stop() {
      await Promise.all([beating.stop(), comparing.stop()]);
      await store.processes.remove(processId);
    },
  };
}

interface Repeated {
  start(): void;
  /** Waits for a round that runs. */
  stop(): Promise<void>;
}

/** One round at a time: a slow database must not pile them up. */
function repeatedly(work: () => Promise<void>, intervalMs: number, log: Log): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  const run = (): void => {
    round ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'the store could not be looked after'))
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
