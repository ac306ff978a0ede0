import type { SqlStore } from '../stores/kysely/store.ts';

/** How often the difference is measured again: the database may move to another machine. */
const MEASURE_INTERVAL_MS = 30_000;

export interface SharedClock extends Disposable {
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * The clock of the database where several processes use one, so that clocks of machines that differ change nothing.
 * Between two measurements this process's monotonic clock runs on.
 */
export async function sharedClock(store: SqlStore): Promise<SharedClock> {
  if (!store.shared) return { now: Date.now, [Symbol.dispose]: () => {} };
  let offset = 0;
  const measure = async (): Promise<void> => {
    const before = performance.now();
    const time = await store.sql.time();
    offset = time - (before + performance.now()) / 2;
  };
  await measure();
  // While the database does not answer, the last difference holds.
  const timer = setInterval(() => void measure().catch(() => {}), MEASURE_INTERVAL_MS);
  timer.unref();
  return { now: () => Math.round(performance.now() + offset), [Symbol.dispose]: () => clearInterval(timer) };
}
