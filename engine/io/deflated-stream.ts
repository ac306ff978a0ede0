import { once } from 'node:events';
import { createDeflate, type Deflate } from 'node:zlib';

/** One zlib stream, written piece by piece and collected in memory. */
export class DeflatedStream implements Disposable {
  readonly #deflate: Deflate;
  readonly #chunks: Buffer[] = [];

  /** `level` is that of zlib, 0 to 9. */
  constructor({ level }: { readonly level?: number } = {}) {
    this.#deflate = createDeflate({ level });
    this.#deflate.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** The bytes may be changed once the promise is fulfilled. */
  async write(bytes: Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  async end(): Promise<readonly Uint8Array[]> {
    this.#deflate.end();
    await once(this.#deflate, 'end');
    return this.#chunks;
  }

  [Symbol.dispose](): void {
    this.#deflate.destroy();
  }
}
