import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

/**
 * Locks a data directory for this process: a second server on it would treat our running conversions as interrupted.
 * The lock is one that SQLite holds on a file, so the operating system releases it however the process ends.
 */
export function lockDirectory(directory: string): Disposable {
  const lock = new DatabaseSync(join(directory, 'server.lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new DirectoryInUseError(`${directory} is in use by another server.`, { cause: error });
  }
  return { [Symbol.dispose]: () => lock.close() };
}
