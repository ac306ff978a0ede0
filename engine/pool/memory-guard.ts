import { ConversionError } from '../contract/errors.ts';

const MB = 1e6;
/** How often the memory is looked at while something runs: a worker takes a hundred megabytes in that time at most. */
const INTERVAL_MS = 250;
/** How long a worker that is ended may take to give its memory back, before another task is ended. */
const RELEASE_MS = 1_000;

export interface MemoryLimit {
  /** MB that the process may use, all its threads included. */
  readonly limitMB: number;
  /** Whether tasks are ended that would go beyond it, and not only idle workers. */
  readonly isStrict: boolean;
}

interface GuardOptions extends MemoryLimit {
  /** Ends one idle worker; false when there is none. */
  readonly endIdleWorker: () => Promise<boolean>;
  /** MB that the process uses; what the system counts if absent. */
  readonly measureMB?: () => number;
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
  readonly #tasks = new Set<AbortController>();
  #timer: NodeJS.Timeout | undefined;
  #freeing: Promise<void> = Promise.resolve();
  #endedAt = -Infinity;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Ends idle workers until so much more fits, or none is left. */
  free(neededMB: number): Promise<void> {
    this.#freeing = this.#freeing.then(() => this.#free(neededMB));
    return this.#freeing;
  }

  /** Watches the memory until the returned object is disposed. Its signal ends the task. */
  guard(): GuardedTask {
    const task = new AbortController();
    this.#tasks.add(task);
    this.#timer ??= setInterval(() => void this.#check(), INTERVAL_MS).unref();
    return {
      signal: task.signal,
      [Symbol.dispose]: () => {
        this.#tasks.delete(task);
        if (this.#tasks.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
    };
  }

  async #check(): Promise<void> {
    if (!this.#isBeyond(0)) return;
    await this.free(0);
    const latest = [...this.#tasks].at(-1);
    const mayEnd = this.#options.isStrict && performance.now() - this.#endedAt > RELEASE_MS;
    if (!mayEnd || !latest || !this.#isBeyond(0)) return;
    this.#endedAt = performance.now();
    latest.abort(this.#refusal());
  }

  async #free(neededMB: number): Promise<void> {
    while (this.#isBeyond(neededMB)) if (!(await this.#options.endIdleWorker())) return;
  }

  #isBeyond(neededMB: number): boolean {
    const { limitMB, measureMB = residentMB } = this.#options;
    return measureMB() + neededMB > limitMB;
  }

  #refusal(): ConversionError {
    if (this.#tasks.size > 1) {
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
