/** Bytes of Avro's binary encoding, as they are written. */
export class AvroBytes {
  #buffer = Buffer.alloc(64 * 1024);
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
    this.#size = this.#buffer.writeDoubleLE(value, this.#size);
  }

  text(value: string): void {
    this.bytes(Buffer.from(value));
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

  take(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  #reserve(bytes: number): void {
    if (this.#size + bytes <= this.#buffer.byteLength) return;
    const larger = Buffer.alloc(Math.max(this.#buffer.byteLength * 2, this.#size + bytes));
    larger.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = larger;
  }
}
