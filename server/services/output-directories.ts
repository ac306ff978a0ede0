import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

/** Empty directories for the results of running conversions. */
export interface OutputDirectories {
  acquire(): Promise<string>;
  /** Takes a directory back: as `empty` it serves again as it is, otherwise it is removed with what is in it. */
  release(directory: string, state: 'empty' | 'unknown'): Promise<void>;
}

/**
 * As many directories as conversions ever ran at once, used again and again: making and removing one costs more than
 * anything else that the disk has to do for a small conversion.
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
      // The conversion has failed for a reason of its own; what stays here goes at the next start.
      await rm(directory, { recursive: true, force: true }).catch((error: unknown) => {
        log.error({ err: error }, 'the outputs of a failed conversion could not be removed');
      });
    },
  };
}
