import { isTransposed } from '../model.ts';
import type { Thumbnail } from '../../../contract/facts.ts';

/** Side of a thumbnail in pixels: coarse enough for two decoders to agree, fine enough to tell two images apart. */
export const THUMBNAIL_SIDE = 32;

/** A decoded image: `data` holds width × height × 4 bytes, sRGB with straight (not premultiplied) alpha. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /**
   * How much of the width and height shows the image, when it was shrunk by a whole factor that does not divide its
   * size: the last column and row then stand for a fraction of a pixel.
   */
  readonly extent?: { readonly width: number; readonly height: number };
}

/** Which frame of a file an image shows, counted from 0, and how many pixels that frame has in truth. */
type FrameOrigin = Required<Pick<Thumbnail, 'frame' | 'imageWidth' | 'imageHeight'>>;

/**
 * A thumbnail of one frame, stretched to a square, flattened on white. Every reader gives its pixels to this one
 * function, so that their thumbnails agree; what a reader shrank before (see `preShrinkOf`) makes little difference.
 */
export function thumbnailOf(image: RgbaImage, { frame, imageWidth, imageHeight }: FrameOrigin): Thumbnail {
  const { width, height, data, extent } = image;
  const columns = weightsOf(Math.min(width, extent?.width ?? width));
  const rows = weightsOf(Math.min(height, extent?.height ?? height));
  const rgb = new Uint8Array(THUMBNAIL_SIDE * THUMBNAIL_SIDE * 3);
  const alpha = new Uint8Array(THUMBNAIL_SIDE * THUMBNAIL_SIDE);
  for (const [y, row] of rows.entries()) {
    for (const [x, column] of columns.entries()) {
      let opacity = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (const { index: sourceY, weight: weightY } of row) {
        for (const { index: sourceX, weight: weightX } of column) {
          const at = (sourceY * width + sourceX) * 4;
          const share = (weightX * weightY * data[at + 3]!) / 255;
          opacity += share;
          red += share * data[at]!;
          green += share * data[at + 1]!;
          blue += share * data[at + 2]!;
        }
      }
      const white = (1 - opacity) * 255;
      const cell = y * THUMBNAIL_SIDE + x;
      rgb[cell * 3] = Math.round(red + white);
      rgb[cell * 3 + 1] = Math.round(green + white);
      rgb[cell * 3 + 2] = Math.round(blue + white);
      alpha[cell] = Math.round(opacity * 255);
    }
  }
  const isOpaque = alpha.every((value) => value === 255);
  const size = { frame, width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, imageWidth, imageHeight };
  return isOpaque ? { ...size, rgb } : { ...size, rgb, alpha };
}

interface Weight {
  readonly index: number;
  readonly weight: number;
}

/** For each cell along one side: the source pixels that it covers, and how much of the cell each one is. */
function weightsOf(length: number): Weight[][] {
  const scale = length / THUMBNAIL_SIDE;
  return Array.from({ length: THUMBNAIL_SIDE }, (_, cell) => {
    const from = cell * scale;
    const to = from + scale;
    const last = Math.ceil(to - 1e-9);
    const weights: Weight[] = [];
    for (let index = Math.floor(from); index < last; index++) {
      const covered = Math.min(to, index + 1) - Math.max(from, index);
      weights.push({ index, weight: covered / scale });
    }
    return weights;
  });
}

/** Turns a thumbnail of stored pixels as the EXIF orientation (1 to 8) says. */
export function orientThumbnail(thumbnail: Thumbnail, orientation: number): Thumbnail {
  const stored = STORED_CELL[orientation];
  if (!stored) return thumbnail;
  const last = THUMBNAIL_SIDE - 1;
  const rgb = new Uint8Array(thumbnail.rgb.length);
  const alpha = thumbnail.alpha && new Uint8Array(thumbnail.alpha.length);
  for (let y = 0; y <= last; y++) {
    for (let x = 0; x <= last; x++) {
      const [storedX, storedY] = stored(x, y, last);
      const from = storedY * THUMBNAIL_SIDE + storedX;
      const to = y * THUMBNAIL_SIDE + x;
      rgb.set(thumbnail.rgb.subarray(from * 3, from * 3 + 3), to * 3);
      if (alpha) alpha[to] = thumbnail.alpha![from]!;
    }
  }
  const isTurned = isTransposed(orientation);
  const { imageWidth, imageHeight } = thumbnail;
  const size = isTurned ? { imageWidth: imageHeight, imageHeight: imageWidth } : {};
  return { ...thumbnail, ...size, rgb, ...(alpha && { alpha }) };
}

type Cell = readonly [x: number, y: number];

/** By EXIF orientation: where the pixel that is seen at x, y is stored (CIPA DC-008, tag Orientation). */
const STORED_CELL: Partial<Record<number, (x: number, y: number, last: number) => Cell>> = {
  2: (x, y, last) => [last - x, y],
  3: (x, y, last) => [last - x, last - y],
  4: (x, y, last) => [x, last - y],
  5: (x, y) => [y, x],
  6: (x, y, last) => [y, last - x],
  7: (x, y, last) => [last - y, last - x],
  8: (x, y, last) => [last - y, x],
};

/** Pixels of a shrunk image for each cell: where its pixels end and the cells do not, colours run over. */
const PIXELS_PER_CELL = 8;

/** The largest whole factor by which a side may be shrunk with a box filter before the thumbnail is taken. */
export function preShrinkOf(length: number): number {
  return Math.max(1, Math.floor(length / (PIXELS_PER_CELL * THUMBNAIL_SIDE)));
}

/** The frames that a look of this effort takes: first, middle and last, or all of them. */
export function sampledFrames(frames: number, effort: 'probe' | 'quick' | 'full'): number[] {
  if (effort === 'probe') return [];
  if (effort === 'full') return Array.from({ length: frames }, (_, index) => index);
  return [...new Set([0, Math.floor(frames / 2), frames - 1])];
}
