import { setTimeout as wait } from 'node:timers/promises';
import type { Retry } from '../kysely/retry.ts';
import { DatabaseUnavailableError } from '../unavailable.ts';

/** Delays before each new run: a terminated connection is replaced at once, a restart of the server takes a second. */
const DELAYS_MS = [10, 200, 1_000];

/**
 * No new run starts so long after the first failure: requests must not pile up behind a database that does not even
 * refuse connections. What the first run has waited for, such as a lock, does not count.
 */
const RETRY_FOR_MS = 3_000;

export const retryLostConnection: Retry = async (work) => {
  let retryUntil = Infinity;
  for (let run = 0; ; run++) {
    try {
      return await work(run > 0);
    } catch (error) {
      const delayMs = DELAYS_MS[run];
      if (run === 0) retryUntil = performance.now() + RETRY_FOR_MS;
      const isOver = delayMs === undefined || performance.now() > retryUntil;
      if (isOver || !(error instanceof DatabaseUnavailableError)) throw error;
      await wait(delayMs);
    }
  }
};
