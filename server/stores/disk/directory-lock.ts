import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

/**
 * Claims a data directory for this process: a second server on it would take our running conversions for dead ones.
 * The claim is a lock that SQLite holds on a file, so the operating system drops it however the process ends.
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
