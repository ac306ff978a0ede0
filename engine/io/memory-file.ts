import type { InputFile } from '../contract/codec.ts';

/** Bytes in memory, read as a file is. */
export function memoryFile(bytes: Uint8Array): InputFile {
  return {
    size: bytes.byteLength,
    read(target, position) {
      const part = bytes.subarray(position, position + target.byteLength);
      target.set(part);
      return part.byteLength;
    },
  };
}
