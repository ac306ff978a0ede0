import { ConversionError } from '../contract/errors.ts';

const MB = 1e6;
/** How often the memory is looked at while something runs: a worker takes some tens of megabytes in that time. */
const INTERVAL_MS = 100;
/** Share of the limit from which on idle workers are ended: what runs grows until the next look. */
const IDLE_SHARE = 0.95;
/** How long a worker takes to start and to compile its code, or a little more. */
const START_MS = 2_000;
/** How long a worker that is ended may take to give its memory back, before another task is ended. */
const RELEASE_MS = 1_000;

export interface MemoryLimit {
  /** MB that the process may use, all its threads included. */
  readonly limitMB: number;
  /** Whether tasks are ended that would go beyond it, and not only idle workers. */
  readonly isStrict: boolean;
}

interface GuardOptions extends MemoryLimit {
  /** Ends one idle worker, or releases what none needs; false when there is nothing of either. */
  readonly endIdle: () => Promise<boolean>;
  /** MB that the process uses; what the system counts if absent. */
  readonly measureMB?: () => number;
}

interface WatchedTask {
  readonly ended: AbortController;
  /** Whether no other task has run beside it: what they have used may not have been given back yet. */
  isAlone: boolean;
}

/** Memory that a worker will take. */
interface Reservation {
  readonly neededMB: number;
  /** MB that were expected without it. */
  baseMB: number;
  /** Until then it is taken to be not used yet. */
  readonly until: number;
}

interface GuardedTask extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Keeps the memory of the process within its limit. All workers are threads of it, so that what the system counts for the
 * process is what they take: heaps, WebAssembly memories, buffers, and whatever libraries keep. First idle workers are
 * ended, the longest idle first; under a strict limit the latest task as well, when nothing else is left.
 */
export class MemoryGuard {
  readonly #options: GuardOptions;
  readonly #tasks = new Set<WatchedTask>();
  #timer: NodeJS.Timeout | undefined;
  #freeing: Promise<void> = Promise.resolve();
  #endedAt = -Infinity;
  readonly #reservations = new Set<Reservation>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /**
   * Ends idle workers until so much more fits, or none is left. For some time others find it taken, until the returned
   * object is disposed: a worker that starts takes its memory only after a while.
   */
  async reserve(neededMB: number): Promise<Disposable> {
    await this.#free(neededMB);
    const reservation = { neededMB, baseMB: this.#expectedMB(), until: performance.now() + START_MS };
    if (neededMB > 0) this.#reservations.add(reservation);
    return { [Symbol.dispose]: () => void this.#reservations.delete(reservation) };
  }

  /** Watches the memory until the returned object is disposed. Its signal ends the task. */
  guard(): GuardedTask {
    for (const other of this.#tasks) other.isAlone = false;
    const task = { ended: new AbortController(), isAlone: this.#tasks.size === 0 };
    this.#tasks.add(task);
    this.#timer ??= setInterval(() => void this.#check(), INTERVAL_MS).unref();
    return {
      signal: task.ended.signal,
      [Symbol.dispose]: () => {
        this.#tasks.delete(task);
        if (this.#tasks.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
    };
  }

  async #check(): Promise<void> {
    await this.#free(0);
    const latest = [...this.#tasks].at(-1);
    const mayEnd = this.#options.isStrict && performance.now() - this.#endedAt > RELEASE_MS;
    if (!mayEnd || !latest || this.#measureMB() <= this.#options.limitMB) return;
    this.#endedAt = performance.now();
    latest.ended.abort(this.#refusal(latest));
  }

  #free(neededMB: number): Promise<void> {
    const freeing = this.#freeing.then(() => this.#endIdle(neededMB));
    this.#freeing = freeing.catch(() => {});
    return freeing;
  }

  async #endIdle(neededMB: number): Promise<void> {
    const { limitMB, endIdle } = this.#options;
    while (this.#expectedMB() + neededMB > limitMB * IDLE_SHARE) {
      const before = this.#measureMB();
      if (!(await endIdle())) return;
      const freedMB = Math.max(0, before - this.#measureMB());
      for (const reservation of this.#reservations) reservation.baseMB -= freedMB;
    }
  }

  #measureMB(): number {
    return (this.#options.measureMB ?? residentMB)();
  }

  /** What is used, or will be by the workers that start. */
  #expectedMB(): number {
    const now = performance.now();
    for (const reservation of this.#reservations) if (reservation.until < now) this.#reservations.delete(reservation);
    const bases = [...this.#reservations].map(({ baseMB }) => baseMB);
    const neededMB = [...this.#reservations].reduce((sum, one) => sum + one.neededMB, 0);
    return Math.max(this.#measureMB(), bases.length === 0 ? 0 : Math.min(...bases) + neededMB);
  }

  #refusal({ isAlone }: WatchedTask): ConversionError {
    if (!isAlone) {
      const message = 'The memory is not enough for what runs at this moment. Try again in a few seconds.';
      return new ConversionError({ code: 'busy', message });
    }
    return new ConversionError({
      code: 'input_too_complex',
      message: `The conversion needs more memory than the ${this.#options.limitMB} MB that are set. Send a smaller file or a part of it.`,
      details: { limit: 'memoryMB', allowed: this.#options.limitMB },
    });
  }
}

function residentMB(): number {
  return process.memoryUsage.rss() / MB;
}
