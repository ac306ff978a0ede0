import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConversionEngine } from '../conversion-engine.ts';
import { ServiceError } from '../errors.ts';
import type { Blobs } from '../stores/blobs.ts';
import type { Store } from '../stores/store.ts';

export interface Readiness {
  /** Returns the load of the engine. Throws `draining` or `not_ready`. */
  check(): Promise<{ readonly running: number; readonly waiting: number }>;
}

export interface ReadinessDependencies {
  readonly engine: ConversionEngine;
  readonly store: Store;
  readonly blobs: Pick<Blobs, 'ping'>;
  readonly scratchDir: string;
  readonly draining: () => boolean;
}

/** A part that has not answered after this time is away: the whole answer comes within 2 s. */
const ANSWER_MS = 1_500;

/** Less free space than this holds not even one upload. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Whether a load balancer should send requests here: database, blobs and disk work, and the server is not stopping. */
export function createReadiness({ engine, store, blobs, scratchDir, draining }: ReadinessDependencies): Readiness {
  return {
    async check() {
      if (draining()) throw drainingError();
      await Promise.all([
        required(store.ping(), 'The database does not answer.'),
        required(blobs.ping(), 'The storage for results does not answer.'),
        required(writable(scratchDir), 'The scratch directory is full or not writable.'),
      ]);
      const { running, waiting } = engine.status();
      return { running, waiting };
    },
  };
}

async function required(answer: Promise<void>, message: string): Promise<void> {
  const timer = new AbortController();
  const late = wait(ANSWER_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ANSWER_MS} ms`);
  });
  try {
    await Promise.race([answer, late]);
  } catch (error) {
    throw notReady(message, error);
  } finally {
    timer.abort();
    late.catch(() => {});
    answer.catch(() => {});
  }
}

/** Writes a small file: a quota or a read-only file system shows only then. */
async function writable(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < LEAST_FREE_BYTES) throw new Error(`only ${bavail * bsize} bytes are free`);
  const probe = join(directory, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, PROBE);
  } finally {
    await rm(probe, { force: true });
  }
}

const PROBE = new Uint8Array(4096);

export function drainingError(): ServiceError {
  const message = 'The server is stopping and accepts no new requests. Try again in a few seconds.';
  return new ServiceError({ code: 'draining', message });
}

function notReady(message: string, cause: unknown): ServiceError {
  return new ServiceError({ code: 'not_ready', message }, { cause });
}
