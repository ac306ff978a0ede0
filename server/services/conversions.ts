import { createHash, randomUUID } from 'node:crypto';
import { resolveFormat, type Detection } from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import { ServiceError } from '../errors.ts';
import type { ConversionJob } from '../stores/queue.ts';
import type { TierLimits, Usage } from '../stores/store.ts';
import { inConversionSpan } from './conversion-span.ts';
import {
  conversionCancelled,
  explain,
  type Performed,
  performConversion,
  type PerformDependencies,
} from './perform-conversion.ts';
import type { Metrics } from './metrics.ts';
import { requireWithinTier, requireWithinTierElsewhere } from './tier-limits.ts';
import { periodOf, quotaExceeded } from './quotas.ts';
import type { Upload } from './upload.ts';

export interface ConversionRequest extends Pick<
  ConversionJob,
  'kind' | 'to' | 'from' | 'options' | 'allowLoss' | 'verify' | 'onDifference'
> {
  readonly accountId: string;
  readonly tier: TierLimits;
  readonly keyId: string | undefined;
  readonly origin: 'api' | 'web';
  /** One file to convert, or several to merge. They must exist until the conversion has ended. */
  readonly uploads: readonly Upload[];
  /** URL that is notified when the conversion has ended. */
  readonly callbackUrl?: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

export interface StartedConversion {
  readonly id: string;
  readonly sourceFormat: string;
  readonly targetFormat: string;
  /** Usage of the account, this conversion included. */
  readonly usage: Usage;
  /** Rejects with a ServiceError, or with ClientClosedError after an abort. */
  readonly finished: Promise<FinishedConversion>;
}

export interface FinishedConversion extends Performed {
  readonly id: string;
  readonly usage: Usage;
}

/** From 0 to 1 while it runs; undefined before it has started. */
export type Progress = number | undefined;

/** Called whenever the progress changes, and with `ended` once the outcome can be read. */
export type Watcher = (news: { readonly progress: number } | 'ended') => void;

export interface Conversions {
  /**
   * Takes one conversion off the quota and starts it. The quota is refunded when the conversion fails or the caller
   * disconnects. Throws a ServiceError when it cannot start, or ClientClosedError after an abort.
   */
  start(request: ConversionRequest): Promise<StartedConversion>;
  /** Aborts a conversion that runs in this process. False when it does not. */
  cancel(accountId: string, id: string): boolean;
  /**
   * Watches a conversion that runs in this process until the returned object is disposed; undefined when it does not.
   */
  watch(accountId: string, id: string, watcher: Watcher): (Disposable & { readonly progress: Progress }) | undefined;
  /** Ids of the conversions that run in this process. */
  running(): readonly string[];
  /** Progress of the conversions that are recorded in the store. */
  progress(): ReadonlyMap<string, Progress>;
  /**
   * Stops a conversion that the store says has ended: another process has cancelled it, or has declared this one dead.
   */
  stopEnded(id: string): void;
  /** Waits for running conversions. After `maxMs` the remaining ones are aborted, refunded and awaited. */
  settle(maxMs: number): Promise<void>;
}

export interface ConversionsDependencies extends PerformDependencies {
  /** Id of this process, for the others. */
  readonly processId: string;
  readonly engine: ConversionEngine;
  readonly metrics: Pick<Metrics, 'conversion'>;
}

interface RunningConversion {
  readonly accountId: string;
  readonly aborted: AbortController;
  readonly watchers: Set<Watcher>;
  progress: Progress;
  /** Whether the store has a row for it yet. */
  recorded: boolean;
  finished?: Promise<unknown>;
}

export function createConversions(dependencies: ConversionsDependencies): Conversions {
  const { engine, store, metrics, processId, now } = dependencies;
  const running = new Map<string, RunningConversion>();

  async function reserve(id: string, request: ConversionRequest, formats: Formats): Promise<Usage> {
    const { accountId, keyId, origin, uploads, callbackUrl } = request;
    const createdAt = now();
    const usage = await store.conversions.reserve({
      ...{ id, accountId, keyId, origin, createdAt, processId, callbackUrl },
      sourceFormat: formats.from,
      targetFormat: formats.to,
      period: periodOf(createdAt),
      inputBytes: uploads.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      inputSha256: hashOfAll(uploads),
    });
    if (usage) return usage;
    const found = await store.accounts.usage(accountId, periodOf(createdAt));
    throw quotaExceeded(found?.limit ?? 0, createdAt);
  }

  /**
   * Finds the formats of the conversion. What cannot be converted is refused here, before the quota is charged. The
   * engine checks later whether a given source format is right, and whether files can be merged.
   */
  async function identify(request: ConversionRequest): Promise<Identified> {
    const { kind, to, from, options, allowLoss, uploads, signal } = request;
    const [{ path, fileName, sizeBytes }] = uploads as readonly [Upload];
    if (from !== undefined) return { formats: { from: resolveFormat(from) ?? from, to: resolveFormat(to) ?? to } };
    try {
      const detection = await engine.detect(path, { fileName, signal });
      if (kind === 'merge') return { formats: { from: detection.format, to: resolveFormat(to) ?? to } };
      const plan = engine.plan(detection.format, to, { bytes: sizeBytes, options, allowLoss });
      return { formats: { from: plan.from, to: plan.to }, detection };
    } catch (error) {
      throw explain(error, signal);
    }
  }

  /** Runs the reserved conversion, keeps it among the running ones, and notifies its watchers. */
  async function follow(
    id: string,
    entry: RunningConversion,
    request: ConversionRequest,
    { formats, detection }: Identified,
  ): Promise<Performed> {
    const { kind, accountId, uploads, to, from, options, allowLoss, verify, onDifference } = request;
    const turn = { tenant: accountId, priority: request.tier.priority };
    const asked = { kind, to, from, options, allowLoss, verify, onDifference };
    const job = { conversionId: id, ...turn, ...asked, inputs: uploads, detection };
    const signal = AbortSignal.any([entry.aborted.signal, ...(request.signal ? [request.signal] : [])]);
    const onProgress = (progress: number): void => {
      entry.progress = progress;
      for (const watcher of entry.watchers) watcher({ progress });
    };
    try {
      const convert = (): Promise<Performed> => performConversion(dependencies, job, { signal, onProgress });
      const performed = await inConversionSpan({ id, ...formats }, convert);
      metrics.conversion({ ...formats, outcome: 'succeeded', ms: performed.outcome.durationMs });
      return performed;
    } catch (error) {
      metrics.conversion({ ...formats, outcome: error instanceof ServiceError ? error.code : 'client_closed' });
      throw error;
    } finally {
      running.delete(id);
      for (const watcher of entry.watchers) watcher('ended');
    }
  }

  const owned = (accountId: string, id: string): RunningConversion | undefined => {
    const found = running.get(id);
    return found?.accountId === accountId ? found : undefined;
  };

  return {
    async start(request) {
      requireWithinTier(request, [...running.values()].filter((entry) => entry.accountId === request.accountId).length);
      const id = randomUUID();
      const { accountId } = request;
      const entry: RunningConversion = {
        accountId,
        aborted: new AbortController(),
        watchers: new Set(),
        progress: undefined,
        recorded: false,
      };
      // Added at once: a concurrent request must count it, and a sweep must not treat its row as interrupted.
      running.set(id, entry);
      try {
        if (store.shared) await requireWithinTierElsewhere(request, store);
        const identified = await identify(request);
        const usage = await reserve(id, request, identified.formats);
        entry.recorded = true;
        const finished = follow(id, entry, request, identified).then((performed) => ({ id, usage, ...performed }));
        entry.finished = finished.catch(() => {}); // the caller that awaits it sees the rejection
        const { from: sourceFormat, to: targetFormat } = identified.formats;
        return { id, sourceFormat, targetFormat, usage, finished };
      } catch (error) {
        running.delete(id);
        throw error;
      }
    },

    cancel(accountId, id) {
      const found = owned(accountId, id);
      found?.aborted.abort(conversionCancelled(id));
      return found !== undefined;
    },

    watch(accountId, id, watcher) {
      const found = owned(accountId, id);
      if (!found) return undefined;
      found.watchers.add(watcher);
      return { progress: found.progress, [Symbol.dispose]: () => void found.watchers.delete(watcher) };
    },

    running: () => [...running.keys()],

    progress: () =>
      new Map([...running].filter(([, { recorded }]) => recorded).map(([id, { progress }]) => [id, progress])),

    stopEnded: (id) => running.get(id)?.aborted.abort(conversionCancelled(id)),

    async settle(maxMs) {
      const cut = setTimeout(() => {
        for (const [id, { aborted }] of running) aborted.abort(stopped(id));
      }, maxMs);
      await Promise.all([...running.values()].map(({ finished }) => finished));
      clearTimeout(cut);
    },
  };
}

interface Formats {
  readonly from: string;
  readonly to: string;
}

interface Identified {
  readonly formats: Formats;
  /** Of a single file whose format was not given. */
  readonly detection?: Detection;
}

/** The hash of a single file; for several, a hash over their hashes in order. */
function hashOfAll(uploads: readonly Upload[]): string {
  if (uploads.length === 1) return uploads[0]!.sha256;
  const hash = createHash('sha256');
  for (const { sha256 } of uploads) hash.update(sha256, 'hex');
  return hash.digest('hex');
}

function stopped(conversionId: string): ServiceError {
  const message = 'The service was stopped before the conversion ended. Send the request again.';
  return new ServiceError({ code: 'draining', message, conversionId });
}
