import { closeSync, openSync, unlinkSync, writevSync } from 'node:fs';

/**
 * Files up to this size are written, read and removed at once: the page cache takes them in microseconds, while to hand
 * the work to another thread and back costs ten times that. Small enough not to hold up other requests.
 */
export const SMALL_FILE_BYTES = 256 * 1024;

/** Writes a new file of several pieces, readable for its owner alone. Leaves nothing behind when it fails. */
export function writeSmallFile(path: string, pieces: readonly Uint8Array[]): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (writevSync(file, pieces) < size) throw noSpaceFor(path);
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** What the system says to whoever goes on writing after a piece did not fit. */
function noSpaceFor(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), {
    code: 'ENOSPC',
    syscall: 'write',
  });
}
