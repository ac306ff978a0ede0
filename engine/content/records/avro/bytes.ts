import { utf8Bytes, viewOf } from '../../../io/bytes.ts';
/** Bytes of Avro's binary encoding, as they are written. */
export class AvroBytes {
  #buffer = new Uint8Array(64 * 1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Zigzag with seven bits a byte. */
  long(value: bigint): void {
    this.#reserve(10);
    let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
    for (; rest > 0x7fn; rest >>= 7n) this.#buffer[this.#size++] = Number(rest & 0x7fn) | 0x80;
    this.#buffer[this.#size++] = Number(rest);
  }

  double(value: number): void {
    this.#reserve(8);
    viewOf(this.#buffer).setFloat64(this.#size, value, true);
    this.#size += 8;
  }

  text(value: string): void {
    this.bytes(utf8Bytes(value));
  }

  bytes(value: Uint8Array): void {
    this.long(BigInt(value.byteLength));
    this.raw(value);
  }

  raw(value: Uint8Array): void {
    this.#reserve(value.byteLength);
    this.#buffer.set(value, this.#size);
    this.#size += value.byteLength;
  }

  take(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }

  #reserve(bytes: number): void {
    if (this.#size + bytes <= this.#buffer.byteLength) return;
    const larger = new Uint8Array(Math.max(this.#buffer.byteLength * 2, this.#size + bytes));
    larger.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = larger;
  }
}
