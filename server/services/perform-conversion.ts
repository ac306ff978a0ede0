import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { ConversionError, type ConversionResult, formatOf, type Artifact } from '../../engine/index.ts';
import { ClientClosedError, ServiceError, serviceErrorOf, unexpectedError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { BlobFacts, Blobs } from '../stores/blobs.ts';
import { UnavailableError } from '../stores/unavailable.ts';
import type { ConversionFailure, ConversionOutcome, ExportOutcome, Store } from '../stores/store.ts';
import type { ConversionJob, JobControl, RunJob, RunResult } from './engine-runner.ts';
import { describeResult } from './conversion-span.ts';
import type { Exports } from './exports.ts';
import { withExtension } from './file-name.ts';
import { resultKey } from './job-inputs.ts';
import type { OutputDirectories } from './output-directories.ts';
import { routeOf } from './route.ts';
import { countTimeout, type TimeoutLimits } from './timeouts.ts';
import type { WorkMeter } from './work-meter.ts';

export interface PerformDependencies {
  readonly runJob: RunJob;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly outputs: OutputDirectories;
  readonly now: () => number;
  readonly resultLifetimeMs: number;
  /** How long a finished result waits for a storage that does not answer. */
  readonly storageWaitMs: number;
  readonly exports: Pick<Exports, 'send'>;
  readonly log: Log;
  readonly limits: TimeoutLimits;
}

/** A conversion that was charged and recorded as running, and begun by this process. */
export interface ClaimedJob extends Omit<ConversionJob, 'outDir'> {
  readonly attempt: number;
}

/** What controls a claimed conversion, and what it has used. */
export interface AttemptControl extends JobControl {
  readonly meter: WorkMeter;
}

export interface Performed {
  readonly sourceFormat: string;
  readonly targetFormat: string;
  readonly outcome: ConversionOutcome;
}

/** The reason of an abort after which there is a new attempt: nothing is settled. */
export class GivenBack extends Error {
  override readonly name = 'GivenBack';
  /** Whether this process makes the new attempt, and whoever waits here goes on waiting. */
  readonly isKept: boolean;

  constructor(message: string, { isKept = false }: { readonly isKept?: boolean } = {}) {
    super(message);
    this.isKept = isKept;
  }
}

/** Runs a reserved conversion to its end: a stored result, or a refund and an error of the service. */
export async function performConversion(
  dependencies: PerformDependencies,
  job: ClaimedJob,
  control: AttemptControl,
): Promise<Performed> {
  const { store, blobs } = dependencies;
  const id = job.conversionId;
  try {
    const produced = await produce(dependencies, job, control);
    control.signal.throwIfAborted();
    const { result } = produced;
    describeResult(result);
    const exported = await exportResult(dependencies, job, produced, control.signal);
    const outcome = outcomeOf(dependencies, job, { ...produced, exported });
    const end = { attempt: job.attempt, usedMs: control.meter.usedMs };
    if (!(await store.conversions.succeed(id, outcome, end))) throw conversionCancelled(id);
    const { sourceFormat, targetFormat } = result;
    return { sourceFormat, targetFormat, outcome };
  } catch (error) {
    if (control.signal.reason instanceof GivenBack) {
      await blobs.delete(resultKey(id, job.attempt));
      throw control.signal.reason;
    }
    throw await settleFailure(dependencies, job, explain(error, control.signal, id), control.meter.usedMs);
  }
}

interface Produced {
  readonly result: RunResult;
  readonly artifact: Artifact;
  readonly facts: BlobFacts;
}

/** Converts, and moves the result to the blobs. */
async function produce(dependencies: PerformDependencies, job: ClaimedJob, control: JobControl): Promise<Produced> {
  const { outputs, runJob } = dependencies;
  const outDir = await outputs.acquire();
  let state: 'empty' | 'unknown' = 'unknown';
  try {
    const result = await runJob({ ...job, outDir }, control);
    const artifact = onlyArtifact(result);
    const facts = await keep(dependencies, job, artifact, control.signal);
    state = 'empty';
    return { result, artifact, facts };
  } finally {
    await outputs.release(outDir, state);
  }
}

/** Delays before a result is stored again, while the storage does not answer. */
const STORE_AGAIN_AFTER_MS = [500, 1_000, 2_000, 4_000];

/** A finished result is worth waiting for: the storage may be away for some seconds. */
async function keep(
  { blobs, storageWaitMs, log }: PerformDependencies,
  { conversionId, attempt }: ClaimedJob,
  artifact: Artifact,
  signal: AbortSignal,
): Promise<BlobFacts> {
  const giveUpAt = performance.now() + storageWaitMs;
  for (let run = 0; ; run++) {
    try {
      return await blobs.put(resultKey(conversionId, attempt), artifact, signal);
    } catch (error) {
      const delayMs = STORE_AGAIN_AFTER_MS[Math.min(run, STORE_AGAIN_AFTER_MS.length - 1)]!;
      const isOver = performance.now() + delayMs > giveUpAt;
      if (isOver || signal.aborted || !(error instanceof UnavailableError)) throw error;
      log.warn({ err: error, conversionId }, 'the storage does not take a result; trying again');
      await wait(delayMs, undefined, { signal });
    }
  }
}

/** Sends the result to the address that the request named, if it did. */
async function exportResult(
  { blobs, exports }: PerformDependencies,
  { exportUrl, conversionId, attempt }: ClaimedJob,
  { artifact, facts: { sizeBytes } }: Produced,
  signal: AbortSignal,
): Promise<ExportOutcome | undefined> {
  if (exportUrl === undefined) return undefined;
  const open = async (): Promise<Readable> => {
    const blob = (await blobs.open(resultKey(conversionId, attempt)))!;
    if (sizeBytes > 0) return blob.stream({ start: 0, end: sizeBytes - 1 });
    await blob.close();
    return Readable.from([]);
  };
  const mimeType = formatOf(artifact.format).mime[0];
  return exports.send(exportUrl, { conversionId, sizeBytes, mimeType, open }, signal);
}

function onlyArtifact({ artifacts }: ConversionResult): Artifact {
  const [artifact, ...others] = artifacts;
  if (artifact && others.length === 0) return artifact;
  throw new Error(`expected one result, but the engine returned ${artifacts.length}`);
}

function outcomeOf(
  { now, resultLifetimeMs }: PerformDependencies,
  { conversionId, inputs }: ClaimedJob,
  { result, artifact, facts, exported }: Produced & { readonly exported: ExportOutcome | undefined },
): ConversionOutcome {
  // Several outputs are packed: then the file is a ZIP, whatever the target format.
  const { extensions, mime } = formatOf(artifact.format);
  const finishedAt = now();
  const { plan, report, warnings, files, steps } = result;
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
      ...(exported && { export: exported }),
      ...(steps && { steps: steps.map((step) => ({ ...step, route: routeOf(step.route) })) }),
    },
  };
}

