import { ClientClosedError, type ErrorCode, isDiskFull, ServiceError, storageFullError } from '../errors.ts';
import type { Events } from '../stores/events.ts';
import { GENERATION } from '../stores/generation.ts';
import type { Consumer, Queue } from '../stores/queue.ts';
import type { Claim, Claimant, GivingBack } from '../stores/store.ts';
import { inConversionSpan, type TraceContext } from './conversion-span.ts';
import type { ConversionJob, JobInput } from './engine-runner.ts';
import { type FetchedInputs, fetchInputs, removeInputs, type StoredInput } from './job-inputs.ts';
import type { Metrics } from './metrics.ts';
import {
  conversionCancelled,
  explain,
  failureOf,
  GivenBack,
  type Performed,
  performConversion,
  type PerformDependencies,
} from './perform-conversion.ts';
import type { TimeoutLimits } from './timeouts.ts';
import { WorkMeter } from './work-meter.ts';

/** What any worker needs to know of a conversion. Plain data, stored as JSON until the conversion has ended. */
export interface QueuedJob extends Omit<ConversionJob, 'conversionId' | 'inputs' | 'outDir'> {
  readonly inputs: readonly StoredInput[];
  readonly sourceFormat: string;
  readonly trace?: TraceContext;
}

/** A conversion whose request was received by this process: its files are here, and somebody waits for it. */
export interface LocalJob extends Omit<QueuedJob, 'inputs'> {
  readonly inputs: readonly JobInput[];
  /** Copies for other workers; none when only this process can convert it. */
  readonly stored: readonly StoredInput[];
  readonly signal: AbortSignal;
  /** An attempt was begun; until then, whoever aborts the signal ends the conversion. */
  begin(): void;
  onProgress(progress: number): void;
  ended(outcome: Promise<Performed>): void;
}

/** From 0 to 1 while it runs; undefined before it has started. */
export type Progress = number | undefined;

/** Converts what waits in the queue. */
export interface Worker {
  start(): void;
  /** Ids of the conversions that run in this process. */
  running(): readonly string[];
  /** Progress of the conversions that run in this process. */
  progress(): ReadonlyMap<string, Progress>;
  /**
   * Stops a conversion that the store says has ended: another process has cancelled it, or has declared this one dead.
   */
  stopEnded(id: string): void;
  /**
   * Demotes what has run past its prediction, and stops demoted conversions that must give way to others; they wait
   * again. Runs periodically once started.
   */
  checkOverruns(): Promise<void>;
  /**
   * Takes nothing more once `until` has settled, and waits for what runs. After `maxMs` the rest is aborted, and left to
   * other workers.
   */
  stop(maxMs: number, until?: Promise<void>): Promise<void>;
}

export interface WorkerDependencies extends PerformDependencies {
  /** Id of this process, for the others. */
  readonly processId: string;
  readonly queue: Queue;
  readonly events: Events;
  /** The conversion whose request this process has received, if it has. */
  readonly localJob: (id: string) => LocalJob | undefined;
  /** Ends the conversions that were received here, not begun yet, and whose clients wait. */
  readonly refuseWaiting: (reason: ServiceError) => void;
  /** Scratch directory for inputs from the storage. */
  readonly inputDir: string;
  /** Conversions that compute at a time. */
  readonly slots: number;
  readonly metrics: Pick<Metrics, 'conversion' | 'attempt' | 'demoted'>;
  readonly limits: WorkerLimits;
}

export interface WorkerLimits extends TimeoutLimits {
  /** Milliseconds, and times the prediction, after which a conversion is demoted. */
  readonly overrunMs: number;
  readonly overrunFactor: number;
  readonly overrunCheckMs: number;
}

/** More attempts than this would only end more workers. */
const MAX_ATTEMPTS = 3;

/** After these the store may not know that the attempt has failed. */
const AGAIN: ReadonlySet<ErrorCode> = new Set(['database_unavailable', 'internal']);

/** How often other processes are told the progress, at most. */
const PROGRESS_INTERVAL_MS = 500;

/**
 * Conversions that a process of its own takes for each slot: while one waits for a thread of its kind, another can use
 * the slot. The engine lets no more compute than there are slots.
 */
const TAKEN_PER_SLOT = 2;

interface RunningJob {
  readonly claim: Claim;
  readonly aborted: AbortController;
  readonly meter: WorkMeter;
  isDemoted: boolean;
  progress: Progress;
}

