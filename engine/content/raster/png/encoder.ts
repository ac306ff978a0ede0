import { deflate } from '../../../io/compression.ts';
import { DeflatedStream } from '../../../io/deflated-stream.ts';
import { pngChunk, pngFile, type NewPngChunk } from './chunks.ts';
import { filterRows, PNG_FILTERS } from './filters.ts';

/** Pixels in rows from top to bottom, without gaps: grey, RGB or RGBA of 8 bits a channel. */
export interface PngPixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
  /** One bit a pixel, 1 is white; rows begin at whole bytes. */
  readonly bilevel?: boolean;
  /** Red, green, blue and alpha of both values, for a bilevel image. */
  readonly palette?: readonly [Rgba, Rgba];
  /** All channels stay: frames of an animation are of one kind. */
  readonly keepsChannels?: true;
}

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

const COLOUR_TYPES = { 1: 0, 3: 2, 4: 6, palette: 3 } as const;
/** Of zlib: fast, and within a few percent of the best level once rows are filtered. */
const LEVEL = 4;
/** Of zlib, for large images: a third of the time of the usual 6, for a file that is a tenth larger. */
const STREAM_LEVEL = 3;
const METRES_PER_INCH = 0.0254;

/** Encodes pixels as PNG, with the fewest channels that hold them. */
export function encodePng(pixels: PngPixels): Uint8Array {
  const { width, height, channels, data, bilevel, palette } = withFewestChannels(pixels);
  const rows = bilevel
    ? filterRows(data, { rowBytes: (width + 7) >> 3, height, pixelBytes: 1, filter: PNG_FILTERS.none })
    : filterRows(data, { rowBytes: width * channels, height, pixelBytes: channels, filter: 'adaptive' });
  return pngFile([
    header({ width, height, bits: bilevel ? 1 : 8, colourType: COLOUR_TYPES[palette ? 'palette' : channels] }),
    ...(palette ? paletteChunks(palette) : []),
    { type: 'IDAT', content: deflate(rows, { level: LEVEL }) },
    END,
  ]);
}

export interface PngLayout {
  readonly width: number;
  readonly height: number;
  /** Grey or RGB, of 8 bits a sample. */
  readonly channels: 1 | 3;
  /** Pixels per inch. */
  readonly dpi: number;
}

/** Encodes rows of pixels as they come, from above to below, as one PNG file. */
export class PngEncoder implements Disposable {
  readonly #layout: PngLayout;
  readonly #rows = new DeflatedStream({ level: STREAM_LEVEL });
  #above: Uint8Array | undefined;

  constructor(layout: PngLayout) {
    this.#layout = layout;
  }

  /** `pixels` holds whole rows without padding. */
  async add(pixels: Uint8Array): Promise<void> {
    const { width, channels } = this.#layout;
    const rowBytes = width * channels;
    const layout = { rowBytes, height: pixels.byteLength / rowBytes, pixelBytes: channels, above: this.#above };
    const filtered = filterRows(pixels, { ...layout, filter: PNG_FILTERS.up });
    this.#above = pixels.slice(pixels.byteLength - rowBytes);
    await this.#rows.write(filtered);
  }

  /** The parts of the file, in order. */
  async finish(): Promise<readonly Uint8Array[]> {
    const { channels, dpi } = this.#layout;
    const data = await this.#rows.end();
    const head = pngFile([header({ ...this.#layout, bits: 8, colourType: COLOUR_TYPES[channels] }), density(dpi)]);
    return [head, ...data.map((content) => pngChunk('IDAT', content)), pngChunk(END.type, END.content)];
  }

  [Symbol.dispose](): void {
    this.#rows[Symbol.dispose]();
  }
}

const END: NewPngChunk = { type: 'IEND', content: new Uint8Array() };

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colourType: number;
}

function header({ width, height, bits, colourType }: Header): NewPngChunk {
  const fields = new DataView(new ArrayBuffer(13));
  fields.setUint32(0, width);
  fields.setUint32(4, height);
  fields.setUint8(8, bits);
  fields.setUint8(9, colourType);
  return { type: 'IHDR', content: new Uint8Array(fields.buffer) };
}

function density(dpi: number): NewPngChunk {
  const fields = new DataView(new ArrayBuffer(9));
  fields.setUint32(0, Math.round(dpi / METRES_PER_INCH));
  fields.setUint32(4, Math.round(dpi / METRES_PER_INCH));
  fields.setUint8(8, 1); // a metre
  return { type: 'pHYs', content: new Uint8Array(fields.buffer) };
}

function paletteChunks(palette: readonly Rgba[]): NewPngChunk[] {
  return [
    { type: 'PLTE', content: Uint8Array.from(palette.flatMap(([red, green, blue]) => [red, green, blue])) },
    { type: 'tRNS', content: Uint8Array.from(palette.map(([, , , alpha]) => alpha)) },
  ];
}

/** The same pixels without an alpha channel that is opaque all over, and without colours that are all grey. */
function withFewestChannels(pixels: PngPixels): PngPixels {
  const { channels, data, keepsChannels } = pixels;
  const needed = keepsChannels ? channels : fewestChannels(data, channels);
  return needed === channels ? pixels : { ...pixels, channels: needed, data: keepChannels(data, channels, needed) };
}

/** How many channels hold these pixels. */
export function fewestChannels(data: Uint8Array, channels: PngPixels['channels']): PngPixels['channels'] {
  if (channels === 1) return 1;
  if (channels === 4) for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return 4;
  for (let at = 0; at < data.length; at += channels) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return 3;
  }
  return 1;
}

/** The first channels of each pixel. */
export function keepChannels(data: Uint8Array, channels: number, kept: number): Uint8Array {
  const result = new Uint8Array((data.length / channels) * kept);
  for (let from = 0, to = 0; from < data.length; from += channels) {
    for (let channel = 0; channel < kept; channel++) result[to++] = data[from + channel]!;
  }
  return result;
}
