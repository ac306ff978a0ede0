import type { Log } from '../log.ts';
import type { ConversionEvent, Events } from '../stores/events.ts';
import type { Store } from '../stores/store.ts';

/** Tells a process what happens to conversions that another process may run. */
export interface Following {
  /** Calls the follower until the returned object is disposed. */
  follow(id: string, follower: Follower): Disposable;
}

export interface Follower {
  onProgress(progress: number): void;
  /** The conversion may have ended: the store tells. Called again while it is followed and has ended. */
  onEnd(): void;
}

export interface FollowingDependencies {
  readonly store: Pick<Store, 'conversions'>;
  readonly events: Events;
  readonly log: Log;
  readonly limits: { readonly syncIntervalMs: number };
}

/**
 * Conversions that the store is asked for in one round. Events tell nearly everything sooner, and a round a second costs
 * the database little; of more conversions, each is asked for after several rounds.
 */
const IDS_PER_ROUND = 512;

interface Followed {
  readonly followers: Set<Follower>;
  progress: number;
}

/** Follows by events, and asks the store once in a while for all conversions together: an event may be lost. */
export function createFollowing({ store, events, log, limits }: FollowingDependencies): Following {
  // In the order in which the store is asked.
  const followed = new Map<string, Followed>();
  let following: Disposable | undefined;
  let asking = false;

  function receive(event: ConversionEvent): void {
    if (event.type === 'missed') void ask();
    else if (event.type === 'ended') end(event.id);
    else if (event.type === 'progress') progress(event.id, event.progress);
  }

  function end(id: string): void {
    for (const follower of followed.get(id)?.followers ?? []) follower.onEnd();
  }

  function progress(id: string, fraction: number): void {
    const entry = followed.get(id);
    if (!entry) return;
    entry.progress = fraction;
    for (const follower of entry.followers) follower.onProgress(fraction);
  }

  async function ask(): Promise<void> {
    if (asking || followed.size === 0) return;
    asking = true;
    try {
      const ids = followed.keys().take(IDS_PER_ROUND).toArray();
      const live = await store.conversions.filterLive(padded(ids));
      for (const id of ids) {
        const entry = followed.get(id);
        if (!entry) continue;
        followed.delete(id);
        followed.set(id, entry);
        const found = live.get(id);
        if (found?.status !== 'running') end(id);
        // The store lags behind the events.
        else if ((found.progress ?? 0) > entry.progress) progress(id, found.progress!);
      }
    } catch (error) {
      log.warn({ err: error }, 'the state of conversions could not be read; trying again');
    } finally {
      asking = false;
    }
  }

  function start(): Disposable {
    const subscription = events.subscribe(receive);
    const timer = setInterval(() => void ask(), limits.syncIntervalMs);
    timer.unref();
    return {
      [Symbol.dispose]() {
        clearInterval(timer);
        subscription[Symbol.dispose]();
      },
    };
  }

  return {
    follow(id, follower) {
      following ??= start();
      const entry = followed.get(id) ?? { followers: new Set(), progress: 0 };
      followed.set(id, entry);
      entry.followers.add(follower);
      return {
        [Symbol.dispose]() {
          entry.followers.delete(follower);
          if (entry.followers.size > 0 || followed.get(id) !== entry) return;
          followed.delete(id);
          if (followed.size > 0) return;
          following?.[Symbol.dispose]();
          following = undefined;
        },
      };
    },
  };
}

/** Repeats the last id up to a power of two: each length of the list is a statement that connections keep prepared. */
function padded(ids: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids.at(-1)!)];
}
