import { ConversionError } from '../contract/errors.ts';

/**
 * The time that one conversion may compute. It runs only while work is dispatched: waiting for a worker costs nothing
 * of it, so a busy engine makes conversions late, not failed. Work that is done at the same time counts once.
 */
export class Deadline {
  readonly #allowedMs: number;
  #leftMs: number;
  #atWork = 0;
  /** When work began that is not yet counted, as `performance.now()` counts. */
  #since = 0;

  constructor(allowedMs: number) {
    this.#leftMs = allowedMs;
    this.#allowedMs = allowedMs;
  }

  get remainingMs(): number {
    const uncounted = this.#atWork === 0 ? 0 : performance.now() - this.#since;
    return Math.max(0, this.#leftMs - uncounted);
  }

  /** Runs the work with a signal that also ends it when the time is up; then throws `conversion_timeout`. */
  async run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.remainingMs <= 0) throw this.#timeout();
    if (this.#atWork++ === 0) this.#since = performance.now();
    const timeUp = new AbortController();
    const timer = setTimeout(() => {
      this.#leftMs = 0; // a timer may come a fraction of a millisecond early
      timeUp.abort(this.#timeout());
    }, this.remainingMs);
    try {
      return await work(AbortSignal.any([signal, timeUp.signal]));
    } finally {
      clearTimeout(timer);
      if (--this.#atWork === 0) this.#leftMs -= performance.now() - this.#since;
    }
  }

  #timeout(): ConversionError {
    return new ConversionError({
      code: 'conversion_timeout',
      message: `The conversion did not finish within ${Math.round(this.#allowedMs / 1000)} seconds. Send a smaller file or a part of it.`,
      details: { deadlineMs: this.#allowedMs },
    });
  }
}
