import { meanColourDifference, onWhite } from '../../support/compare/image-distance.ts';
import { THUMBNAIL_SIDE, type Thumbnail } from './image-readers.ts';

/** What a result must have in common with its source. */
export interface Demand {
  readonly hasColours: boolean;
  readonly isBilevel: boolean;
  readonly isPalette: boolean;
  /** Drawn from an image: areas of one colour stand for it. */
  readonly isTraced: boolean;
  /** Lies in the middle of a square. */
  readonly isIcon: boolean;
  readonly isSameSize: boolean;
}

/** Mean ΔE of a result in all colours, in a palette and in dots; other images are 20 and more apart. */
const USUAL = 7;
const PALETTE = 10;
const DITHERED = 13;
const TRACED = 16;
/** Pixels of a side below which an encoder's blocks are seen, and how much more is allowed then. */
const SMALL_SIDE = 64;
const SMALL_FACTOR = 2;

/** What is wrong with a result, if anything. */
export function differenceOfThumbnails(before: Thumbnail, found: Thumbnail, demand: Demand): string | undefined {
  const size = ({ width, height }: Thumbnail): string => `${width} × ${height}`;
  if (demand.isSameSize && size(before) !== size(found)) return `is ${size(found)}, the source ${size(before)}`;
  const side = demand.isBilevel ? 8 : 32;
  const region = demand.isIcon ? inSquare(before) : WHOLE;
  const expected = shrunk(before, WHOLE, side);
  const seen = shrunk(found, region, side);
  if (demand.isPalette) forgetHalfTransparent(before, expected, seen, side);
  const usual = usualOf(demand);
  const allowed = Math.min(before.width, before.height) < SMALL_SIDE ? SMALL_FACTOR * usual : usual;
  const distances = demand.hasColours
    ? [meanColourDifference(expected, seen)]
    : GREYS.map((shares) => meanColourDifference(greyed(expected, shares), greyed(seen, shares)));
  const distance = Math.min(...distances);
  return distance <= allowed ? undefined : `differs by ΔE ${distance.toFixed(1)}`;
}

function usualOf({ isTraced, isBilevel, isPalette }: Demand): number {
  if (isTraced) return TRACED;
  if (isBilevel) return DITHERED;
  return isPalette ? PALETTE : USUAL;
}

/** Opacity, 0 to 255, of cells that are neither transparent nor opaque: a palette has no such colour. */
const CLEAR = 25;

function forgetHalfTransparent({ rgba }: Thumbnail, expected: Uint8Array, seen: Uint8Array, side: number): void {
  for (let cell = 0; cell < side * side; cell++) {
    const rows = span(0, 1, Math.floor(cell / side), side);
    const columns = span(0, 1, cell % side, side);
    const opacities = rows.flatMap((row) => columns.map((column) => rgba[(row * THUMBNAIL_SIDE + column) * 4 + 3]!));
    if (opacities.every((opacity) => opacity <= CLEAR) || opacities.every((opacity) => opacity >= 255 - CLEAR))
      continue;
    expected.set(seen.subarray(cell * 3, cell * 3 + 3), cell * 3);
  }
}

interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const WHOLE: Region = { left: 0, top: 0, width: 1, height: 1 };

function inSquare({ width, height }: Thumbnail): Region {
  const side = Math.max(width, height);
  const [wide, high] = [width / side, height / side];
  return { left: (1 - wide) / 2, top: (1 - high) / 2, width: wide, height: high };
}

/** A part of what was seen, on white, averaged to `side` × `side`. */
function shrunk({ rgba }: Thumbnail, region: Region, side: number): Uint8Array {
  const rgb = onWhite({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, rgba });
  const small = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const rows = span(region.top, region.height, y, side);
      const columns = span(region.left, region.width, x, side);
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (const row of rows)
          for (const column of columns) sum += rgb[(row * THUMBNAIL_SIDE + column) * 3 + channel]!;
        small[(y * side + x) * 3 + channel] = Math.round(sum / (rows.length * columns.length));
      }
    }
  }
  return small;
}

/** The pixels that a cell covers along one side: at least one. */
function span(start: number, length: number, cell: number, cells: number): number[] {
  const from = Math.floor((start + (cell * length) / cells) * THUMBNAIL_SIDE + 1e-6);
  const to = Math.ceil((start + ((cell + 1) * length) / cells) * THUMBNAIL_SIDE - 1e-6);
  return Array.from({ length: Math.max(1, to - from) }, (_, index) => Math.min(THUMBNAIL_SIDE - 1, from + index));
}

/** Shares of red, green and blue in a grey: BT.601 and BT.709; programs differ. */
const GREYS = [
  [0.299, 0.587, 0.114],
  [0.2126, 0.7152, 0.0722],
] as const;

function greyed(rgb: Uint8Array, shares: readonly [number, number, number]): Uint8Array {
  const grey = new Uint8Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    const value = shares[0] * rgb[at]! + shares[1] * rgb[at + 1]! + shares[2] * rgb[at + 2]!;
    grey.fill(Math.round(value), at, at + 3);
  }
  return grey;
}
