/** Bytes that grow as they are written, numbers in big-endian order. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(expectedBytes = 1024) {
    this.#bytes = new Uint8Array(Math.max(16, expectedBytes));
  }

  get length(): number {
    return this.#length;
  }

  u8(value: number): void {
    if (this.#length === this.#bytes.byteLength) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  u16(value: number): void {
    this.u8((value >> 8) & 0xff);
    this.u8(value & 0xff);
  }

  u32(value: number): void {
    this.u16((value >>> 16) & 0xffff);
    this.u16(value & 0xffff);
  }

  add(bytes: Uint8Array): void {
    if (this.#length + bytes.byteLength > this.#bytes.byteLength) this.#grow(bytes.byteLength);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.byteLength;
  }

  latin1(text: string): void {
    for (let index = 0; index < text.length; index++) this.u8(text.charCodeAt(index) & 0xff);
  }

  padTo(multiple: number): void {
    while (this.#length % multiple !== 0) this.u8(0);
  }

  reset(): void {
    this.#length = 0;
  }

  /** What has been written, without a copy: valid until more is. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.byteLength * 2, this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
