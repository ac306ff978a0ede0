import type { RgbaImage } from '../../raster/inspect/raster.ts';
import { boxPath } from '../outline.ts';
import { areaOf, type Box, overlapX, overlapY, widthOf } from '../geometry.ts';
import { type DrawingContext, rasterise, svgOf } from './drawing-svg.ts';
import type { DrawnImage, DrawnPage } from './drawn-page.ts';
import type { PngPixels } from '../../../content/raster/png/encoder.ts';
import { VEILED_IMAGES } from './thresholds.ts';

const { GLANCE_WIDTH, MAX_PIXELS, PIXELS_PER_POINT, OPAQUE } = VEILED_IMAGES;

/** How an image shows where it does not merely cover what is below. */
export interface Veil {
  /** What its clips and its soft mask let show, by the alpha of pixels over its box; absent where all of it shows. */
  readonly coverage?: RgbaImage;
  readonly alpha: number;
  /** Its colours multiply those of what is below. */
  readonly multiplies: boolean;
}

/** Undefined for an image that covers what is below, as most do. */
export function veilOf(drawn: DrawnImage, page: DrawnPage, context: DrawingContext): Veil | undefined {
  const { alpha, multiplies } = drawn;
  const coverage = coverageOf(drawn, context);
  const isMixed = multiplies && hasBelow(drawn, page);
  if (!coverage && alpha >= OPAQUE && !isMixed) return undefined;
  return { ...(coverage && { coverage }), alpha, multiplies: isMixed };
}

function coverageOf({ box, shape, softMask }: DrawnImage, context: DrawingContext): RgbaImage | undefined {
  if (!shape && !softMask) return undefined;
  const area = { ...box, data: boxPath(box), segments: 5, isFrame: true, fill: '#ffffff', order: 0 };
  const svg = svgOf([{ ...area, ...(shape && { shape }), ...(softMask && { softMask }) }], box, context);
  const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(MAX_PIXELS / areaOf(box)));
  const width = Math.max(1, Math.round(widthOf(box) * scale));
  const glance = rasterise(svg, Math.min(GLANCE_WIDTH, width));
  if (!glance.data.some((value, at) => at % 4 === 3 && value < OPAQUE * 255)) return undefined;
  return rasterise(svg, width);
}

function hasBelow({ box, order }: DrawnImage, { images, fills, vectors }: DrawnPage): boolean {
  const isBelow = (other: Box & { readonly order: number }): boolean =>
    other.order < order && overlapX(other, box) > 0 && overlapY(other, box) > 0;
  return images.some((image) => isBelow({ ...image.box, order: image.order })) || [...fills, ...vectors].some(isBelow);
}

/**
 * An image with the transparency that stands for its veil. One with fewer pixels than what lets it show is enlarged,
 * so that its edges are as sharp.
 */
export function veiledRaster(raster: PngPixels, { coverage, alpha, multiplies }: Veil): PngPixels {
  const width = Math.max(raster.width, coverage?.width ?? 0);
  const height = Math.max(raster.height, coverage?.height ?? 0);
  const data = rgbaOf(raster, width, height);
  const shownAt = coverage ? alphaReader(coverage, width, height) : () => 1;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const dense = multiplies ? deepen(data, at) : 1;
      data[at + 3] = Math.round(data[at + 3]! * shownAt(x, y) * alpha * dense);
    }
  }
  return { width, height, channels: 4, data };
}

/** Share that shows of a pixel in a raster of this size. */
function alphaReader(coverage: RgbaImage, width: number, height: number): (x: number, y: number) => number {
  const columns = places(width, coverage.width);
  const rows = places(height, coverage.height);
  return (x, y) => coverage.data[4 * (rows[y]! * coverage.width + columns[x]!) + 3]! / 255;
}

/** Where each of so many places lies in a row of other length. */
function places(count: number, length: number): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => Math.floor(((place + 0.5) * length) / count));
}

/** Takes the white out of a pixel; gives the alpha with which the rest looks alike on white. */
function deepen(data: Uint8Array, at: number): number {
  const least = Math.min(data[at]!, data[at + 1]!, data[at + 2]!);
  if (least === 255) return 0;
  for (let channel = at; channel < at + 3; channel++) {
    data[channel] = Math.round(((data[channel]! - least) * 255) / (255 - least));
  }
  return (255 - least) / 255;
}

/** The pixels in another size, each that of the nearest place. */
function rgbaOf({ channels, data, bilevel, ...size }: PngPixels, width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  const stride = bilevel ? (size.width + 7) >> 3 : size.width * channels;
  const columns = places(width, size.width);
  let to = 0;
  for (const row of places(height, size.height)) {
    for (const column of columns) {
      const from = row * stride + column * channels;
      for (let channel = 0; channel < 3; channel++) {
        rgba[to + channel] = bilevel ? bitAt(data, row * stride, column) : data[from + (channels === 1 ? 0 : channel)]!;
      }
      rgba[to + 3] = channels === 4 ? data[from + 3]! : 255;
      to += 4;
    }
  }
  return rgba;
}

function bitAt(data: ArrayLike<number>, start: number, x: number): number {
  return (data[start + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0;
}
