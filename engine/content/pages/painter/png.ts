import { deflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunk } from '../../raster/png/chunks.ts';
import { PNG_FILTERS } from '../../raster/png/filters.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import { rgbOf } from '../../raster/colour.ts';

/** Rows from above to below, four bytes a pixel. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const COLOUR_TYPES = { grey: 0, rgb: 2, palette: 3, rgba: 6 } as const;
/** Fast, and within a few percent of the best once rows are filtered. */
const LEVEL = 5;

/** A picture as pdf.js decoded it; nothing where it has no pixels. */
export function pngOfImage({ width, height, kind, data }: PdfJsImage): Uint8Array | undefined {
  if (!data) return undefined;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (kind === 1) {
    const stride = (width + 7) >> 3;
    if (bytes.length < stride * height) return undefined;
    return png({ width, height, bits: 1, colourType: COLOUR_TYPES.grey }, withoutFilter(bytes, stride, height));
  }
  if (kind === 2) return bytes.length < width * height * 3 ? undefined : pngOfRgb(bytes, width, height);
  return bytes.length < width * height * 4 ? undefined : pngOfRgba({ width, height, rgba: bytes });
}

/** A stencil of one bit a pixel: what is 0 is painted in this colour (`#rrggbb`), what is 1 is not painted. */
export function pngOfStencil({ width, height, data }: PdfJsImage, colour: string): Uint8Array | undefined {
  const stride = (width + 7) >> 3;
  if (!data || data.length < stride * height) return undefined;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const channels = rgbOf(colour);
  return png(
    { width, height, bits: 1, colourType: COLOUR_TYPES.palette },
    withoutFilter(bytes, stride, height),
    pngChunk('PLTE', Uint8Array.of(...channels, ...channels)),
    pngChunk('tRNS', Uint8Array.of(255, 0)),
  );
}

export function pngOfRgba({ width, height, rgba }: RgbaImage): Uint8Array {
  if (isOpaque(rgba)) {
    const rgb = new Uint8Array(width * height * 3);
    for (let from = 0, to = 0; to < rgb.length; from += 4) {
      rgb[to++] = rgba[from]!;
      rgb[to++] = rgba[from + 1]!;
      rgb[to++] = rgba[from + 2]!;
    }
    return pngOfRgb(rgb, width, height);
  }
  return png({ width, height, bits: 8, colourType: COLOUR_TYPES.rgba }, filtered(rgba, width * 4, height, 4));
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

function pngOfRgb(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const grey = shadesOf(rgb, width * height);
  return grey
    ? png({ width, height, bits: 8, colourType: COLOUR_TYPES.grey }, filtered(grey, width, height, 1))
    : png({ width, height, bits: 8, colourType: COLOUR_TYPES.rgb }, filtered(rgb, width * 3, height, 3));
}

/** One byte a pixel, unless one of them has a colour. */
function shadesOf(rgb: Uint8Array, pixels: number): Uint8Array | undefined {
  for (let at = 0; at < pixels * 3; at += 3) {
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return undefined;
  }
  return Uint8Array.from({ length: pixels }, (_, pixel) => rgb[pixel * 3]!);
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colourType: number;
}

function png({ width, height, bits, colourType }: Header, rows: Uint8Array, ...chunks: Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colourType], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows, { level: LEVEL })),
    pngChunk('IEND', new Uint8Array()),
  ]);
}

function withoutFilter(bytes: Uint8Array, stride: number, height: number): Uint8Array {
  const rows = new Uint8Array((stride + 1) * height);
  for (let row = 0; row < height; row++)
    rows.set(bytes.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  return rows;
}

/** Each row as differences from the pixel before or from the row above, whichever are smaller. */
function filtered(bytes: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const rows = new Uint8Array((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    const from = row * stride;
    const above = row > 0 ? from - stride : undefined;
    let [sumBefore, sumAbove] = [0, 0];
    for (let at = 0; at < stride; at++) {
      const value = bytes[from + at]!;
      sumBefore += magnitude(value - (at >= channels ? bytes[from + at - channels]! : 0));
      sumAbove += magnitude(value - (above === undefined ? 0 : bytes[above + at]!));
    }
    const isBefore = sumBefore < sumAbove;
    const to = row * (stride + 1);
    rows[to] = isBefore ? PNG_FILTERS.sub : PNG_FILTERS.up;
    for (let at = 0; at < stride; at++) {
      const before = at >= channels ? bytes[from + at - channels]! : 0;
      const over = above === undefined ? 0 : bytes[above + at]!;
      rows[to + 1 + at] = bytes[from + at]! - (isBefore ? before : over);
    }
  }
  return rows;
}

function magnitude(difference: number): number {
  const byte = difference & 255;
  return Math.min(byte, 256 - byte);
}
