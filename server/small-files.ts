import { closeSync, openSync, unlinkSync, writevSync } from 'node:fs';

/**
 * Files up to this size are written, read and removed synchronously: the page cache takes microseconds, while passing
 * the work to another thread and back takes ten times as long. Small enough not to block other requests.
 */
export const SMALL_FILE_BYTES = 256 * 1024;

/** Writes a new file from several chunks, readable by its owner only. Leaves nothing behind when it fails. */
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

/** The system's error for a write after an incomplete one. */
function noSpaceFor(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), {
    code: 'ENOSPC',
    syscall: 'write',
  });
}
