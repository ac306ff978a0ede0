import { ConversionError } from './errors.ts';

/**
 * The time that one conversion may compute. It runs only while work is dispatched: waiting for a worker costs nothing
 * of it, so a busy engine makes conversions late, not failed.
 */
export class Deadline {
  #remainingMs: number;
  readonly #allowedMs: number;

  constructor(allowedMs: number) {
    this.#allowedMs = allowedMs;
    this.#remainingMs = allowedMs;
  }

  get remainingMs(): number {
    return Math.max(0, this.#remainingMs);
  }

  /** Runs the work with a signal that also ends it when the time is up; then throws `conversion_timeout`. */
  async run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#remainingMs <= 0) throw this.#timeout();
    const started = performance.now();
    const timeUp = new AbortController();
    const timer = setTimeout(() => timeUp.abort(this.#timeout()), this.remainingMs);
    try {
      return await work(AbortSignal.any([signal, timeUp.signal]));
    } finally {
      clearTimeout(timer);
      this.#remainingMs -= performance.now() - started;
    }
  }

  #timeout(): ConversionError {
    return new ConversionError({
      code: 'conversion_timeout',
      message: `The conversion was not done within ${Math.round(this.#allowedMs / 1000)} seconds. Send a smaller file or a part of it.`,
      details: { deadlineMs: this.#allowedMs },
    });
  }
}
