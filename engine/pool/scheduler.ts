import type { Lane } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import { workerMemoryMB, type Capacity } from './machine.ts';

interface SchedulerLimits {
  /** Conversions admitted at the same time, waiting ones included. */
  readonly total: number;
  readonly perTenant: number;
}

/** What one worker call takes while it runs. */
export interface Claim {
  readonly lane: Lane;
  readonly cpuSlots: number;
  readonly memoryMB: number;
}

/** A conversion's place in the order of service: fixed when it was admitted, kept over all its worker calls. */
export interface Ticket extends Disposable {
  /** Waits for a worker and the tokens, then runs; the slot is free again when the promise has settled. */
  run<T>(claim: Claim, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly tag: number;
  readonly order: number;
  readonly claim: Claim;
  start(): void;
}

interface Tenant {
  admitted: number;
  /** Virtual time at which the tenant's latest conversion would be done if all shared the machine by their priorities. */
  finish: number;
}

/**
 * Admission and weighted fair queueing in front of the worker pools: one tenant's thousand conversions delay another's
 * first by little. It hands a lane at most as many tasks as it has threads, so that nothing ever waits inside Piscina
 * (whose `maxQueue` is not enforced for tasks with an AbortSignal).
 */
export class Scheduler {
  readonly #limits: SchedulerLimits;
  readonly #capacity: Capacity;
  readonly #tenants = new Map<string, Tenant>();
  readonly #busyThreads = new Map<Lane, number>();
  #waiting: Waiting[] = [];
  #admitted = 0;
  #running = 0;
  #cpuSlotsFree: number;
  #memoryFreeMB: number;
  #virtualTime = 0;
  #order = 0;

  constructor(capacity: Capacity, limits: SchedulerLimits) {
    this.#capacity = capacity;
    this.#limits = limits;
    this.#cpuSlotsFree = capacity.slots;
    this.#memoryFreeMB = capacity.memoryMB;
  }

  get admitted(): number {
    return this.#admitted;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Takes a conversion in, or throws `busy` or `tenant_busy` at once. `cost` is in predicted milliseconds; a tenant of
   * `priority` 2 gets twice the share of one of 1 while both have to wait.
   */
  admit(tenantId: string, cost: number, priority = 1): Ticket {
    if (this.#admitted >= this.#limits.total) {
      throw new ConversionError({
        code: 'busy',
        message: 'All workers are busy and the queue is full. Try again in a few seconds.',
      });
    }
    const tenant = this.#tenants.get(tenantId) ?? { admitted: 0, finish: 0 };
    if (tenant.admitted >= this.#limits.perTenant) {
      throw new ConversionError({
        code: 'tenant_busy',
        message: `${tenant.admitted} of your conversions are already running or waiting. Wait for one to finish, then try again.`,
        details: { limit: this.#limits.perTenant },
      });
    }
    this.#admitted++;
    tenant.admitted++;
    tenant.finish = Math.max(this.#virtualTime, tenant.finish) + Math.max(1, cost) / priority;
    this.#tenants.set(tenantId, tenant);
    const tag = tenant.finish;
    let isOpen = true;
    return {
      run: (claim, signal, work) => this.#run(tag, claim, signal, work),
      [Symbol.dispose]: () => {
        if (!isOpen) return;
        isOpen = false;
        this.#admitted--;
        tenant.admitted--;
        this.#forgetIdleTenants();
      },
    };
  }

  /** Workers that could take such a claim at once, when nobody else waits for one. */
  idleWorkers(claim: Claim): number {
    if (this.#waiting.length > 0) return 0;
    const { lane, cpuSlots, memoryMB } = this.#bounded(claim);
    return Math.min(
      this.#capacity.threads[lane] - (this.#busyThreads.get(lane) ?? 0),
      Math.floor(this.#cpuSlotsFree / cpuSlots),
      Math.floor(this.#memoryFreeMB / memoryMB),
    );
  }

  #run<T>(tag: number, claim: Claim, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (signal.aborted) {
      reject(signal.reason);
      return promise;
    }
    const bounded = this.#bounded(claim);
    const leaveQueue = (): void => {
      this.#waiting = this.#waiting.filter((other) => other !== item);
      reject(signal.reason);
    };
    const item: Waiting = {
      tag,
      order: this.#order++,
      claim: bounded,
      start: () => {
        signal.removeEventListener('abort', leaveQueue);
        this.#take(bounded, 1);
        work()
          .then(resolve, reject)
          .finally(() => {
            this.#take(bounded, -1);
            this.#dispatch();
          });
      },
    };
    signal.addEventListener('abort', leaveQueue, { once: true });
    this.#waiting.push(item);
    this.#dispatch();
    return promise;
  }

  /**
   * What a claim takes with its worker, whose codecs are in memory as well. One larger than the whole machine waits for
   * the whole machine, instead of for ever.
   */
  #bounded({ lane, cpuSlots, memoryMB }: Claim): Claim {
    return {
      lane,
      cpuSlots: Math.min(Math.max(1, cpuSlots), this.#capacity.slots),
      memoryMB: Math.min(Math.max(memoryMB, workerMemoryMB(lane)), this.#capacity.memoryMB),
    };
  }

  #dispatch(): void {
    for (;;) {
      const next = this.#nextThatFits();
      if (!next) return;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#virtualTime = Math.max(this.#virtualTime, next.tag);
      next.start();
    }
  }

  /** The first in the order of service whose lane has a thread; nobody overtakes it when it waits for tokens only. */
  #nextThatFits(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const item of this.#waiting) {
      if (!this.#hasThread(item.claim.lane)) continue;
      if (!first || item.tag < first.tag || (item.tag === first.tag && item.order < first.order)) first = item;
    }
    return first && this.#hasTokens(first.claim) ? first : undefined;
  }

  #hasThread(lane: Lane): boolean {
    return (this.#busyThreads.get(lane) ?? 0) < this.#capacity.threads[lane];
  }

  #hasTokens({ cpuSlots, memoryMB }: Claim): boolean {
    return cpuSlots <= this.#cpuSlotsFree && memoryMB <= this.#memoryFreeMB;
  }

  #take({ lane, cpuSlots, memoryMB }: Claim, sign: 1 | -1): void {
    this.#running += sign;
    this.#busyThreads.set(lane, (this.#busyThreads.get(lane) ?? 0) + sign);
    this.#cpuSlotsFree -= sign * cpuSlots;
    this.#memoryFreeMB -= sign * memoryMB;
  }

  /** A tenant without conversions whose virtual time has passed is like one that was never seen. */
  #forgetIdleTenants(): void {
    for (const [id, tenant] of this.#tenants) {
      if (tenant.admitted === 0 && tenant.finish <= this.#virtualTime) this.#tenants.delete(id);
    }
    if (this.#admitted === 0) this.#tenants.clear();
  }
}
