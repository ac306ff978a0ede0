import { ClientClosedError, type ErrorCode, ServiceError } from '../errors.ts';
import type { Events } from '../stores/events.ts';
import type { Consumer, Queue } from '../stores/queue.ts';
import type { Claim } from '../stores/store.ts';
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
  onProgress(progress: number): void;
  ended(outcome: Promise<Performed>): void;
}

/** From 0 to 1 while it runs; undefined before it has started. */
export type Progress = number | undefined;

/** Converts what it takes off the queue. */
export interface Worker {
  start(): Promise<void>;
  /** Ids of the conversions that run in this process. */
  running(): readonly string[];
  /** Progress of the conversions that run in this process. */
  progress(): ReadonlyMap<string, Progress>;
  /**
   * Stops a conversion that the store says has ended: another process has cancelled it, or has declared this one dead.
   */
  stopEnded(id: string): void;
  /** Takes nothing more, and waits for what runs. After `maxMs` the rest is aborted, and left to other workers. */
  stop(maxMs: number): Promise<void>;
}

export interface WorkerDependencies extends PerformDependencies {
  /** Id of this process, for the others. */
  readonly processId: string;
  readonly queue: Queue;
  readonly events: Events;
  /** The conversion whose request this process has received, if it has. */
  readonly localJob: (id: string) => LocalJob | undefined;
  /** Scratch directory for inputs from the storage. */
  readonly inputDir: string;
  /** Conversions at a time. */
  readonly slots: number;
  readonly metrics: Pick<Metrics, 'conversion' | 'attempt'>;
}

/** More attempts than this would only end more workers. */
const MAX_ATTEMPTS = 3;

/** After these the store may not know that the attempt has failed. */
const AGAIN: ReadonlySet<ErrorCode> = new Set(['database_unavailable', 'internal']);

/** How often other processes are told the progress, at most. */
const PROGRESS_INTERVAL_MS = 500;

interface RunningJob {
  readonly aborted: AbortController;
  progress: Progress;
  done: Promise<void>;
}

export function createWorker(dependencies: WorkerDependencies): Worker {
  const { store, blobs, queue, events, localJob, processId, metrics, log, now } = dependencies;
  const running = new Map<string, RunningJob>();
  let consumer: Consumer | undefined;
  let subscription: Disposable | undefined;

  /** Called for each entry of the queue. Rejects when the conversion must be offered again. */
  async function handle(id: string): Promise<void> {
    // A second entry for what this process is converting already.
    if (running.has(id)) return;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const entry: RunningJob = { aborted: new AbortController(), progress: undefined, done };
    running.set(id, entry);
    const local = localJob(id);
    try {
      const converting = convert(id, entry, local);
      local?.ended(converting.then((performed) => performed ?? Promise.reject(conversionCancelled(id))));
      await converting;
    } catch (error) {
      // What is settled is no problem of the queue: only what the store could not be told is offered again.
      const isSettled = error instanceof ClientClosedError || (error instanceof ServiceError && !AGAIN.has(error.code));
      if (isSettled) return;
      if (!(error instanceof GivenBack))
        log.warn({ err: error, conversionId: id }, 'an attempt to convert was not ended');
      throw error;
    } finally {
      running.delete(id);
      resolve();
      await events.publish({ type: 'ended', id });
    }
  }

  /** Undefined when the conversion has ended before. */
  async function convert(id: string, entry: RunningJob, local: LocalJob | undefined): Promise<Performed | undefined> {
    const claim = await store.conversions.claim(id, processId);
    if (!claim) return undefined;
    const { attempt } = claim;
    metrics.attempt(attempt);
    const queued = claim.job === undefined ? undefined : (JSON.parse(claim.job) as QueuedJob);
    const job = local ?? queued;
    // Recorded without a job by a process that is gone: the store ends it.
    if (!job) return undefined;
    const formats = { from: job.sourceFormat, to: job.to };
    try {
      const signal = AbortSignal.any([entry.aborted.signal, ...(local ? [local.signal] : [])]);
      const onProgress = progressOf(id, entry, local);
      const performed = await inConversionSpan(
        { id, ...formats, trace: local ? undefined : queued!.trace },
        async () => {
          if (attempt > MAX_ATTEMPTS) throw await settle(tooManyAttempts(id), claim);
          await using inputs = local ? filesOf(local) : await fetched(queued!, claim, signal);
          const { files } = inputs;
          const claimed = { ...job, conversionId: id, attempt, inputs: files };
          return await performConversion(dependencies, claimed, { signal, onProgress });
        },
      );
      metrics.conversion({ ...formats, outcome: 'succeeded', ms: performed.outcome.durationMs });
      return performed;
    } catch (error) {
      if (error instanceof GivenBack) await store.conversions.giveBack(id, attempt);
      else metrics.conversion({ ...formats, outcome: error instanceof ServiceError ? error.code : 'client_closed' });
      throw error;
    } finally {
      const inputs = local?.stored ?? queued?.inputs ?? [];
      // Another attempt may need them. What is not removed now is removed by the sweeper.
      if (inputs.length > 0 && (await hasEnded(id).catch(() => false))) await removeInputs(blobs, inputs);
    }

    async function fetched({ inputs }: QueuedJob, at: Claim, signal: AbortSignal): Promise<FetchedInputs> {
      try {
        return await fetchInputs(blobs, { inputs, directory: dependencies.inputDir, signal });
      } catch (error) {
        if (signal.reason instanceof GivenBack) throw signal.reason;
        throw await settle(error, at);
      }
    }

    async function settle(error: unknown, at: Claim): Promise<unknown> {
      const explained = explain(error, undefined, id);
      await store.conversions.fail(id, failureOf(explained, now()), at.attempt);
      return explained;
    }
  }

  async function hasEnded(id: string): Promise<boolean> {
    return (await store.conversions.filterLive([id])).get(id)?.status !== 'running';
  }

  /** The event may come from an attempt that does not count any more, while the one of this process does. */
  async function stopIfEnded(id: string): Promise<void> {
    if (running.has(id) && (await hasEnded(id))) stopEnded(id);
  }

  function progressOf(id: string, entry: RunningJob, local: LocalJob | undefined): (progress: number) => void {
    let toldAt = -Infinity;
    return (progress) => {
      entry.progress = progress;
      local?.onProgress(progress);
      const time = performance.now();
      if (!queue.remote || time - toldAt < PROGRESS_INTERVAL_MS) return;
      toldAt = time;
      void events.publish({ type: 'progress', id, progress });
    };
  }

  const stopEnded = (id: string): void => running.get(id)?.aborted.abort(conversionCancelled(id));

  return {
    async start() {
      subscription = events.subscribe((event) => {
        if (event.type !== 'ended') return;
        stopIfEnded(event.id).catch((error: unknown) => {
          log.warn({ err: error, conversionId: event.id }, 'the end of a conversion could not be read');
        });
      });
      consumer = await queue.consume(handle, dependencies.slots);
    },

    running: () => [...running.keys()],
    progress: () => new Map([...running].map(([id, { progress }]) => [id, progress])),
    stopEnded,

    async stop(maxMs) {
      await consumer?.stop();
      const cut = setTimeout(() => {
        for (const [id, { aborted }] of running) aborted.abort(stopReason(id));
      }, maxMs);
      await Promise.all([...running.values()].map(({ done }) => done));
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
