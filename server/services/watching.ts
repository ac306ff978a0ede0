import type { Log } from '../log.ts';
import type { Events } from '../stores/events.ts';
import type { Store } from '../stores/store.ts';
import type { Conversions, Watcher } from './conversions.ts';
import type { Progress } from './worker.ts';

/** Watches conversions, in whichever process they run. */
export interface Watching {
  /** Watches a conversion until the returned object is disposed; undefined when it does not run. */
  watch(accountId: string, id: string, watcher: Watcher): Promise<Watched | undefined>;
}

export interface Watched extends Disposable {
  readonly progress: Progress;
}

export interface WatchingDependencies {
  readonly store: Pick<Store, 'conversions'>;
  readonly events: Events;
  readonly conversions: Pick<Conversions, 'watch'>;
  readonly log: Log;
  readonly limits: { readonly syncIntervalMs: number };
}

export function createWatching({ store, events, conversions, log, limits }: WatchingDependencies): Watching {
  return {
    async watch(accountId, id, watcher) {
      const here = conversions.watch(accountId, id, watcher);
      if (here) return here;
      const record = await store.conversions.find(accountId, id);
      if (record?.status !== 'running') return undefined;
      const timer = setInterval(poll, limits.syncIntervalMs);
      timer.unref();
      const { progress } = record;
      let reported = progress;
      let looking = false;
      const subscription = events.subscribe((event) => {
        if (event.type === 'missed') void poll();
        else if (event.type === 'waiting' || event.id !== id) return;
        else if (event.type === 'ended') void poll();
        else watcher({ progress: (reported = event.progress) });
      });

      /** Reports the progress that another process saves, whenever it changes. */
      async function poll(): Promise<void> {
        if (looking) return;
        looking = true;
        try {
          const current = await store.conversions.find(accountId, id);
          if (current?.status !== 'running') {
            stop();
            watcher('ended');
          } else if (current.progress !== undefined && current.progress !== reported) {
            reported = current.progress;
            watcher({ progress: reported });
          }
        } catch (error) {
          log.warn({ err: error, conversionId: id }, 'a conversion could not be watched');
        } finally {
          looking = false;
        }
      }
      function stop(): void {
        clearInterval(timer);
        subscription[Symbol.dispose]();
      }
      return { progress, [Symbol.dispose]: stop };
    },
  };
}
