const WINDOW_MS = 60_000;
/** Addresses remembered at once: beyond it the oldest are forgotten, so that the memory is bounded. */
const MAX_ADDRESSES = 10_000;

export interface GuessLimiter {
  readonly perMinute: number;
  /** Counts one wrong key. Returns the seconds to wait when there were too many, else undefined. */
  count(address: string): number | undefined;
}

/** Counts wrong keys by address in windows of one minute. */
export function createGuessLimiter(perMinute: number, now: () => number): GuessLimiter {
  const windows = new Map<string, { wrong: number; endsAt: number }>();
  return {
    perMinute,
    count(address) {
      const time = now();
      const known = windows.get(address);
      const window = known && known.endsAt > time ? known : { wrong: 0, endsAt: time + WINDOW_MS };
      window.wrong++;
      windows.delete(address);
      windows.set(address, window);
      if (windows.size > MAX_ADDRESSES) windows.delete(windows.keys().next().value!);
      return window.wrong > perMinute ? (window.endsAt - time) / 1000 : undefined;
    },
  };
}
