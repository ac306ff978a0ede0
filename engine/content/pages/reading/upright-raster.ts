import { heightOf, type Box, type Matrix, widthOf } from '../geometry.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import { channelsOf, strideOf } from './image-pixels.ts';
import type { PngPixels } from '../../../content/raster/png/encoder.ts';
import { rgbOf } from '../../raster/colour.ts';

type Channels = 1 | 3 | 4;

/** Size in pixels, and source pixels a side that each of them is the mean of. */
export interface RasterSize {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
}

export interface Placement {
  /** From the page to the unit square of the image. */
  readonly inverse: Matrix;
  /** Where it shows. */
  readonly box: Box;
  readonly size: RasterSize;
  /** Paint of a stencil. */
  readonly stencilColor: string | undefined;
}

/**
 * Resamples an image that is not turned: its columns and rows are looked up once, so that most images cost little
 * more than a copy. The pixels are those of the general way. The image's data must be complete.
 */
export function uprightRaster(image: PdfJsImage, { inverse, box, size, stencilColor }: Placement): PngPixels {
  const { width, height, samples } = size;
  const columns = sampledPlaces(width * samples, image.width, (share) => {
    return inverse[0] * (box.x0 + share * widthOf(box)) + inverse[4];
  });
  const rows = sampledPlaces(height * samples, image.height, (share) => {
    return 1 - (inverse[3] * (box.y0 + share * heightOf(box)) + inverse[5]);
  });
  const isWhole =
    stencilColor === undefined && samples === 1 && isSequence(columns, image.width) && isSequence(rows, image.height);
  if (isWhole) return wholeImage(image);
  const channels = stencilColor === undefined ? channelsOf(image) : 4;
  const line = stencilColor === undefined ? lineReader(image) : stencilLineReader(image, stencilColor);
  if (samples === 1) {
    const data = pickedPixels(line, columns, rows, channels);
    return channels === 1 ? bilevelRaster(data, width, height) : { width, height, channels, data };
  }
  return { width, height, channels, data: meanPixels(line, columns, rows, { samples, channels }) };
}

/** The source column (or row) of every sample along one side of the box. */
function sampledPlaces(count: number, pixels: number, placeOf: (share: number) => number): Int32Array {
  return Int32Array.from({ length: count }, (_, index) => {
    const place = Math.floor(placeOf((index + 0.5) / count) * pixels);
    return Math.max(0, Math.min(pixels - 1, place));
  });
}

function isSequence(places: Int32Array, count: number): boolean {
  return places.length === count && places.every((place, index) => place === index);
}

function wholeImage(image: PdfJsImage): PngPixels {
  const { width, height } = image;
  const channels = channelsOf(image);
  const { buffer, byteOffset } = image.data!;
  const data = new Uint8Array(buffer, byteOffset, strideOf(image) * height);
  return { width, height, channels, data, ...(channels === 1 && { bilevel: true }) };
}

type Line = Uint8Array | Uint8ClampedArray;
/** Gives a row of the source, a byte a channel; it is valid until the next call. */
type LineReader = (row: number) => Line;

function lineReader(image: PdfJsImage): LineReader {
  const source = image.data!;
  const stride = strideOf(image);
  if (channelsOf(image) !== 1) return (row) => source.subarray(row * stride, (row + 1) * stride);
  const line = new Uint8Array(image.width);
  return (row) => {
    for (let x = 0; x < line.length; x++) line[x] = isSet(source, row * stride, x) ? 255 : 0;
    return line;
  };
}

/** A stencil paints its colour where its bit is 0. */
function stencilLineReader(image: PdfJsImage, color: string): LineReader {
  const source = image.data!;
  const stride = strideOf(image);
  const rgb = rgbOf(color);
  const line = Uint8Array.from({ length: image.width * 4 }, (_, index) => rgb[index % 4] ?? 0);
  return (row) => {
    for (let x = 0; x < image.width; x++) line[x * 4 + 3] = isSet(source, row * stride, x) ? 0 : 255;
    return line;
  };
}

function isSet(bits: Line, start: number, x: number): boolean {
  return (bits[start + (x >> 3)]! & (128 >> (x & 7))) !== 0;
}

/** Of bytes that are black or white. */
function bilevelRaster(data: Uint8Array, width: number, height: number): PngPixels {
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (data[y * width + x] !== 0) bits[y * stride + (x >> 3)]! |= 128 >> (x & 7);
  }
  return { width, height, channels: 1, data: bits, bilevel: true };
}

function pickedPixels(line: LineReader, columns: Int32Array, rows: Int32Array, channels: Channels): Uint8Array {
  const data = new Uint8Array(columns.length * rows.length * channels);
  let to = 0;
  for (const row of rows) {
    const source = line(row);
    for (let x = 0; x < columns.length; x++) {
      const from = columns[x]! * channels;
      for (let channel = 0; channel < channels; channel++) data[to++] = source[from + channel]!;
    }
  }
  return data;
}

/** Colours are weighted by their alpha: what cannot be seen has no colour. */
function meanPixels(
  line: LineReader,
  columns: Int32Array,
  rows: Int32Array,
  { samples, channels }: { readonly samples: number; readonly channels: Channels },
): Uint8Array {
  const width = columns.length / samples;
  const height = rows.length / samples;
  const data = new Uint8Array(width * height * channels);
  const sums = new Uint32Array(width * channels);
  const area = samples * samples;
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let sample = 0; sample < samples; sample++) {
      const source = line(rows[y * samples + sample]!);
      if (channels === 4) addWeighted(sums, source, columns, samples);
      else addPlain(sums, source, columns, { samples, channels });
    }
    const start = y * sums.length;
    for (let index = 0; index < sums.length; index++) {
      const weight = channels === 4 && (index & 3) !== 3 ? sums[index | 3]! : area;
      data[start + index] = weight === 0 ? 0 : Math.floor(sums[index]! / weight + 0.5);
    }
  }
  return data;
}

function addPlain(
  sums: Uint32Array,
  source: Line,
  columns: Int32Array,
  { samples, channels }: { readonly samples: number; readonly channels: Channels },
): void {
  for (let index = 0, to = 0; index < columns.length; to += channels) {
    for (const end = index + samples; index < end; index++) {
      const from = columns[index]! * channels;
      sums[to]! += source[from]!;
      if (channels === 1) continue;
      sums[to + 1]! += source[from + 1]!;
      sums[to + 2]! += source[from + 2]!;
    }
  }
}

function addWeighted(sums: Uint32Array, source: Line, columns: Int32Array, samples: number): void {
  for (let index = 0, to = 0; index < columns.length; to += 4) {
    for (const end = index + samples; index < end; index++) {
      const from = columns[index]! * 4;
      const alpha = source[from + 3]!;
      for (let channel = 0; channel < 3; channel++) sums[to + channel]! += source[from + channel]! * alpha;
      sums[to + 3]! += alpha;
    }
  }
}
