/** Bits of a scan, most significant first; a byte of ones is followed by a zero that is no data (ITU-T T.87, A.1). */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #held = 0;
  #heldBits = 0;
  #isAfterOnes = false;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** Up to sixteen bits. Throws a RangeError at the end of the scan. */
  read(count: number): number {
    while (this.#heldBits < count) this.#fill();
    this.#heldBits -= count;
    const value = (this.#held >>> this.#heldBits) & (2 ** count - 1);
    this.#held &= 2 ** this.#heldBits - 1;
    return value;
  }

  /** Zeros before the next one, which is taken as well; `most` stand for themselves, with the one behind them. */
  zeros(most: number): number {
    let count = 0;
    while (this.read(1) === 0) {
      count++;
      if (count > most) throw new RangeError('A code is too long.');
    }
    return count;
  }

  /** Where the marker begins that ends this part: what is left of a byte is no data. */
  end(): number {
    const next = this.#bytes.indexOf(0xff, Math.max(0, this.#at - 1));
    for (let at = next; at >= 0; at = this.#bytes.indexOf(0xff, at + 1))
      if ((this.#bytes[at + 1] ?? 0) >= 0x80) return at;
    return this.#bytes.byteLength;
  }

  #fill(): void {
    const byte = this.#bytes[this.#at];
    if (byte === undefined || (this.#isAfterOnes && byte >= 0x80)) throw new RangeError('The scan ends early.');
    const bits = this.#isAfterOnes ? 7 : 8;
    this.#held = (this.#held << bits) | byte;
    this.#heldBits += bits;
    this.#isAfterOnes = byte === 0xff;
    this.#at++;
  }
}
