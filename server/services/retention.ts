import type { Log } from '../log.ts';
import type { Blobs } from '../stores/blobs.ts';
import type { LiveConversion, Store } from '../stores/store.ts';
import { type ConversionBlob, parseBlobKey, resultKey } from './job-inputs.ts';

/** Rows and blobs per batch. */
const BATCH = 200;

/** Part of the interval for which a sweep counts: a little less than all of it, because timers are not exact. */
const TURN = 0.9;

export interface Retention {
  /**
   * Deletes what an earlier process has left. Must be called before requests are served. Never rejects: a storage that
   * cannot be listed now is swept later.
   */
  recover(): Promise<void>;
  /** Deletes what has expired. Runs periodically once started. */
  sweep(): Promise<void>;
  start(): void;
  /** Waits for the current sweep. */
  stop(): Promise<void>;
}

export interface RetentionDependencies {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: { readonly sweepIntervalMs: number; readonly orphanAgeMs: number; readonly historyMs: number };
}

/** Deletes what has expired: results after one hour, blobs and rows left by a crash, old history. */
export function createRetention(dependencies: RetentionDependencies): Retention {
  const { limits, log } = dependencies;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  async function sweep(): Promise<void> {
    const expired = (await removeExpired(dependencies)) + (await removeExpiredUploads(dependencies));
    const orphans = await removeOrphans(dependencies, dependencies.now() - limits.orphanAgeMs);
    const forgotten = await dependencies.store.conversions.deleteEndedBefore(dependencies.now() - limits.historyMs);
    await dependencies.store.idempotency.deleteExpired(dependencies.now());
    await dependencies.store.rates.deleteEnded(dependencies.now());
    if (expired + orphans + forgotten > 0) log.info({ expired, orphans, forgotten }, 'swept');
  }

  /** Runs one sweep at a time, so that sweeps do not pile up behind a slow disk. */
  function sweepOnce(): Promise<void> {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  }

  /** When processes share both the store and the blobs, one of them sweeps for all. */
  async function sweepInTurn(): Promise<void> {
    const { store, blobs, now } = dependencies;
    const time = now();
    const nextAt = time + Math.round(limits.sweepIntervalMs * TURN);
    const mine = !store.shared || !blobs.shared || (await store.processes.claimTask('sweep', { now: time, nextAt }));
    if (mine) await sweepOnce();
  }

  return {
    async recover() {
      try {
        // A shared blob may belong to a conversion of another process that has just ended.
        if (!dependencies.blobs.shared) await removeOrphans(dependencies, Infinity);
        await sweepInTurn();
      } catch (error) {
        log.error({ err: error }, 'what earlier processes have left could not be removed; the next sweep tries again');
      }
    },
    sweep: sweepOnce,
    start() {
      const run = () => sweepInTurn().catch((error: unknown) => log.error({ err: error }, 'sweep failed'));
      timer = setInterval(run, limits.sweepIntervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      // Whoever has begun it is told when it fails.
      await sweeping?.catch(() => {});
    },
  };
}

async function removeExpired({ store, blobs, now }: RetentionDependencies): Promise<number> {
  for (let removed = 0; ;) {
    const ids = await store.conversions.findExpired(now(), BATCH);
    if (ids.length === 0) return removed;
    // Blobs first: after a crash in between, the rows are found again.
    const live = await store.conversions.filterLive(ids);
    for (const id of ids) await blobs.delete(resultKey(id, live.get(id)?.attempt ?? 0));
    await store.conversions.markExpired(ids);
    removed += ids.length;
  }
}

/** Parts whose blobs cannot be deleted now are orphans later. */
async function removeExpiredUploads({ store, blobs, now }: RetentionDependencies): Promise<number> {
  const parts = await store.uploads.removeExpired(now());
  for (const { key } of parts) await blobs.delete(key);
  return parts.length;
}

async function removeOrphans({ store, blobs }: RetentionDependencies, modifiedBefore: number): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    const names = batch.map((key) => ({ key, of: parseBlobKey(key) }));
    const live = await store.conversions.filterLive(names.flatMap(({ of }) => (of ? [of.conversionId] : [])));
    const parts = await store.uploads.filterKeys(names.flatMap(({ key, of }) => (of ? [] : [key])));
    for (const { key, of } of names) {
      if (of ? isNeeded(of, live) : parts.has(key)) continue;
      await blobs.delete(key);
      removed++;
    }
    batch = [];
  };
  for await (const { key, modifiedAt } of blobs.list()) {
    if (modifiedAt > modifiedBefore) continue;
    batch.push(key);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return removed;
}

/** Inputs are needed until the conversion has ended, and of the results that of the last attempt. */
function isNeeded({ conversionId, attempt }: ConversionBlob, live: ReadonlyMap<string, LiveConversion>): boolean {
  const conversion = live.get(conversionId);
  return attempt === undefined ? conversion?.status === 'running' : conversion?.attempt === attempt;
}
