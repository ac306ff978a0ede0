import { isTransposed } from '../model.ts';
import { formatOf, type FormatId } from '../../../formats/index.ts';
import type { Thumbnail } from '../../../contract/facts.ts';

/** Side of a thumbnail in cells: fine enough to see a block of a hundredth of the area, or of 32 pixels in usual images. */
export const THUMBNAIL_SIDE = 64;

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
  const { width, height, extent } = image;
  const columns = coverageOf(Math.min(width, extent?.width ?? width));
  const rows = coverageOf(Math.min(height, extent?.height ?? height));
  const row = new Float64Array(THUMBNAIL_SIDE * SUMS);
  const sums = new Float64Array(THUMBNAIL_SIDE * THUMBNAIL_SIDE * SUMS);
  let summed = -1;
  for (let cell = 0; cell < THUMBNAIL_SIDE; cell++) {
    const start = cell * row.length;
    for (let at = rows.starts[cell]!; at < rows.starts[cell + 1]!; at++) {
      const y = rows.pixels[at]!;
      if (y !== summed) sumRow(image, y, columns, row);
      summed = y;
      const share = rows.shares[at]!;
      for (let sum = 0; sum < row.length; sum++) sums[start + sum]! += share * row[sum]!;
    }
  }
  const { alpha, ...seen } = planesOf(sums);
  const size = { frame, width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, imageWidth, imageHeight };
  return alpha.every((value) => value === 255) ? { ...size, ...seen } : { ...size, ...seen, alpha };
}

/** What is added up of each cell: opacity, the three colours weighted by it, and lightness on white with its square. */
const SUMS = 6;

/** Adds up one row of pixels by the columns of cells. */
function sumRow({ width, data }: RgbaImage, y: number, columns: Coverage, row: Float64Array): void {
  const { starts, pixels, shares } = columns;
  const first = y * width;
  for (let cell = 0, to = 0; cell < THUMBNAIL_SIDE; cell++, to += SUMS) {
    let opacity = 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    let light = 0;
    let squares = 0;
    const end = starts[cell + 1]!;
    for (let index = starts[cell]!; index < end; index++) {
      const at = (first + pixels[index]!) * 4;
      const share = shares[index]!;
      const alpha = data[at + 3]! / 255;
      const r = data[at]! * alpha;
      const g = data[at + 1]! * alpha;
      const b = data[at + 2]! * alpha;
      const grey = 0.299 * r + 0.587 * g + 0.114 * b + 255 * (1 - alpha);
      opacity += share * alpha;
      red += share * r;
      green += share * g;
      blue += share * b;
      light += share * grey;
      squares += share * grey * grey;
    }
    row[to] = opacity;
    row[to + 1] = red;
    row[to + 2] = green;
    row[to + 3] = blue;
    row[to + 4] = light;
    row[to + 5] = squares;
  }
}

function planesOf(sums: Float64Array): Record<'rgb' | 'alpha' | 'detail', Uint8Array> {
  const cells = THUMBNAIL_SIDE * THUMBNAIL_SIDE;
  const rgb = new Uint8Array(cells * 3);
  const alpha = new Uint8Array(cells);
  const detail = new Uint8Array(cells);
  for (let cell = 0, at = 0; cell < cells; cell++, at += SUMS) {
    const white = (1 - sums[at]!) * 255;
    alpha[cell] = Math.round(sums[at]! * 255);
    for (let channel = 0; channel < 3; channel++) rgb[cell * 3 + channel] = Math.round(sums[at + 1 + channel]! + white);
    detail[cell] = Math.round(Math.sqrt(Math.max(0, sums[at + 5]! - sums[at + 4]! ** 2)));
  }
  return { rgb, alpha, detail };
}

/** Which pixels each cell along one side covers, from `starts[cell]` on, and how much of the cell each of them is. */
interface Coverage {
  readonly starts: Uint32Array;
  readonly pixels: Uint32Array;
  readonly shares: Float64Array;
}

function coverageOf(length: number): Coverage {
  const scale = length / THUMBNAIL_SIDE;
  const starts = [0];
  const pixels: number[] = [];
  const shares: number[] = [];
  for (let cell = 0; cell < THUMBNAIL_SIDE; cell++) {
    const from = cell * scale;
    const to = from + scale;
    const last = Math.ceil(to - 1e-9);
    for (let index = Math.floor(from); index < last; index++) {
      pixels.push(index);
      shares.push((Math.min(to, index + 1) - Math.max(from, index)) / scale);
    }
    starts.push(pixels.length);
  }
  return { starts: Uint32Array.from(starts), pixels: Uint32Array.from(pixels), shares: Float64Array.from(shares) };
}

/** Turns a thumbnail of stored pixels as the EXIF orientation (1 to 8) says. */
export function orientThumbnail(thumbnail: Thumbnail, orientation: number): Thumbnail {
  const stored = STORED_CELL[orientation];
  if (!stored) return thumbnail;
  const last = THUMBNAIL_SIDE - 1;
  const rgb = new Uint8Array(thumbnail.rgb.length);
  const alpha = thumbnail.alpha && new Uint8Array(thumbnail.alpha.length);
  const detail = thumbnail.detail && new Uint8Array(thumbnail.detail.length);
  for (let y = 0; y <= last; y++) {
    for (let x = 0; x <= last; x++) {
      const [storedX, storedY] = stored(x, y, last);
      const from = storedY * THUMBNAIL_SIDE + storedX;
      const to = y * THUMBNAIL_SIDE + x;
      rgb.set(thumbnail.rgb.subarray(from * 3, from * 3 + 3), to * 3);
      if (alpha) alpha[to] = thumbnail.alpha![from]!;
      if (detail) detail[to] = thumbnail.detail![from]!;
    }
  }
  const isTurned = isTransposed(orientation);
  const { imageWidth, imageHeight } = thumbnail;
  const size = isTurned ? { imageWidth: imageHeight, imageHeight: imageWidth } : {};
  return { ...thumbnail, ...size, rgb, ...(alpha && { alpha }), ...(detail && { detail }) };
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

/** Pixels that a side keeps at least when it is shrunk before. */
const LEAST_SHRUNK_SIDE = 256;

/**
 * The factor by which a side may be shrunk with a box filter before the thumbnail is taken: a power of two, so that
 * the pixels of all readers end at the same places, those of JPEG decoded at a fraction of its size as well.
 */
export function preShrinkOf(length: number): number {
  let factor = 1;
  while (length / (2 * factor) >= LEAST_SHRUNK_SIDE) factor *= 2;
  return factor;
}

/** Drawn pages that an inspection of this effort takes: first, middle and last, or all of them. */
export function sampledFrames(frames: number, effort: 'probe' | 'quick' | 'full'): number[] {
  if (effort === 'probe') return [];
  if (effort === 'full') return Array.from({ length: frames }, (_, index) => index);
  return [...new Set([0, Math.floor(frames / 2), frames - 1])];
}

/** Images of a file of which a quick inspection takes samples: all frames of a usual animation, all pages of a short file. */
const MOST_FRAMES = 64;
const MOST_PAGES = 16;

/** The frames or pages of an image file that an inspection takes: all, or so many at equal distances from first to last. */
export function sampledImages(format: FormatId, frames: number, effort: 'probe' | 'quick' | 'full'): number[] {
  if (effort === 'probe') return [];
  const most = formatOf(format).many === 'pages' ? MOST_PAGES : MOST_FRAMES;
  const sampled = effort === 'full' ? frames : Math.min(frames, most);
  return Array.from({ length: sampled }, (_, index) => Math.round((index * (frames - 1)) / Math.max(1, sampled - 1)));
}