/**
 * Refunds the quota, unless the account has exceeded time limits again and again, and returns the error that the caller
 * gets. What cannot be settled now is left to the sweeper.
 */
async function settleFailure(
  dependencies: PerformDependencies,
  { conversionId: id, tenant, attempt }: ClaimedJob,
  failure: ServiceError | ClientClosedError,
  usedMs: number,
): Promise<ServiceError | ClientClosedError> {
  const { store, blobs, now, log } = dependencies;
  let error = failure;
  try {
    let isCharged = false;
    if (failure instanceof ServiceError && failure.code === 'conversion_timeout')
      ({ error, isCharged } = await countTimeout(dependencies, tenant, failure));
    const failed = await store.conversions.fail(id, { ...failureOf(error, now()), isCharged }, { attempt, usedMs });
    // The success may have been recorded although the connection was lost before the answer arrived: then it is
    // charged, and the result stays available.
    const live = (await store.conversions.filterLive([id])).get(id);
    if (failed || live?.attempt !== attempt) await blobs.delete(resultKey(id, attempt));
  } catch (problem) {
    log.error({ err: problem, conversionId: id }, 'a failed conversion could not be settled');
  }
  return error;
}

/** What is recorded of a conversion that has failed. */
export function failureOf(error: ServiceError | ClientClosedError, finishedAt: number): ConversionFailure {
  const errorMessage = error.message;
  if (error instanceof ClientClosedError)
    return { status: 'cancelled', errorCode: 'client_closed', errorMessage, finishedAt };
  const { code: errorCode, field, details } = error;
  const status = errorCode === 'conversion_cancelled' ? 'cancelled' : 'failed';
  return { status, errorCode, errorMessage, detail: { field, details }, finishedAt };
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
