import { open } from 'node:fs/promises';

/** A file that can be read anywhere; `size` in bytes. `read` returns fewer bytes at the end of the file. */
export interface ByteSource {
  readonly size: number;
  read(position: number, length: number): Promise<Uint8Array>;
}

/** Bytes in memory, shared memory included: what is read is copied out, as decoders refuse shared memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.byteLength,
    async read(position, length) {
      const start = Math.min(position, bytes.byteLength);
      return Uint8Array.from(bytes.subarray(start, start + length));
    },
  };
}

/** A file on disk: `await using source = await fileSource(path)` closes its handle. */
export async function fileSource(path: string): Promise<ByteSource & AsyncDisposable> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    size,
    async read(position, length) {
      const available = Math.max(0, Math.min(length, size - position));
      const target = new Uint8Array(available);
      const { bytesRead } = await handle.read(target, 0, available, position);
      return target.subarray(0, bytesRead);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}
