import { heightOf, invert, type Box, type Matrix, widthOf } from '../geometry.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import { channelsOf, isComplete, transposedImage } from './image-pixels.ts';
import type { PngPixels } from '../../../content/raster/png/encoder.ts';
import { type RasterSize, uprightRaster } from './upright-raster.ts';
import { rgbOf } from '../../raster/colour.ts';
import { RASTER_IMAGE } from './thresholds.ts';

const { MAX_DPI, MAX_BILEVEL_DPI, MAX_SLANT } = RASTER_IMAGE;

/** Reads pixel (x, y) into `target`: red, green, blue, alpha. */
type PixelReader = (x: number, y: number, target: Uint8Array) => void;

/**
 * Resamples an image to the upright box in which it shows on the page. `ctm` places the unit square of the image;
 * any rotation, mirroring or skew is applied, what lies outside the image becomes transparent. Undefined when the
 * library has no pixels for it.
 */
export function placeImage(image: PdfJsImage, ctm: Matrix, box: Box, stencilColor?: string): PngPixels | undefined {
  if (isQuarterTurned(ctm) && isComplete(image)) {
    const [, b, c, , e, f] = ctm;
    return placeImage(transposedImage(image), [-c, 0, 0, -b, e + c, f + b], box, stencilColor);
  }
  const inverse = invert(ctm);
  const read = stencilColor === undefined ? pixelReader(image) : stencilReader(image, stencilColor);
  if (!read || !inverse) return undefined;
  const size = rasterSize(image, ctm, box);
  if (isAligned(ctm)) return uprightRaster(image, { inverse, box, size, stencilColor });
  const { width, height, samples } = size;
  const data = new Uint8Array(width * height * 4);
  const sum = new Float64Array(4);
  const pixel = new Uint8Array(4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      for (let sample = 0; sample < samples * samples; sample++) {
        const pageX = box.x0 + ((x + ((sample % samples) + 0.5) / samples) / width) * widthOf(box);
        const pageY = box.y0 + ((y + (Math.floor(sample / samples) + 0.5) / samples) / height) * heightOf(box);
        const u = inverse[0] * pageX + inverse[2] * pageY + inverse[4];
        const v = inverse[1] * pageX + inverse[3] * pageY + inverse[5];
        const column = Math.floor(u * image.width);
        const row = Math.floor((1 - v) * image.height);
        if (column < -1 || row < -1 || column > image.width || row > image.height) continue;
        read(clamp(column, image.width), clamp(row, image.height), pixel);
        const alpha = pixel[3]!;
        sum[0]! += pixel[0]! * alpha;
        sum[1]! += pixel[1]! * alpha;
        sum[2]! += pixel[2]! * alpha;
        sum[3]! += alpha;
      }
      const at = (y * width + x) * 4;
      const alpha = sum[3]!;
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel++) data[at + channel] = Math.round(sum[channel]! / alpha);
      data[at + 3] = Math.round(alpha / (samples * samples));
    }
  }
  return { width, height, channels: 4, data };
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));

/** Its rows and columns run along the page's: it may be mirrored and cropped, but is not turned. */
function isAligned([a, b, c, d]: Matrix): boolean {
  return Math.abs(b) < MAX_SLANT * Math.abs(a) && Math.abs(c) < MAX_SLANT * Math.abs(d);
}

function isQuarterTurned([a, b, c, d]: Matrix): boolean {
  return Math.abs(a) < MAX_SLANT * Math.abs(b) && Math.abs(d) < MAX_SLANT * Math.abs(c);
}

function rasterSize(image: PdfJsImage, ctm: Matrix, box: Box): RasterSize {
  const [pixelsX, pixelsY] = pixelsPerPoint(image, ctm);
  const most = (channelsOf(image) === 1 ? MAX_BILEVEL_DPI : MAX_DPI) / 72;
  const width = Math.max(1, Math.round(widthOf(box) * Math.min(pixelsX, most)));
  const height = Math.max(1, Math.round(heightOf(box) * Math.min(pixelsY, most)));
  const reduction = Math.max((pixelsX * widthOf(box)) / width, (pixelsY * heightOf(box)) / height);
  // Enough samples a side that no source pixel is skipped, at most 4.
  return { width, height, samples: Math.max(1, Math.min(4, Math.round(reduction))) };
}

/** Source pixels per page point along the page's x and y axes. */
function pixelsPerPoint(image: PdfJsImage, [a, b, c, d]: Matrix): [number, number] {
  const along = image.width / Math.max(1e-6, Math.hypot(a, b));
  const across = image.height / Math.max(1e-6, Math.hypot(c, d));
  return Math.abs(b) > Math.abs(a) ? [across, along] : [along, across];
}

function pixelReader(image: PdfJsImage): PixelReader | undefined {
  const { width, data } = image;
  if (!data || !isComplete(image)) return undefined;
  const channels = channelsOf(image);
  if (channels === 1) {
    const stride = (width + 7) >> 3;
    return (x, y, target) => {
      const bit = (data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
      target.fill(bit ? 255 : 0, 0, 3);
      target[3] = 255;
    };
  }
  return (x, y, target) => {
    const from = (y * width + x) * channels;
    target[0] = data[from]!;
    target[1] = data[from + 1]!;
    target[2] = data[from + 2]!;
    target[3] = channels === 4 ? data[from + 3]! : 255;
  };
}

/** A stencil paints the current colour where its bit is 0. */
function stencilReader({ width, data }: PdfJsImage, color: string): PixelReader | undefined {
  if (!data) return undefined;
  const stride = (width + 7) >> 3;
  const [red, green, blue] = rgbOf(color);
  return (x, y, target) => {
    const bit = (data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
    target[0] = red!;
    target[1] = green!;
    target[2] = blue!;
    target[3] = bit ? 0 : 255;
  };
}
