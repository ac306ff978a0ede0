import type { InputFile, OutputFile } from '../contract/codec.ts';

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

/** A file in memory that grows as it is written. */
export class GrowingFile implements Omit<OutputFile, 'finish'> {
  #content = new Uint8Array(64 * 1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** What was written so far; it changes with the file. */
  get bytes(): Uint8Array {
    return this.#content.subarray(0, this.#size);
  }

  write(bytes: Uint8Array, position: number): void {
    const end = position + bytes.byteLength;
    if (end > this.#content.byteLength) this.#grow(Math.max(end, this.#content.byteLength * 2));
    this.#content.set(bytes, position);
    this.#size = Math.max(this.#size, end);
  }

  read(target: Uint8Array, position: number): number {
    const part = this.#content.subarray(position, Math.min(this.#size, position + target.byteLength));
    target.set(part);
    return part.byteLength;
  }

  truncate(size: number): void {
    if (size > this.#content.byteLength) this.#grow(size);
    this.#content.fill(0, Math.min(this.#size, size), Math.max(this.#size, size));
    this.#size = size;
  }

  #grow(size: number): void {
    const larger = new Uint8Array(size);
    larger.set(this.#content);
    this.#content = larger;
  }
}
