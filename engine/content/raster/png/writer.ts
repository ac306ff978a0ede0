import { DeflatedStream } from '../../../io/deflated-stream.ts';
import { PNG_SIGNATURE, pngChunk } from './chunks.ts';
import { PNG_FILTERS } from './filters.ts';

export interface PngLayout {
  readonly width: number;
  readonly height: number;
  /** Grey or RGB, of 8 bits a sample. */
  readonly channels: 1 | 3;
  /** Pixels per inch. */
  readonly dpi: number;
}

const GREY = 0;
const RGB = 2;
const METRES_PER_INCH = 0.0254;
/** Of zlib: a third of the time of the usual 6, for a file that is a tenth larger. */
const LEVEL = 3;

/** Encodes rows of pixels as they come, from above to below, as one PNG file. */
export class PngWriter implements Disposable {
  readonly #layout: PngLayout;
  readonly #pixels = new DeflatedStream({ level: LEVEL });
  #above: Uint8Array;

  constructor(layout: PngLayout) {
    this.#layout = layout;
    this.#above = new Uint8Array(layout.width * layout.channels);
  }

  /** `pixels` holds whole rows without padding. */
  async add(pixels: Uint8Array): Promise<void> {
    const rowBytes = this.#layout.width * this.#layout.channels;
    const rows = pixels.byteLength / rowBytes;
    const filtered = new Uint8Array(rows * (rowBytes + 1));
    let above = this.#above;
    for (let row = 0, to = 0; row < rows; row++) {
      const from = row * rowBytes;
      const own = pixels.subarray(from, from + rowBytes);
      filtered[to++] = PNG_FILTERS.up;
      for (let at = 0; at < rowBytes; at++) filtered[to++] = own[at]! - above[at]!;
      above = own;
    }
    this.#above = above.slice();
    await this.#pixels.write(filtered);
  }

  /** The parts of the file, in order. */
  async finish(): Promise<readonly Uint8Array[]> {
    const { width, height, channels, dpi } = this.#layout;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, channels === 1 ? GREY : RGB], 8);
    const density = Buffer.alloc(9);
    density.writeUInt32BE(Math.round(dpi / METRES_PER_INCH), 0);
    density.writeUInt32BE(Math.round(dpi / METRES_PER_INCH), 4);
    density[8] = 1;
    return [
      PNG_SIGNATURE,
      pngChunk('IHDR', header),
      pngChunk('pHYs', density),
      ...(await this.#pixels.end()).map((chunk) => pngChunk('IDAT', chunk)),
      pngChunk('IEND', new Uint8Array()),
    ];
  }

  [Symbol.dispose](): void {
    this.#pixels[Symbol.dispose]();
  }
}
