import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { Lane } from '../contract/codec.ts';
import { errorOfFailure } from '../contract/errors.ts';
import type { Limits } from '../contract/limits.ts';
import type { Registry } from '../codecs/registry.ts';
import { compiledCodeFolder } from '../io/runtime.ts';
import { describeCrash, StartFailed } from './crash.ts';
import { workerMemoryMB, type Capacity } from './machine.ts';
import { MemoryGuard } from './memory-guard.ts';
import type { ModuleCache } from './modules.ts';
import {
  buffersOf,
  codecsOf,
  inputsOf,
  type Envelope,
  type OutcomeOf,
  type Reply,
  type Task,
  type WorkerBoot,
} from './protocol.ts';

/** It lies beside this module in the sources, and in the bundle. */
const WORKER = new URL(`./start-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** MB of JavaScript heap of one worker; neither WASM memory nor buffers count to it. */
const HEAP_MB: Readonly<Record<Lane, number>> = {
  light: 1024,
  image: 512,
  media: 512,
  document: 1024,
  office: 1024,
  ocr: 512,
};

/**
 * MB for what a worker has just made. Left to itself V8 takes several times as much from a worker that is busy, and keeps
 * it: one that lays out PDFs of a hundred pages holds 120 MB less with this, for at most a few percent of time. A worker
 * that converts images takes a third less time with little, which stays in the cache of the processor.
 */
const YOUNG_MB: Readonly<Partial<Record<Lane, number>>> = { document: 24, image: 6 };

/**
 * Lanes whose workers take seconds to start and might not come to an end of it. Such a start is ended after `limitMs`,
 * which doubles with every attempt: a loaded machine gets there as well.
 */
const SUPERVISED: Readonly<Partial<Record<Lane, SupervisedStart>>> = { office: { limitMs: 15_000, attempts: 3 } };

interface SupervisedStart {
  readonly limitMs: number;
  readonly attempts: number;
}

/** Does nothing, as soon as a worker can do it. */
const NOTHING: Task = { kind: 'warm', codecs: [] };

interface TaskOptions {
  readonly signal: AbortSignal;
  readonly remainingMs: number;
  readonly onProgress?: (fraction: number) => void;
}

interface StartedLane {
  readonly pool: Piscina;
  readonly retiring: Set<number>;
  /** Threads that have started. */
  readonly ready: Set<number>;
  /** Threads that have done a task and have no other, the longest idle first. */
  readonly idle: Map<number, { readonly since: number }>;
  /** Why a worker of the lane could not start. */
  startError?: StartFailed;
  running: number;
}

export interface LaneStatus {
  readonly lane: Lane;
  readonly threads: number;
  readonly started: boolean;
  readonly running: number;
  /** Threads that have started since the engine was made: each is a cold start for somebody. */
  readonly starts: number;
  /** Threads of these that were killed, broke or had grown too old, and make way for others. */
  readonly losses: number;
}

interface LanesDependencies {
  readonly capacity: Capacity;
  readonly limits: Limits;
  readonly registry: Registry;
  readonly modules: ModuleCache;
  /** The module that workers run; the engine's own if absent. */
  readonly worker?: URL;
  readonly supervised?: typeof SUPERVISED;
  /** Milliseconds after which an idle worker is ended; none is if absent. */
  readonly idleMs?: number;
  /** MB that the process uses; what the system counts if absent. */
  readonly measureMB?: () => number;
}

/** A worker without a task. */
interface IdleWorker {
  readonly lane: StartedLane;
  readonly threadId: number;
  /** When it had its last task, on the clock of `performance.now()`. */
  readonly since: number;
}

/**
 * One Piscina a lane, started when it is first needed. Idle workers are ended when others need their memory, and when
 * nobody has needed them for long.
 */
export class Lanes implements AsyncDisposable {
  readonly #capacity: Capacity;
  readonly #limits: Limits;
  readonly #registry: Registry;
  readonly #modules: ModuleCache;
  readonly #worker: URL;
  readonly #supervised: typeof SUPERVISED;
  readonly #started = new Map<Lane, Promise<StartedLane>>();
  readonly #running = new Map<Lane, StartedLane>();
  /** Tasks that run in a lane, or are about to. */
  readonly #users = new Map<Lane, number>();
  readonly #starts = new Map<Lane, number>();
  readonly #losses = new Map<Lane, number>();
  readonly #memory: MemoryGuard;
  readonly #idleMs: number;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(deps: LanesDependencies) {
    this.#worker = deps.worker ?? WORKER;
    this.#supervised = deps.supervised ?? SUPERVISED;
    this.#capacity = deps.capacity;
    this.#limits = deps.limits;
    this.#registry = deps.registry;
    this.#modules = deps.modules;
    this.#idleMs = deps.idleMs ?? Infinity;
    this.#memory = new MemoryGuard({
      ...deps.capacity.process,
      endIdle: () => this.#endIdle(),
      measureMB: deps.measureMB,
    });
  }

  /** Runs one task in a worker of the lane. Failures of codecs come back as values; this throws only when it is aborted. */
  async run<T extends Task>(lane: Lane, task: T, options: TaskOptions): Promise<Reply<OutcomeOf[T['kind']]>> {
    this.#users.set(lane, (this.#users.get(lane) ?? 0) + 1);
    try {
      return await this.#runIn(await this.#start(lane), lane, task, options);
    } finally {
      this.#users.set(lane, this.#users.get(lane)! - 1);
    }
  }

  async #runIn<T extends Task>(
    started: StartedLane,
    lane: Lane,
    task: T,
    options: TaskOptions,
  ): Promise<Reply<OutcomeOf[T['kind']]>> {
    const modules = await this.#modules.modulesOf(codecsOf(task).map((id) => this.#registry.codec(id)));
    const channel = options.onProgress ? new MessageChannel() : undefined;
    channel?.port1.on('message', options.onProgress!);
    channel?.port1.unref();
    const envelope: Envelope = {
      task,
      modules,
      limits: this.#limits,
      remainingMs: options.remainingMs,
      progress: channel?.port2,
    };
    const transferList = [...buffersOf(inputsOf(task)), ...(channel ? [channel.port2] : [])];
    using _ = await this.#memory.reserve(started.idle.size > 0 ? 0 : workerMemoryMB(lane));
    using guarded = this.#memory.guard();
    const signal = AbortSignal.any([options.signal, guarded.signal]);
    started.running++;
    try {
      await this.#superviseStart(lane, started, envelope, signal);
      const reply = (await started.pool.run(envelope, { transferList, signal })) as Reply<OutcomeOf[T['kind']]>;
      if (reply.retire) await retire(started, reply.threadId);
      else this.#rest(started, reply.threadId);
      return reply;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return {
        ok: false,
        failure: describeCrash(started.startError ?? error, task),
        warnings: [],
        threadId: 0,
        retire: true,
      };
    } finally {
      channel?.port1.close();
      started.running--;
    }
  }

  /**
   * Starts all threads of the lane with these runners, so that the first conversion does not pay for them. Throws what
   * kept one from it.
   */
  async warm(lane: Lane, codecs: readonly string[], options: TaskOptions): Promise<void> {
    const task = { kind: 'warm', codecs } as const;
    const threads = Array.from({ length: this.#capacity.threads[lane] }, () => this.run(lane, task, options));
    const replies = await Promise.all(threads); // as many as there are threads: each takes one
    for (const reply of replies) if (!reply.ok) throw errorOfFailure(reply.failure);
  }

  status(): LaneStatus[] {
    return Object.entries(this.#capacity.threads).map(([lane, threads]) => ({
      lane: lane as Lane,
      threads,
      started: (this.#running.get(lane as Lane)?.pool.threads.length ?? 0) > 0,
      running: this.#running.get(lane as Lane)?.running ?? 0,
      starts: this.#starts.get(lane as Lane) ?? 0,
      losses: this.#losses.get(lane as Lane) ?? 0,
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idleTimer);
    const starting = [...this.#started.values()];
    this.#started.clear();
    this.#running.clear();
    for (const lane of await Promise.allSettled(starting))
      if (lane.status === 'fulfilled') await lane.value.pool.destroy();
  }

  #start(lane: Lane): Promise<StartedLane> {
    const known = this.#started.get(lane);
    if (known) return known;
    const starting = this.#create(lane);
    this.#started.set(lane, starting);
    starting.then(
      (started) => this.#running.set(lane, started),
      () => this.#started.delete(lane),
    );
    return starting;
  }

  async #create(lane: Lane): Promise<StartedLane> {
    const unsealed = this.#registry.codecs.filter(
      (codec) => codec.lane === lane && codec.startsUnsealed && this.#registry.isInstalled(codec),
    );
    const boot: WorkerBoot = {
      lane,
      unsealed: unsealed.map(({ id }) => id),
      modules: await this.#modules.modulesOf(unsealed),
      limits: this.#limits,
      readable: this.#registry.readableFolders,
      compiledCode: compiledCodeFolder(),
    };
    const retiring = new Set<number>();
    const idle: StartedLane['idle'] = new Map();
    const { Piscina } = await import('piscina'); // an engine that only plans never loads it
    const pool = new Piscina({
      filename: this.#worker.href,
      minThreads: 0,
      maxThreads: this.#capacity.threads[lane],
      idleTimeout: Infinity,
      concurrentTasksPerWorker: 1,
      // A worker that blocks in Atomics.wait between tasks starves the threads that vips keeps.
      atomics: 'disabled',
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MB[lane],
        maxYoungGenerationSizeMb: YOUNG_MB[lane],
        stackSizeMb: 4,
      },
      env: {},
      execArgv: [],
      workerData: boot,
      loadBalancer: (_task, workers) => {
        const free = workers.find(({ id, currentUsage }) => currentUsage === 0 && !retiring.has(id)) ?? null;
        if (free) idle.delete(free.id);
        return free;
      },
    });
    const ready = new Set<number>();
    const started: StartedLane = { pool, retiring, ready, idle, running: 0 };
    pool.on('workerCreate', ({ id }: { id: number }) => {
      ready.add(id);
      countOne(this.#starts, lane);
    });
    pool.on('workerDestroy', ({ id }: { id: number }) => {
      ready.delete(id);
      idle.delete(id);
      if (this.#running.get(lane) === started) countOne(this.#losses, lane); // and not a lane that is given up
    });
    // A worker that fails while it starts leaves its task waiting for ever: end the pool, so that the task is told.
    pool.on('error', (error) => {
      started.startError = new StartFailed('The worker broke while it started.', { cause: error });
      this.#forget(lane);
      void pool.destroy();
    });
    return started;
  }

  /** Waits until a worker of a supervised lane has started and is free, and ends those that do not come so far. */
  async #superviseStart(
    lane: Lane,
    { pool, ready }: StartedLane,
    envelope: Envelope,
    signal: AbortSignal,
  ): Promise<void> {
    const { limitMs = Infinity, attempts = 0 } = this.#supervised[lane] ?? {};
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const timeout = AbortSignal.timeout(limitMs * 2 ** (attempt - 1));
      try {
        await pool.run(
          { ...envelope, task: NOTHING, progress: undefined },
          { signal: AbortSignal.any([signal, timeout]) },
        );
        return;
      } catch (error) {
        if (!timeout.aborted || signal.aborted) throw error;
        const hanging = pool.threads.filter(({ threadId }) => !ready.has(threadId));
        for (const thread of hanging) await thread.terminate();
        if (attempt === attempts)
          throw new StartFailed('The worker did not come to an end of its start.', { cause: error });
      }
    }
  }

  #forget(lane: Lane): void {
    this.#started.delete(lane);
    this.#running.delete(lane);
  }

  /** Gives up lanes without workers, or else ends the worker that has been idle for longest. False when nothing is idle. */
  async #endIdle(): Promise<boolean> {
    if (await this.#releaseEmpty()) return true;
    const oldest = this.#longestIdle();
    if (oldest) await endWorker(oldest);
    return oldest !== undefined;
  }

  #rest(lane: StartedLane, threadId: number): void {
    lane.idle.set(threadId, { since: performance.now() });
    if (this.#idleMs < Infinity) this.#idleTimer ??= setTimeout(() => void this.#endRested(), this.#idleMs).unref();
  }

  /** Ends the workers that have been idle for the set time, and comes again when the next will have been. */
  async #endRested(): Promise<void> {
    let oldest = this.#longestIdle();
    for (; oldest && performance.now() - oldest.since >= this.#idleMs; oldest = this.#longestIdle()) {
      await endWorker(oldest);
      await this.#releaseEmpty();
    }
    this.#idleTimer =
      oldest && setTimeout(() => void this.#endRested(), oldest.since + this.#idleMs - performance.now()).unref();
  }

  #longestIdle(): IdleWorker | undefined {
    const idle = [...this.#running.values()].flatMap((lane) =>
      [...lane.idle].map(([threadId, { since }]): IdleWorker => ({ lane, threadId, since })),
    );
    return idle.sort((a, b) => a.since - b.since)[0];
  }

  /** Gives up the lanes without workers, with the code that was compiled for them. */
  async #releaseEmpty(): Promise<boolean> {
    const empty = [...this.#running].filter(([lane, { pool }]) => !this.#users.get(lane) && pool.threads.length === 0);
    for (const [lane] of empty) this.#forget(lane);
    for (const [, { pool }] of empty) await pool.destroy();
    if (empty.length > 0) this.#modules.release(new Set(this.#started.keys()));
    return empty.length > 0;
  }
}

function countOne(counts: Map<Lane, number>, lane: Lane): void {
  counts.set(lane, (counts.get(lane) ?? 0) + 1);
}

async function endWorker({ lane, threadId }: IdleWorker): Promise<void> {
  lane.idle.delete(threadId);
  await retire(lane, threadId);
}

/** Ends one thread; its slot is free only when it is gone, so no other task can meet it. */
async function retire({ pool, retiring }: StartedLane, threadId: number): Promise<void> {
  const thread = pool.threads.find((candidate) => candidate.threadId === threadId);
  if (!thread) return;
  retiring.add(threadId);
  try {
    await thread.terminate();
  } finally {
    retiring.delete(threadId);
  }
}