export function createWorker(dependencies: WorkerDependencies): Worker {
  const { store, blobs, queue, events, localJob, processId, metrics, log, now, limits } = dependencies;
  const running = new Map<string, RunningJob>();
  let consumer: Consumer | undefined;
  let subscription: Disposable | undefined;
  let checking: NodeJS.Timeout | undefined;
  let isCut = false;

  const claimant = (): Claimant => ({
    processId,
    now: now(),
    generation: GENERATION,
    shares: queue.remote,
  });

  /** Converts what is next; false when nothing waits. */
  async function serve(): Promise<boolean> {
    const claim = await store.conversions.claim(claimant()).catch((error: unknown) => {
      log.warn({ err: error }, 'the next conversion could not be claimed');
      // Nobody knows when there will be space, and clients wait.
      if (isDiskFull(error)) dependencies.refuseWaiting(storageFullError(error));
      throw error;
    });
    if (!claim) return false;
    await handle(claim);
    return true;
  }

  async function handle(claim: Claim): Promise<void> {
    const { id, attempt, isDemoted } = claim;
    const entry = {
      claim,
      aborted: new AbortController(),
      meter: new WorkMeter(),
      isDemoted,
      progress: undefined,
    };
    running.set(id, entry);
    // The answer to a claim may arrive late.
    if (isCut) entry.aborted.abort(stopReason(id));
    const local = localJob(id);
    local?.begin();
    const converting = convert(entry, local);
    const problem = await converting.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (problem !== undefined && !isSettled(problem)) {
      log.warn({ err: problem, conversionId: id }, 'an attempt to convert was not ended');
      // If the store cannot be told that either, the conversion is taken back when it can.
      if (!local) await store.conversions.giveBack(id, { attempt }).catch(() => {});
    }
    running.delete(id);
    if (problem instanceof GivenBack) queue.submit();
    else void events.publish({ type: 'ended', id });
    const goesOnHere = problem instanceof GivenBack && problem.isKept;
    if (!goesOnHere) local?.ended(converting.then((performed) => performed ?? Promise.reject(conversionCancelled(id))));
  }

  /** Undefined when no process has what is needed. */
  async function convert(entry: RunningJob, local: LocalJob | undefined): Promise<Performed | undefined> {
    const { id, attempt, job: text } = entry.claim;
    metrics.attempt(attempt);
    const queued = text === undefined ? undefined : (JSON.parse(text) as QueuedJob);
    const job = local ?? queued;
    // Recorded without a job by a process that is gone: the store ends it.
    if (!job) return undefined;
    const formats = { from: job.sourceFormat, to: job.to };
    const end = (): GivingBack => ({ attempt, usedMs: entry.meter.usedMs });
    let isRunning = true;
    try {
      const signal = AbortSignal.any([entry.aborted.signal, ...(local ? [local.signal] : [])]);
      const onProgress = progressOf(entry, local);
      const performed = await inConversionSpan({ id, ...formats, trace: job.trace }, async () => {
        if (attempt > MAX_ATTEMPTS) throw await settle(tooManyAttempts(id));
        await using inputs = local ? filesOf(local) : await fetched(queued!, signal);
        const { files } = inputs;
        const claimed = { ...job, conversionId: id, attempt, inputs: files };
        return await performConversion(dependencies, claimed, { signal, onProgress, meter: entry.meter });
      });
      isRunning = false;
      metrics.conversion({ ...formats, outcome: 'succeeded', ms: performed.outcome.durationMs });
      return performed;
    } catch (error) {
      if (error instanceof GivenBack) await store.conversions.giveBack(id, { ...end(), isKept: error.isKept });
      else metrics.conversion({ ...formats, outcome: error instanceof ServiceError ? error.code : 'client_closed' });
      throw error;
    } finally {
      const inputs = local?.stored ?? queued?.inputs ?? [];
      // Another attempt may need them. What is not removed now is removed by the sweeper.
      if (inputs.length > 0 && (!isRunning || (await hasEnded(id).catch(() => false))))
        await removeInputs(blobs, inputs);
    }

    async function fetched({ inputs }: QueuedJob, signal: AbortSignal): Promise<FetchedInputs> {
      try {
        return await fetchInputs(blobs, { inputs, directory: dependencies.inputDir, signal });
      } catch (error) {
        if (signal.reason instanceof GivenBack) throw signal.reason;
        throw await settle(error);
      }
    }

    async function settle(error: unknown): Promise<unknown> {
      const explained = explain(error, undefined, id);
      await store.conversions.fail(id, failureOf(explained, now()), end());
      return explained;
    }
  }

  /** Whether the store knows how the attempt has ended. */
  function isSettled(problem: unknown): boolean {
    if (problem instanceof ServiceError) return !AGAIN.has(problem.code);
    return problem instanceof ClientClosedError || problem instanceof GivenBack;
  }

  async function hasEnded(id: string): Promise<boolean> {
    return (await store.conversions.filterLive([id])).get(id)?.status !== 'running';
  }

  /** The event may come from an attempt that does not count any more, while the one of this process does. */
  async function stopIfEnded(id: string): Promise<void> {
    if (running.has(id) && (await hasEnded(id))) stopEnded(id);
  }

  function progressOf(entry: RunningJob, local: LocalJob | undefined): (progress: number) => void {
    let toldAt = -Infinity;
    return (progress) => {
      entry.progress = progress;
      local?.onProgress(progress);
      const time = performance.now();
      if (!queue.remote || time - toldAt < PROGRESS_INTERVAL_MS) return;
      toldAt = time;
      void events.publish({ type: 'progress', id: entry.claim.id, progress });
    };
  }

  const stopEnded = (id: string): void => running.get(id)?.aborted.abort(conversionCancelled(id));

  function isOverrun({ claim, meter }: RunningJob): boolean {
    return meter.busyMs > Math.max(limits.overrunMs, limits.overrunFactor * claim.predictedMs);
  }

  async function checkOverruns(): Promise<void> {
    for (const entry of running.values()) {
      const { id, attempt } = entry.claim;
      if (!entry.isDemoted && isOverrun(entry)) {
        entry.isDemoted = true;
        metrics.demoted();
        await store.conversions.demote(id, attempt, now());
      }
      // The last attempt is not stopped: the conversion would fail for the sake of others.
      if (!entry.isDemoted || attempt >= MAX_ATTEMPTS) continue;
      if (await store.conversions.mustGiveWay(id, claimant()))
        entry.aborted.abort(new GivenBack('a demoted conversion gives way to others', { isKept: !queue.remote }));
    }
  }

  return {
    start() {
      subscription = events.subscribe((event) => {
        if (event.type !== 'ended') return;
        stopIfEnded(event.id).catch((error: unknown) => {
          log.warn({ err: error, conversionId: event.id }, 'the end of a conversion could not be read');
        });
      });
      consumer = queue.consume(serve, dependencies.slots * (queue.remote ? 1 : TAKEN_PER_SLOT));
      checking = setInterval(() => {
        checkOverruns().catch((error: unknown) => log.warn({ err: error }, 'overrun conversions could not be demoted'));
      }, limits.overrunCheckMs);
      checking.unref();
    },

    running: () => [...running.keys()],
    progress: () => new Map([...running].map(([id, { progress }]) => [id, progress])),
    stopEnded,
    checkOverruns,

    async stop(maxMs, until) {
      const cut = setTimeout(() => {
        isCut = true;
        void consumer?.stop();
        for (const [id, { aborted }] of running) aborted.abort(stopReason(id));
      }, maxMs);
      await until;
      clearInterval(checking);
      await consumer?.stop();
      clearTimeout(cut);
      subscription?.[Symbol.dispose]();
    },
  };

  /** Without copies of the inputs, no other worker can convert it. */
  function stopReason(id: string): Error {
    const local = localJob(id);
    return local && local.stored.length === 0
      ? stopped(id)
      : new GivenBack('the worker stops before the conversion has ended, and leaves it to another one');
  }
}

function filesOf({ inputs }: LocalJob): FetchedInputs {
  return { files: inputs, [Symbol.asyncDispose]: async () => {} };
}

function tooManyAttempts(conversionId: string): ServiceError {
  const message =
    `The server stopped ${MAX_ATTEMPTS} times while it converted the file, so it was not tried again. ` +
    'It does not count against the quota.';
  return new ServiceError({ code: 'interrupted', message, conversionId });
}

function stopped(conversionId: string): ServiceError {
  const message = 'The service was stopped before the conversion ended. Send the request again.';
  return new ServiceError({ code: 'draining', message, conversionId });
}
