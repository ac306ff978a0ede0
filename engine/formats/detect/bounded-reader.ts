import { KiB, MiB } from '../../contract/limits.ts';
import type { ByteSource } from '../../io/byte-source.ts';

/** Holds every signature in use (ISO 9660 has its own at 32 KiB) and enough text to tell its kind. */
const HEAD_BYTES = 64 * KiB;
/** Walking the boxes of a video or the chunks of an image takes a few dozen reads; a hostile file asks for more. */
const MAX_READS = 128;
const MAX_BYTES = MiB;

/**
 * What detection may read of a file. A spent budget reads like the end of the file, so that no walk needs a check of
 * its own: it stops at what it has.
 */
export class BoundedReader {
  readonly size: number;
  readonly head: Uint8Array;
  readonly #source: ByteSource;
  #readsLeft = MAX_READS;
  #bytesLeft = MAX_BYTES;

  private constructor(source: ByteSource, head: Uint8Array) {
    this.#source = source;
    this.size = source.size;
    this.head = head;
  }

  static async open(source: ByteSource): Promise<BoundedReader> {
    return new BoundedReader(source, await source.read(0, Math.min(source.size, HEAD_BYTES)));
  }

  /** Whether the head is the whole file. */
  get headIsAll(): boolean {
    return this.head.byteLength >= this.size;
  }

  /** Bytes from `position` on: fewer than `length` at the end of the file or of the budget. */
  async read(position: number, length: number): Promise<Uint8Array> {
    if (!Number.isSafeInteger(position) || position < 0 || length <= 0) return new Uint8Array(0);
    if (position + length <= this.head.byteLength) return this.head.subarray(position, position + length);
    const available = Math.min(length, this.size - position, this.#bytesLeft);
    if (available <= 0 || this.#readsLeft <= 0) return new Uint8Array(0);
    this.#readsLeft--;
    this.#bytesLeft -= available;
    return this.#source.read(position, available);
  }

  tail(length: number): Promise<Uint8Array> {
    const start = Math.max(0, this.size - length);
    return this.read(start, this.size - start);
  }
}
