import { createHash, randomUUID } from 'node:crypto';
import { type Detection, type Plan, resolveFormat, standsForText } from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Blobs } from '../stores/blobs.ts';
import type { Events } from '../stores/events.ts';
import type { Queue } from '../stores/queue.ts';
import type { Store, TierLimits, Usage } from '../stores/store.ts';
import { currentTrace } from './conversion-span.ts';
import { awaitElsewhere } from './await-elsewhere.ts';
import type { ConversionJob } from './engine-runner.ts';
import type { Exports } from './exports.ts';
import type { Following } from './following.ts';
import { removeInputs, storeInputs } from './job-inputs.ts';
import { conversionCancelled, explain, failureOf, GivenBack, type Performed } from './perform-conversion.ts';
import { requireWithinTier, tooManyAtOnce } from './tier-limits.ts';
import { periodOf, quotaExceeded } from './quotas.ts';
import { requiredGeneration } from './requirements.ts';
import type { Upload } from './upload.ts';
import type { WebhookSender } from './webhook-sender.ts';
import type { LocalJob, Progress, QueuedJob } from './worker.ts';

export interface ConversionRequest extends Pick<
  ConversionJob,
  'kind' | 'from' | 'options' | 'allowLoss' | 'verify' | 'onDifference' | 'exportUrl' | 'steps'
> {
  /** Absent for a chain, whose steps say it. */
  readonly to: string | undefined;
  readonly accountId: string;
  readonly tier: TierLimits;
  readonly keyId: string | undefined;
  /** The key has a limit of its own, against which the conversion counts too. */
  readonly hasKeyQuota?: boolean;
  readonly origin: 'api' | 'web';
  /** One file to convert, or several to merge or for a chain. They must exist until the conversion has ended. */
  readonly uploads: readonly Upload[];
  /** URL that is notified when the conversion has ended. */
  readonly callbackUrl?: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (progress: number) => void;
}

export interface StartedConversion {
  readonly id: string;
  readonly sourceFormat: string;
  readonly targetFormat: string;
  /** Usage of the account, this conversion included. */
  readonly usage: Usage;
  /** Whether workers elsewhere have copies of the uploads, which are no longer needed here. */
  readonly isHandedOver: boolean;
  /** Rejects with a ServiceError, or with ClientClosedError after an abort. */
  readonly finished: Promise<FinishedConversion>;
}

export interface FinishedConversion extends Performed {
  readonly id: string;
  readonly usage: Usage;
}

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
  /** The conversion as this process has received it: for its own worker. */
  localJob(id: string): LocalJob | undefined;
  /** Ends those of them that no worker has begun, and whose clients wait, with this error. */
  refuseWaiting(reason: ServiceError): void;
  /** Ids of the conversions that this process has received and that have not ended. */
  localIds(): readonly string[];
  /**
   * Waits for the conversions that cannot go on without this process. After `maxMs` the remaining ones are aborted,
   * refunded and awaited.
   */
  settle(maxMs: number): Promise<void>;
}

export interface ConversionsDependencies {
  /** Id of this process, for the others. */
  readonly processId: string;
  readonly engine: Pick<ConversionEngine, 'detect' | 'plan' | 'planChain'>;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly queue: Queue;
  readonly events: Events;
  readonly following: Following;
  readonly webhookSender: Pick<WebhookSender, 'requireAllowed'>;
  readonly exports: Pick<Exports, 'requireAllowed'>;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: ConversionLimits;
}

export interface ConversionLimits {
  /** Conversions that may run or wait: of all accounts, and of one. */
  readonly queueLength: number;
  readonly queueLengthPerAccount: number;
  /** How long after a failure the store is asked again for the end of a conversion. */
  readonly syncIntervalMs: number;
  /** What a conversion without a plan is taken to need. */
  readonly unknownPredictionMs: number;
}

