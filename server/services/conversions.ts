import { randomUUID } from 'node:crypto';
import {
  ConversionError,
  type ConversionResult,
  formatOf,
  type PortableArtifact,
  resolveFormat,
} from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import {
  ClientClosedError,
  internalError,
  isDiskFull,
  ServiceError,
  serviceErrorOf,
  storageFullError,
} from '../errors.ts';
import type { Log } from '../log.ts';
import type { BlobFacts, Blobs } from '../stores/blobs.ts';
import type { ConversionJob, Queue } from '../stores/queue.ts';
import type { ConversionOutcome, Store, Usage } from '../stores/store.ts';
import { withExtension } from './file-name.ts';
import type { OutputDirectories } from './output-directories.ts';
import { periodOf, quotaExceeded } from './quotas.ts';

/** An uploaded file in scratch space, with its name made safe. Whoever received it removes it. */
export interface Upload {
  readonly path: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface ConversionRequest extends Pick<ConversionJob, 'to' | 'from' | 'options' | 'allowLoss'> {
  readonly accountId: string;
  readonly keyId: string | undefined;
  readonly origin: 'api' | 'web';
  readonly upload: Upload;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface FinishedConversion {
  readonly id: string;
  readonly result: ConversionResult;
  readonly outcome: ConversionOutcome;
  readonly usage: Usage;
}

export interface Conversions {
  /**
   * Converts an upload and stores the result for its hour. Takes one conversion off the quota and gives it back when
   * the conversion fails or the caller goes away. Throws a ServiceError, or ClientClosedError after an abort.
   */
  convert(request: ConversionRequest): Promise<FinishedConversion>;
  /** Aborts a conversion that runs in this process; false when it does not. */
  cancel(accountId: string, id: string): boolean;
  /** Ids of what runs in this process. */
  running(): readonly string[];
}

export interface ConversionsDependencies {
  readonly engine: ConversionEngine;
  readonly queue: Queue;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly outputs: OutputDirectories;
  readonly now: () => number;
  readonly resultLifetimeMs: number;
  readonly log: Log;
}

interface RunningConversion {
  readonly accountId: string;
  readonly cancelled: AbortController;
}

export function createConversions(dependencies: ConversionsDependencies): Conversions {
  const { engine, store, now } = dependencies;
  const running = new Map<string, RunningConversion>();

  async function reserve(id: string, request: ConversionRequest, sourceFormat: string, targetFormat: string) {
    const { accountId, keyId, origin, upload } = request;
    const createdAt = now();
    const usage = await store.conversions.reserve({
      ...{ id, accountId, keyId, origin, sourceFormat, targetFormat, createdAt },
      period: periodOf(createdAt),
      inputBytes: upload.sizeBytes,
      inputSha256: upload.sha256,
    });
    if (usage) return usage;
    const found = await store.accounts.usage(accountId, periodOf(createdAt));
    throw quotaExceeded(found?.limit ?? 0, createdAt);
  }

  /**
   * The formats of the conversion. What cannot be converted is refused here, before anything is taken off the quota;
   * whether an announced source format is right, the engine finds out when it converts.
   */
  async function identify({ to, from, options, allowLoss, upload, signal }: ConversionRequest) {
    if (from !== undefined) return { from: resolveFormat(from) ?? from, to: resolveFormat(to) ?? to };
    try {
      const { format } = await engine.detect(upload.path, { fileName: upload.fileName, signal });
      return engine.plan(format, to, { bytes: upload.sizeBytes, options, allowLoss });
    } catch (error) {
      throw explain(error, signal);
    }
  }

  return {
    async convert(request) {
      const { from, to } = await identify(request);
      const id = randomUUID();
      const cancelled = new AbortController();
      running.set(id, { accountId: request.accountId, cancelled });
      try {
        const usage = await reserve(id, request, from, to);
        const signal = AbortSignal.any([request.signal, cancelled.signal]);
        const finished = await perform(dependencies, id, { ...request, signal });
        return { id, usage, ...finished };
      } finally {
        running.delete(id);
      }
    },

    cancel(accountId, id) {
      const found = running.get(id);
      if (found?.accountId !== accountId) return false;
      found.cancelled.abort(conversionCancelled(id));
      return true;
    },

    running: () => [...running.keys()],
  };
}

/** Runs a reserved conversion to its end: a stored result, or a refund. */
async function perform(dependencies: ConversionsDependencies, id: string, request: ConversionRequest) {
  const { store } = dependencies;
  try {
    const { result, artifact, facts } = await produce(dependencies, id, request);
    request.signal.throwIfAborted();
    const outcome = outcomeOf({ id, request, result, artifact, facts, dependencies });
    if (!(await store.conversions.succeed(id, outcome))) throw conversionCancelled(id);
    return { result, outcome };
  } catch (error) {
    const explained = explain(error, request.signal, id);
    await settleFailure(dependencies, id, explained);
    throw explained;
  }
}

/** Converts, and moves the result to where it is kept. */
async function produce({ outputs, queue, blobs }: ConversionsDependencies, id: string, request: ConversionRequest) {
  const outDir = await outputs.acquire();
  let state: 'empty' | 'unknown' = 'unknown';
  try {
    const result = await queue.run(jobOf(id, request, outDir), request.signal);
    const artifact = onlyArtifact(result);
    const facts = await blobs.put(id, artifact);
    state = 'empty';
    return { result, artifact, facts };
  } finally {
    await outputs.release(outDir, state);
  }
}

/** Gives the quota back. What cannot be settled now is left to the sweeper; the caller learns of the failure anyway. */
async function settleFailure(
  { store, blobs, now, log }: ConversionsDependencies,
  id: string,
  error: ServiceError | ClientClosedError,
): Promise<void> {
  const gone = error instanceof ClientClosedError;
  const errorCode = gone ? 'client_closed' : error.code;
  const status = gone || error.code === 'conversion_cancelled' ? 'cancelled' : 'failed';
  const settled = await Promise.allSettled([
    blobs.delete(id),
    store.conversions.fail(id, { status, errorCode, finishedAt: now() }),
  ]);
  for (const step of settled) {
    if (step.status === 'rejected')
      log.error({ err: step.reason as unknown, conversionId: id }, 'a failed conversion could not be settled');
  }
}

function jobOf(id: string, request: ConversionRequest, outDir: string): ConversionJob {
  const { accountId, upload, to, from, options, allowLoss } = request;
  const { path: inputPath, fileName } = upload;
  return { conversionId: id, tenant: accountId, inputPath, fileName, outDir, to, from, options, allowLoss };
}

function onlyArtifact({ artifacts }: ConversionResult): PortableArtifact {
  const [artifact, ...others] = artifacts;
  if (artifact && others.length === 0) return artifact;
  throw new Error(`expected one result, but the engine returned ${artifacts.length}`);
}

interface OutcomeParts {
  readonly id: string;
  readonly request: ConversionRequest;
  readonly result: ConversionResult;
  readonly artifact: PortableArtifact;
  readonly facts: BlobFacts;
  readonly dependencies: ConversionsDependencies;
}

function outcomeOf({ id, request, result, artifact, facts, dependencies }: OutcomeParts): ConversionOutcome {
  // Several outputs arrive packed: then the file is a ZIP, whatever format was asked for.
  const { extensions, mime } = formatOf(artifact.format);
  const finishedAt = dependencies.now();
  return {
    resultName: `${id}.${extensions[0]}`,
    downloadName: withExtension(request.upload.fileName, extensions[0]),
    mimeType: mime[0],
    outputBytes: facts.sizeBytes,
    outputSha256: facts.sha256,
    durationMs: Math.round(result.timings.total),
    finishedAt,
    expiresAt: finishedAt + dependencies.resultLifetimeMs,
  };
}

/** Any error in the terms of the service. An abort without a reason of ours means that nobody waits for an answer. */
function explain(error: unknown, signal: AbortSignal, conversionId?: string): ServiceError | ClientClosedError {
  if (signal.aborted && signal.reason instanceof ServiceError) return signal.reason;
  if (signal.aborted) return new ClientClosedError('the caller has closed the connection', { cause: error });
  if (error instanceof ServiceError) return error;
  if (error instanceof ConversionError) return serviceErrorOf(error, conversionId);
  return isDiskFull(error) ? storageFullError(error, conversionId) : internalError(error, conversionId);
}

function conversionCancelled(conversionId: string): ServiceError {
  const message = 'The conversion was cancelled. It does not count against the quota.';
  return new ServiceError({ code: 'conversion_cancelled', message, conversionId });
}
