import { setTimeout as wait } from 'node:timers/promises';
import { ClientClosedError, ERRORS, type ErrorCode, ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Events } from '../stores/events.ts';
import type { ConversionOutcome, ConversionRecord, Store } from '../stores/store.ts';
import { conversionCancelled, explain, failureOf, type Performed } from './perform-conversion.ts';

export interface AwaitDependencies {
  readonly store: Pick<Store, 'conversions'>;
  readonly events: Events;
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
 * Waits for the end of a conversion that any process may run. Rejects as if it had run here. Events tell when to look;
 * an event that was lost costs one interval.
 */
export async function awaitElsewhere(
  { store, events, now, log, limits }: AwaitDependencies,
  id: string,
  { signal, onProgress }: AwaitControl,
): Promise<Performed> {
  let news = Promise.withResolvers<void>();
  using _ = events.subscribe((event) => {
    if (event.type === 'progress') {
      if (event.id === id) onProgress(event.progress);
    } else if (event.type === 'missed' || (event.type === 'ended' && event.id === id)) news.resolve();
  });
  let isCancelled = false;
  for (;;) {
    const aborted = Promise.withResolvers<void>();
    const abort = (): void => aborted.resolve();
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    const timer = new AbortController();
    const pause = wait(limits.syncIntervalMs, undefined, { signal: timer.signal, ref: false }).catch(() => {});
    await Promise.race([news.promise, pause, ...(isCancelled ? [] : [aborted.promise])]);
    timer.abort();
    signal.removeEventListener('abort', abort);
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
    }
  }
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