/** A conversion whose request this process has received, until it has ended. */
interface RunningConversion {
  readonly accountId: string;
  readonly aborted: AbortController;
  readonly watchers: Set<Watcher>;
  /** Whether a client waits for the answer. */
  readonly isAwaited: boolean;
  progress: Progress;
  /** Whether this process has begun to convert it. */
  isBegun: boolean;
  local?: LocalJob;
  finished?: Promise<unknown>;
}

export function createConversions(dependencies: ConversionsDependencies): Conversions {
  const { engine, store, blobs, queue, webhookSender, exports, processId, now, log, limits } = dependencies;
  const running = new Map<string, RunningConversion>();

  async function reserve(
    id: string,
    request: ConversionRequest,
    { formats, predictedMs, job }: Reservation,
  ): Promise<Usage> {
    const { accountId, keyId, hasKeyQuota, origin, uploads, callbackUrl, tier, signal, steps } = request;
    const units = steps?.length ?? 1;
    const createdAt = now();
    const maxConcurrent = Math.min(tier.maxConcurrent ?? Infinity, limits.queueLengthPerAccount);
    const conversion = {
      ...{ id, accountId, keyId, hasKeyQuota, origin, createdAt, callbackUrl, maxConcurrent, predictedMs, units },
      uploadName: uploads[0]!.fileName,
      sourceFormat: formats.from,
      targetFormat: formats.to,
      period: periodOf(createdAt),
      inputBytes: uploads.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      inputSha256: hashOfAll(uploads),
      ...(job && { job: JSON.stringify(job), requires: requiredGeneration(job) }),
      ...(!queue.remote && { processId }),
      ...(queue.remote && signal && { waiterId: processId }),
    };
    const usage = await store.conversions.reserve(conversion);
    if (usage) return usage;
    const found = await store.accounts.usage(accountId, periodOf(createdAt));
    if (!found || found.used + units > found.limit) throw quotaExceeded(found ?? NO_USAGE, createdAt, { units });
    const key = hasKeyQuota ? (await store.keys.list(accountId)).find((one) => one.id === keyId) : undefined;
    const own = key?.quota && { ...key.quota, used: key.quota.period === periodOf(createdAt) ? key.quota.used : 0 };
    if (own && own.used + units > own.limit) throw quotaExceeded(own, createdAt, { units, whose: 'with this key' });
    throw tooManyAtOnce(maxConcurrent);
  }

  /**
   * Finds the formats of the conversion. What cannot be converted is refused here, before the quota is charged. The
   * engine checks later whether a given source format is right, and whether files can be merged.
   */
  async function identify(request: ConversionRequest): Promise<Identified> {
    if (request.kind === 'chain') return identifyChain(request);
    const { kind, from, options, allowLoss, uploads, signal } = request;
    const to = request.to!;
    const [{ path, fileName, sizeBytes }] = uploads as readonly [Upload];
    const planFrom = (format: string): Plan => engine.plan(format, to, { bytes: sizeBytes, options, allowLoss });
    if (from !== undefined) {
      const formats = { from: resolveFormat(from) ?? from, to: resolveFormat(to) ?? to };
      return { formats, predictedMs: predictedBy(() => planFrom(from)) };
    }
    try {
      const detection = await engine.detect(path, { fileName, signal });
      if (kind === 'merge') {
        const formats = { from: detection.format, to: resolveFormat(to) ?? to };
        return { formats, predictedMs: limits.unknownPredictionMs };
      }
      const target = resolveFormat(to);
      if (target && standsForText(detection.format, target)) {
        const formats = { from: detection.format, to: target };
        return { formats, predictedMs: limits.unknownPredictionMs, detection };
      }
      const plan = planFrom(detection.format);
      return { formats: { from: plan.from, to: plan.to }, predictedMs: millisecondsOf(plan), detection };
    } catch (error) {
      throw explain(error, signal);
    }
  }

  /** A chain is planned as a whole, from the formats of all its files. */
  async function identifyChain({ from, uploads, steps = [], signal }: ConversionRequest): Promise<Identified> {
    try {
      const found: string[] = [];
      for (const { path, fileName } of uploads) {
        const isNamed = from !== undefined && uploads.length === 1;
        found.push(isNamed ? from : (await engine.detect(path, { fileName, signal })).format);
      }
      const plan = engine.planChain(found, steps);
      const formats = { from: resolveFormat(found[0]!) ?? found[0]!, to: plan.to[0]! };
      return { formats, predictedMs: millisecondsOf(plan) };
    } catch (error) {
      throw explain(error, signal);
    }
  }

  /** The engine tells later what is wrong with a conversion that cannot be planned. */
  function predictedBy(plan: () => Plan): number {
    try {
      return millisecondsOf(plan());
    } catch {
      return limits.unknownPredictionMs;
    }
  }

  /** Records the conversion and hands it to the workers; resolves when it is recorded. */
  async function begin(id: string, entry: RunningConversion, request: ConversionRequest): Promise<Begun> {
    const { kind, accountId, uploads, steps, from, options, allowLoss, verify, onDifference, exportUrl, tier } =
      request;
    const { formats, predictedMs, detection } = await identify(request);
    const { to = formats.to } = request;
    const turn = { tenant: accountId, priority: tier.priority };
    const asked = { kind, to, steps, from, options, allowLoss, verify, onDifference, exportUrl, detection };
    const job = { ...turn, ...asked, sourceFormat: formats.from, trace: currentTrace() };
    // Without anybody who waits, another process can go on when this one stops.
    const isShared = queue.remote || request.signal === undefined;
    const stored = isShared ? await storeInputs(blobs, id, uploads) : [];
    const signal = AbortSignal.any([entry.aborted.signal, ...(request.signal ? [request.signal] : [])]);
    const ending = Promise.withResolvers<Performed>();
    ending.promise.catch(() => {}); // whoever awaits it sees the rejection
    const onProgress = (progress: number): void => {
      entry.progress = progress;
      request.onProgress?.(progress);
      for (const watcher of entry.watchers) watcher({ progress });
    };
    const begin = (): void => void (entry.isBegun = true);
    const ended = (outcome: Promise<Performed>): void => {
      outcome.catch(() => {}); // an abort and a worker may both come to an end; the first counts
      ending.resolve(outcome);
    };
    if (!queue.remote) entry.local = { ...job, inputs: uploads, stored, signal, begin, onProgress, ended };
    try {
      const queued = isShared ? { ...job, inputs: stored } : undefined;
      const usage = await reserve(id, request, { formats, predictedMs, job: queued });
      queue.submit();
      if (!queue.remote) onAbort(signal, () => void endWaiting(id, entry));
      const performing = queue.remote ? awaitElsewhere(dependencies, id, { signal, onProgress }) : ending.promise;
      return { formats, usage, finished: performing.then((performed) => ({ id, usage, ...performed })) };
    } catch (error) {
      await removeInputs(blobs, stored);
      throw error;
    }
  }

  /** A conversion that is aborted before a worker of this process has begun it ends at once. */
  async function endWaiting(id: string, { isBegun, local }: RunningConversion): Promise<void> {
    if (isBegun || !local) return;
    const { signal, stored } = local;
    // The process stops, and leaves to others what they can convert.
    if (signal.reason instanceof GivenBack) return local.ended(Promise.reject(signal.reason));
    const error = explain(undefined, signal, id);
    try {
      await store.conversions.fail(id, failureOf(error, now()));
      await removeInputs(blobs, stored);
    } catch (problem) {
      log.warn({ err: problem, conversionId: id }, 'a waiting conversion could not be ended; the sweeper does it');
    }
    local.ended(Promise.reject(error));
  }

  function forget(id: string): void {
    const { watchers } = running.get(id)!;
    running.delete(id);
    for (const watcher of watchers) watcher('ended');
  }

  const owned = (accountId: string, id: string): RunningConversion | undefined => {
    const found = running.get(id);
    return found?.accountId === accountId ? found : undefined;
  };

  return {
    async start(request) {
      requireWithinTier(request, [...running.values()].filter((entry) => entry.accountId === request.accountId).length);
      await requirePlace();
      if (request.callbackUrl !== undefined) await webhookSender.requireAllowed(request.callbackUrl);
      if (request.exportUrl !== undefined) await exports.requireAllowed(request.exportUrl);
      const id = randomUUID();
      const { accountId } = request;
      const entry: RunningConversion = {
        ...{ accountId, aborted: new AbortController(), watchers: new Set<Watcher>() },
        isAwaited: request.signal !== undefined,
        progress: undefined,
        isBegun: false,
      };
      // Added at once: a concurrent request must count it.
      running.set(id, entry);
      try {
        const { formats, usage, finished } = await begin(id, entry, request);
        const forgotten = finished.finally(() => forget(id));
        entry.finished = forgotten.catch(() => {}); // the caller that awaits it sees the rejection
        const { from: sourceFormat, to: targetFormat } = formats;
        return { id, sourceFormat, targetFormat, usage, isHandedOver: queue.remote, finished: forgotten };
      } catch (error) {
        running.delete(id);
        throw explain(error, request.signal, id);
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

    localJob: (id) => running.get(id)?.local,
    refuseWaiting(reason) {
      for (const { aborted, isAwaited, isBegun, local } of running.values())
        if (local && isAwaited && !isBegun) aborted.abort(reason);
    },
    localIds: () => [...running.keys()],

    async settle(maxMs) {
      // What workers elsewhere convert and nobody here waits for goes on without this process.
      const left = [...running].filter(([, { isAwaited }]) => isAwaited || !queue.remote);
      const cut = setTimeout(() => {
        for (const [id, { aborted, isBegun, local }] of left) {
          // The worker of this process ends what it has begun.
          if (isBegun) continue;
          const isLeft = local !== undefined && local.stored.length > 0;
          aborted.abort(isLeft ? new GivenBack('the service stops before the conversion was begun') : stopped(id));
        }
      }, maxMs);
      await Promise.all(left.map(([, { finished }]) => finished));
      clearTimeout(cut);
    },
  };

  async function countEverywhere(): Promise<number> {
    const load = await store.conversions.load();
    return load.running + load.waiting;
  }

  /** Refuses at once what would only wait until it is refused. */
  async function requirePlace(): Promise<void> {
    const count = queue.remote ? await countEverywhere() : running.size;
    if (count >= limits.queueLength) throw queueFull();
  }
}

/** Calls back once, also when the signal is aborted already. */
function onAbort(signal: AbortSignal, callback: () => void): void {
  if (signal.aborted) callback();
  else signal.addEventListener('abort', callback, { once: true });
}

interface Begun extends Pick<StartedConversion, 'usage' | 'finished'> {
  readonly formats: Formats;
}

interface Reservation {
  readonly formats: Formats;
  readonly predictedMs: number;
  readonly job: QueuedJob | undefined;
}

interface Formats {
  readonly from: string;
  readonly to: string;
}

interface Identified {
  readonly formats: Formats;
  /** What the plan predicts. */
  readonly predictedMs: number;
  /** Of a single file whose format was not given. */
  readonly detection?: Detection;
}

const NO_USAGE: Usage = { used: 0, limit: 0 };

const millisecondsOf = ({ ms }: Pick<Plan, 'ms'>): number => Math.max(1, Math.round(ms));

/** The hash of a single file; for several, a hash over their hashes in order. */
function hashOfAll(uploads: readonly Upload[]): string {
  if (uploads.length === 1) return uploads[0]!.sha256;
  const hash = createHash('sha256');
  for (const { sha256 } of uploads) hash.update(sha256, 'hex');
  return hash.digest('hex');
}

function queueFull(): ServiceError {
  const message = 'The server has as many conversions as it can take. Try again later.';
  return new ServiceError({ code: 'server_busy', message });
}

function stopped(conversionId: string): ServiceError {
  const message = 'The service was stopped before the conversion ended. Send the request again.';
  return new ServiceError({ code: 'draining', message, conversionId });
}
