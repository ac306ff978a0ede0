import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

/** A pool of empty directories for the results of running conversions. */
export interface OutputDirectories {
  acquire(): Promise<string>;
  /** Returns a directory to the pool: an `empty` one is reused, any other is removed with its content. */
  release(directory: string, state: 'empty' | 'unknown'): Promise<void>;
}

/**
 * The pool has as many directories as conversions ran at once: creating and removing one costs more than all other disk
 * work of a small conversion.
 */
export function createOutputDirectories(parent: string, log: Log): OutputDirectories {
  const free: string[] = [];
  let made = 0;
  return {
    async acquire() {
      const known = free.pop();
      if (known !== undefined) return known;
      const directory = join(parent, String(made++));
      await mkdir(directory, { mode: 0o700 });
      return directory;
    },
    async release(directory, state) {
      if (state === 'empty') {
        free.push(directory);
        return;
      }
      // The conversion has failed for its own reason. What stays here is removed at the next start.
      await rm(directory, { recursive: true, force: true }).catch((error: unknown) => {
        log.error({ err: error }, 'the outputs of a failed conversion could not be removed');
      });
    },
  };
}
