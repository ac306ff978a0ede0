import { access, constants } from 'node:fs/promises';
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

/** Whether a load balancer should send requests here: database, blobs and disk work, and the server is not stopping. */
export function createReadiness({ engine, store, blobs, scratchDir, draining }: ReadinessDependencies): Readiness {
  return {
    async check() {
      if (draining()) throw drainingError();
      await store.ping().catch((error: unknown) => {
        throw notReady('The database does not answer.', error);
      });
      await blobs.ping().catch((error: unknown) => {
        throw notReady('The storage for results does not answer.', error);
      });
      await access(scratchDir, constants.W_OK).catch((error: unknown) => {
        throw notReady('The scratch directory is not writable.', error);
      });
      const { running, waiting } = engine.status();
      return { running, waiting };
    },
  };
}

export function drainingError(): ServiceError {
  const message = 'The server is stopping and accepts no new requests. Try again in a few seconds.';
  return new ServiceError({ code: 'draining', message });
}

function notReady(message: string, cause: unknown): ServiceError {
  return new ServiceError({ code: 'not_ready', message }, { cause });
}
