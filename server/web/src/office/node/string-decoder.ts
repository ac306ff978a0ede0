/** Node's decoder of UTF-8 that comes in pieces, for browsers. */
export class StringDecoder {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  write(bytes: Uint8Array): string {
    return this.#decoder.decode(bytes, { stream: true });
  }

  end(): string {
    return this.#decoder.decode();
  }
}
