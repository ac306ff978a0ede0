import { ConversionError, type ConversionResult, formatOf, type Artifact } from '../../engine/index.ts';
import { ClientClosedError, ServiceError, serviceErrorOf, unexpectedError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { BlobFacts, Blobs } from '../stores/blobs.ts';
import type { ConversionJob, JobControl, Queue } from '../stores/queue.ts';
import type { ConversionOutcome, Store } from '../stores/store.ts';
import { withExtension } from './file-name.ts';
import type { OutputDirectories } from './output-directories.ts';
import { routeOf } from './route.ts';

export interface PerformDependencies {
  readonly queue: Queue;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly outputs: OutputDirectories;
  readonly now: () => number;
  readonly resultLifetimeMs: number;
  readonly log: Log;
}

/** A conversion that was charged and recorded as running. */
export type ReservedJob = Omit<ConversionJob, 'outDir'>;

export interface Performed {
  readonly result: ConversionResult;
  readonly outcome: ConversionOutcome;
}

/** Runs a reserved conversion to its end: a stored result, or a refund and an error of the service. */
export async function performConversion(
  dependencies: PerformDependencies,
  job: ReservedJob,
  control: JobControl,
): Promise<Performed> {
  const { store } = dependencies;
  const id = job.conversionId;
  try {
    const { result, artifact, facts } = await produce(dependencies, job, control);
    control.signal.throwIfAborted();
    const outcome = outcomeOf(dependencies, job, { result, artifact, facts });
    if (!(await store.conversions.succeed(id, outcome))) throw conversionCancelled(id);
    return { result, outcome };
  } catch (error) {
    const explained = explain(error, control.signal, id);
    await settleFailure(dependencies, id, explained);
    throw explained;
  }
}

interface Produced {
  readonly result: ConversionResult;
  readonly artifact: Artifact;
  readonly facts: BlobFacts;
}

/** Converts, and moves the result to the blobs. */
async function produce(
  { outputs, queue, blobs }: PerformDependencies,
  job: ReservedJob,
  control: JobControl,
): Promise<Produced> {
  const outDir = await outputs.acquire();
  let state: 'empty' | 'unknown' = 'unknown';
  try {
    const result = await queue.run({ ...job, outDir }, control);
    const artifact = onlyArtifact(result);
    const facts = await blobs.put(job.conversionId, artifact, control.signal);
    state = 'empty';
    return { result, artifact, facts };
  } finally {
    await outputs.release(outDir, state);
  }
}

function onlyArtifact({ artifacts }: ConversionResult): Artifact {
  const [artifact, ...others] = artifacts;
  if (artifact && others.length === 0) return artifact;
  throw new Error(`expected one result, but the engine returned ${artifacts.length}`);
}

function outcomeOf(
  { now, resultLifetimeMs }: PerformDependencies,
  { conversionId, inputs }: ReservedJob,
  { result, artifact, facts }: Produced,
): ConversionOutcome {
  // Several outputs are packed: then the file is a ZIP, whatever the target format.
  const { extensions, mime } = formatOf(artifact.format);
  const finishedAt = now();
  const { plan, report, warnings, files } = result;
  return {
    resultName: `${conversionId}.${extensions[0]}`,
    downloadName: withExtension(inputs[0]!.fileName, extensions[0]),
    mimeType: mime[0],
    outputBytes: facts.sizeBytes,
    outputSha256: facts.sha256,
    durationMs: Math.round(result.timings.total),
    finishedAt,
    expiresAt: finishedAt + resultLifetimeMs,
    detail: {
      route: routeOf(plan.steps),
      ...{ report, warnings },
      ...(files && { files }),
    },
  };
}

/** Refunds the quota. What cannot be settled now is left to the sweeper; the caller gets the error in any case. */
async function settleFailure(
  { store, blobs, now, log }: PerformDependencies,
  id: string,
  error: ServiceError | ClientClosedError,
): Promise<void> {
  const gone = error instanceof ClientClosedError;
  const errorCode = gone ? 'client_closed' : error.code;
  const status = gone || error.code === 'conversion_cancelled' ? 'cancelled' : 'failed';
  const failure = { status, errorCode, errorMessage: error.message, finishedAt: now() } as const;
  try {
    const failed = await store.conversions.fail(id, failure);
    // The success may have been recorded although the connection was lost before the answer arrived: then it is
    // charged, and the result stays available.
    if (failed || !(await store.conversions.filterLive([id])).has(id)) await blobs.delete(id);
  } catch (problem) {
    log.error({ err: problem, conversionId: id }, 'a failed conversion could not be settled');
  }
}

/**
 * Turns any error into an error of the service. An abort without our own reason means that the caller has disconnected.
 */
export function explain(
  error: unknown,
  signal: AbortSignal | undefined,
  conversionId?: string,
): ServiceError | ClientClosedError {
  if (signal?.aborted && signal.reason instanceof ServiceError) return signal.reason;
  if (signal?.aborted) return new ClientClosedError('the client closed the connection', { cause: error });
  if (error instanceof ServiceError) return error;
  if (error instanceof ConversionError) return serviceErrorOf(error, conversionId);
  return unexpectedError(error, conversionId);
}

export function conversionCancelled(conversionId: string): ServiceError {
  const message = 'The conversion was cancelled. It does not count against the quota.';
  return new ServiceError({ code: 'conversion_cancelled', message, conversionId });
}
