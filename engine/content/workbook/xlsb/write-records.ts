const FIRST_BYTES = 64 * 1024;

/** The payload of one record as it grows ([MS-XLSB] 2.1.4): little endian, texts as UTF-16 with their length. */
export class Payload {
  #view = new DataView(new ArrayBuffer(256));
  #size = 0;

  clear(): this {
    this.#size = 0;
    return this;
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#view.buffer, 0, this.#size);
  }

  u8(...values: readonly number[]): this {
    for (const value of values) this.#view.setUint8(this.#take(1), value);
    return this;
  }

  u16(...values: readonly number[]): this {
    for (const value of values) this.#view.setUint16(this.#take(2), value, true);
    return this;
  }

  u32(...values: readonly number[]): this {
    for (const value of values) this.#view.setUint32(this.#take(4), value, true);
    return this;
  }

  f64(value: number): this {
    this.#view.setFloat64(this.#take(8), value, true);
    return this;
  }

  text(text: string): this {
    this.u32(text.length);
    const start = this.#take(text.length * 2);
    for (let index = 0; index < text.length; index++) {
      this.#view.setUint16(start + index * 2, text.charCodeAt(index), true);
    }
    return this;
  }

  #take(bytes: number): number {
    const start = this.#size;
    this.#size += bytes;
    if (this.#size > this.#view.byteLength) {
      const larger = new Uint8Array(Math.max(this.#size, this.#view.byteLength * 2));
      larger.set(new Uint8Array(this.#view.buffer, 0, start));
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }
}

/** Gathers records and passes them on in large pieces. */
export class RecordPieces {
  readonly #write: (bytes: Uint8Array) => void;
  #gathered = new Uint8Array(FIRST_BYTES);
  #size = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  add(type: number, payload: Uint8Array = new Uint8Array()): void {
    const most = payload.byteLength + 6;
    if (this.#size + most > this.#gathered.byteLength) this.flush();
    if (most > this.#gathered.byteLength) this.#gathered = new Uint8Array(most * 2);
    this.#number(type);
    this.#number(payload.byteLength);
    this.#gathered.set(payload, this.#size);
    this.#size += payload.byteLength;
  }

  flush(): void {
    if (this.#size > 0) this.#write(this.#gathered.slice(0, this.#size));
    this.#size = 0;
  }

  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  #number(value: number): void {
    let rest = value;
    do {
      const bits = rest & 0x7f;
      rest >>>= 7;
      this.#gathered[this.#size++] = rest > 0 ? bits | 0x80 : bits;
    } while (rest > 0);
  }
}
