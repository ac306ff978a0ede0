import { setTimeout as wait } from 'node:timers/promises';
import { ClientClosedError, ERRORS, type ErrorCode, ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Events } from '../stores/events.ts';
import type { ConversionOutcome, ConversionRecord, Store } from '../stores/store.ts';
import type { Following } from './following.ts';
import { conversionCancelled, explain, failureOf, type Performed } from './perform-conversion.ts';

export interface AwaitDependencies {
  readonly store: Pick<Store, 'conversions'>;
  readonly events: Pick<Events, 'publish'>;
  readonly following: Following;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: { readonly syncIntervalMs: number };
}

export interface AwaitControl {
  /** An abort ends the conversion, wherever it runs. */
  readonly signal: AbortSignal;
  onProgress(progress: number): void;
}

/**
 * Waits for the end of a conversion that any process may run. Rejects as if it had run here.
 */
export async function awaitElsewhere(
  { store, events, following, now, log, limits }: AwaitDependencies,
  id: string,
  { signal, onProgress }: AwaitControl,
): Promise<Performed> {
  let news = Promise.withResolvers<void>();
  const wake = (): void => news.resolve();
  using resources = new DisposableStack();
  resources.use(following.follow(id, { onProgress, onEnd: wake }));
  resources.use(onAbort(signal, wake));
  let isCancelled = false;
  for (;;) {
    await news.promise;
    news = Promise.withResolvers();
    try {
      if (signal.aborted && !isCancelled) {
        await store.conversions.fail(id, failureOf(explain(undefined, signal, id), now()));
        isCancelled = true;
        await events.publish({ type: 'ended', id });
      }
      const record = await store.conversions.findAny(id);
      if (record?.status !== 'running') return performedOf(record, signal, id);
    } catch (error) {
      if (error instanceof ServiceError || error instanceof ClientClosedError) throw error;
      log.warn({ err: error, conversionId: id }, 'the end of a conversion could not be read; trying again');
      void wait(limits.syncIntervalMs, undefined, { ref: false }).then(wake);
    }
  }
}

function onAbort(signal: AbortSignal, callback: () => void): Disposable {
  if (signal.aborted) callback();
  signal.addEventListener('abort', callback, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', callback) };
}

function performedOf(record: ConversionRecord | undefined, signal: AbortSignal, id: string): Performed {
  if (record?.status === 'succeeded') {
    const { sourceFormat, targetFormat } = record;
    return { sourceFormat, targetFormat, outcome: record as ConversionRecord & ConversionOutcome };
  }
  if (signal.aborted) throw explain(undefined, signal, id);
  throw record ? errorOf(record) : conversionCancelled(id);
}

function errorOf({ id: conversionId, errorCode, errorMessage, errorDetail }: ConversionRecord): Error {
  if (errorCode === 'client_closed') return new ClientClosedError(errorMessage);
  if (errorCode === undefined || !Object.hasOwn(ERRORS, errorCode)) return conversionCancelled(conversionId);
  return new ServiceError({ code: errorCode as ErrorCode, message: errorMessage ?? '', ...errorDetail, conversionId });
}
