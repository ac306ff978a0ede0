import type { PdfJsImage } from '../pdfjs/pdfjs.ts';

/** Pixels a side that are turned at a time: rows of a large image lie too far apart to stay in the processor's cache. */
const TILE = 32;
/** Alpha of a pixel that shows as much of what is below as of itself. */
const HALF_OPAQUE = 128;

/** Channels that a decoded image has; one of them is one bit a pixel, as stencils are, which say no kind. */
export function channelsOf({ kind }: PdfJsImage): 1 | 3 | 4 {
  if (kind === 2) return 3;
  return kind === 3 ? 4 : 1;
}

/** Bytes of a row. */
export function strideOf(image: PdfJsImage): number {
  const channels = channelsOf(image);
  return channels === 1 ? (image.width + 7) >> 3 : image.width * channels;
}

/** Damaged files can end within their pixels. */
export function isComplete(image: PdfJsImage): boolean {
  return image.data !== undefined && image.data !== null && image.data.length >= strideOf(image) * image.height;
}

/** Whether what is below shows through some of its pixels. */
export function isSeeThrough(image: PdfJsImage): boolean {
  const { data } = image;
  if (channelsOf(image) !== 4 || !data) return false;
  for (let at = 3; at < data.length; at += 4) if (data[at]! < HALF_OPAQUE) return true;
  return false;
}

/** The image with its rows as columns. It must be complete. */
export function transposedImage(image: PdfJsImage): PdfJsImage {
  const { width, height } = image;
  const turned = { ...image, width: height, height: width };
  const data = new Uint8Array(strideOf(turned) * width);
  if (channelsOf(image) === 1) transposeBits(image, data);
  else transposeBytes(image, data);
  return { ...turned, data };
}

function transposeBits({ width, height, data }: PdfJsImage, target: Uint8Array): void {
  const from = (width + 7) >> 3;
  const to = (height + 7) >> 3;
  for (let y = 0; y < height; y++) {
    const mask = 128 >> (y & 7);
    for (let x = 0; x < width; x++) {
      if (data![y * from + (x >> 3)]! & (128 >> (x & 7))) target[x * to + (y >> 3)]! |= mask;
    }
  }
}

function transposeBytes(image: PdfJsImage, target: Uint8Array): void {
  const { width, height } = image;
  for (let y0 = 0; y0 < height; y0 += TILE) {
    for (let x0 = 0; x0 < width; x0 += TILE) transposeTile(image, target, x0, y0);
  }
}

function transposeTile(image: PdfJsImage, target: Uint8Array, x0: number, y0: number): void {
  const { width, height } = image;
  const data = image.data!;
  const channels = channelsOf(image);
  const [x1, y1] = [Math.min(width, x0 + TILE), Math.min(height, y0 + TILE)];
  for (let x = x0; x < x1; x++) {
    for (let y = y0; y < y1; y++) {
      const from = (y * width + x) * channels;
      const to = (x * height + y) * channels;
      for (let channel = 0; channel < channels; channel++) target[to + channel] = data[from + channel]!;
    }
  }
}
