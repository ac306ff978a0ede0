import { Heap } from '../core/heap.ts';

export interface QueuedJob {
  readonly account: number;
  readonly predictedMs: number;
}

/**
 * Conversions that wait, in the order in which workers get them. By virtual time each account has a clock that moves on
 * by what it asks for, so that an account with much work waits behind its own work and not before that of others.
 */
export class FairQueue<Job extends QueuedJob> {
  readonly #order: 'arrival' | 'virtual time';
  readonly #waiting = new Heap<{ readonly job: Job; readonly tag: number }>();
  readonly #accounts = new Map<number, number>();
  /** Virtual time of the conversion that was claimed last. */
  #clock = 0;

  constructor(order: 'arrival' | 'virtual time') {
    this.#order = order;
  }

  get size(): number {
    return this.#waiting.size;
  }

  add(job: Job): void {
    if (this.#order === 'arrival') {
      this.#waiting.add(0, { job, tag: 0 });
      return;
    }
    const tag = Math.max(this.#accounts.get(job.account) ?? 0, this.#clock) + job.predictedMs;
    this.#accounts.set(job.account, tag);
    this.#waiting.add(tag, { job, tag });
  }

  take(): Job | undefined {
    const next = this.#waiting.takeLeast();
    if (!next) return undefined;
    this.#clock = Math.max(this.#clock, next.tag);
    return next.job;
  }
}
