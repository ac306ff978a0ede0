import type { Log } from '../log.ts';
import type { Store } from '../stores/store.ts';
import type { Conversions, Watcher } from './conversions.ts';
import type { Following } from './following.ts';
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
  readonly following: Following;
  readonly conversions: Pick<Conversions, 'watch'>;
  readonly log: Log;
}

export function createWatching({ store, following, conversions, log }: WatchingDependencies): Watching {
  return {
    async watch(accountId, id, watcher) {
      const here = conversions.watch(accountId, id, watcher);
      if (here) return here;
      let checking = false;
      let isOver = false;

      /** An event may come from an attempt that does not count any more. */
      async function check(): Promise<void> {
        if (checking || isOver) return;
        checking = true;
        try {
          const record = await store.conversions.find(accountId, id);
          if (record?.status === 'running' || isOver) return;
          stop();
          watcher('ended');
        } catch (error) {
          log.warn({ err: error, conversionId: id }, 'a conversion could not be watched');
        } finally {
          checking = false;
        }
      }
      function stop(): void {
        isOver = true;
        followed[Symbol.dispose]();
      }
      const followed = following.follow(id, {
        onProgress: (progress) => watcher({ progress }),
        onEnd: () => void check(),
      });
      try {
        const record = await store.conversions.find(accountId, id);
        if (record?.status === 'running') return { progress: record.progress, [Symbol.dispose]: stop };
        stop();
        return undefined;
      } catch (error) {
        stop();
        throw error;
      }
    },
  };
}
