import type { Thumbnail } from '../facts.ts';

/** A part of a picture in shares of its width and height. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Region = { left: 0, top: 0, width: 1, height: 1 };

export interface Difference {
  /** Mean distance of the colours in CIELAB (CIE 1976): 2.3 is just noticeable, black to white is 100. */
  readonly deltaE: number;
  /** The same of the part, a sixteenth of the picture, that differs most. */
  readonly worstDeltaE: number;
  /** Mean structural similarity of the lightness, at most 1: how much light and dark are in the same places. */
  readonly structure: number;
  /** How alike light and dark are over the whole picture, at most 1: sees the few lines of a nearly empty page. */
  readonly correlation: number;
}

export interface PictureView {
  readonly thumbnail: Thumbnail;
  readonly region: Region;
  /** Shows through where the picture is transparent, instead of the white that its thumbnail lies on. */
  readonly background?: readonly [red: number, green: number, blue: number];
}

/** Compares two pictures on a grid of `cells` × `cells`; cells that `isIgnored` names count as equal. */
export function differenceOf(
  expected: PictureView,
  found: PictureView,
  cells: number,
  isIgnored: (cell: number) => boolean = () => false,
): Difference {
  const expectedLab = labOf(sample(expected, cells));
  const foundLab = labOf(sample(found, cells));
  for (let cell = 0; cell < cells * cells; cell++) {
    if (!isIgnored(cell)) continue;
    for (const [axis, plane] of foundLab.entries()) plane[cell] = expectedLab[axis]![cell]!;
  }
  const distances = distancesOf(expectedLab, foundLab);
  return {
    deltaE: mean(distances),
    worstDeltaE: Math.max(...windowsOf(cells).map((window) => meanIn(distances, window))),
    structure: structuralSimilarity(expectedLab, foundLab, cells),
    correlation: correlationOf(expectedLab[0], foundLab[0]),
  };
}

/** Opacity, 0 to 1, of a picture on a grid of `cells` × `cells`. */
export function opacityOf({ thumbnail, region }: Omit<PictureView, 'background'>, cells: number): Float64Array {
  const { width, height, alpha } = thumbnail;
  if (!alpha) return new Float64Array(cells * cells).fill(1);
  const columns = coverage(region.left, region.width, width, cells);
  const rows = coverage(region.top, region.height, height, cells);
  return average(rows, columns, (x, y) => alpha[y * width + x]! / 255);
}

/** Red, green and blue planes (0 to 255) one after the other. */
function sample({ thumbnail, region, background }: PictureView, cells: number): readonly Float64Array[] {
  const { width, height, rgb, alpha } = thumbnail;
  const columns = coverage(region.left, region.width, width, cells);
  const rows = coverage(region.top, region.height, height, cells);
  return [0, 1, 2].map((channel) => {
    const shift = background && alpha ? background[channel]! - 255 : 0;
    return average(rows, columns, (x, y) => {
      const at = y * width + x;
      const transparency = shift === 0 ? 0 : 1 - alpha![at]! / 255;
      return rgb[at * 3 + channel]! + transparency * shift;
    });
  });
}

interface Share {
  readonly index: number;
  readonly share: number;
}

/** For each cell of a region along one side: which pixels it covers, and how much of the cell each one is. */
function coverage(start: number, length: number, pixels: number, cells: number): Share[][] {
  const scale = (length * pixels) / cells;
  return Array.from({ length: cells }, (_, cell) => {
    const from = start * pixels + cell * scale;
    const to = from + scale;
    const shares: Share[] = [];
    for (let index = Math.max(0, Math.floor(from)); index < Math.min(pixels, Math.ceil(to - 1e-9)); index++) {
      shares.push({ index, share: (Math.min(to, index + 1) - Math.max(from, index)) / scale });
    }
    return shares;
  });
}

function average(
  rows: readonly (readonly Share[])[],
  columns: readonly (readonly Share[])[],
  valueAt: (x: number, y: number) => number,
): Float64Array {
  const values = new Float64Array(rows.length * columns.length);
  for (const [cellY, row] of rows.entries()) {
    for (const [cellX, column] of columns.entries()) {
      let sum = 0;
      for (const { index: y, share: shareY } of row) {
        for (const { index: x, share: shareX } of column) sum += shareX * shareY * valueAt(x, y);
      }
      values[cellY * columns.length + cellX] = sum;
    }
  }
  return values;
}

type Lab = readonly [lightness: Float64Array, a: Float64Array, b: Float64Array];

/** sRGB (IEC 61966-2-1) to CIELAB under D65. */
function labOf([red, green, blue]: readonly Float64Array[]): Lab {
  const count = red!.length;
  const lab: Lab = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let index = 0; index < count; index++) {
    const r = linear(red![index]!);
    const g = linear(green![index]!);
    const b = linear(blue![index]!);
    const x = cubeRoot((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = cubeRoot(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = cubeRoot((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    lab[0][index] = 116 * y - 16;
    lab[1][index] = 500 * (x - y);
    lab[2][index] = 200 * (y - z);
  }
  return lab;
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function cubeRoot(value: number): number {
  return value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116;
}

function distancesOf(expected: Lab, found: Lab): Float64Array {
  return expected[0].map((_, index) =>
    Math.hypot(...expected.map((plane, axis) => plane[index]! - found[axis]![index]!)),
  );
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A square part of a grid of `cells` × `cells`. */
interface Window {
  readonly top: number;
  readonly left: number;
  readonly side: number;
  readonly cells: number;
}

/** Side of the windows on the grid; they overlap by half. */
const WINDOW = 8;

function windowsOf(cells: number): Window[] {
  const side = Math.min(WINDOW, cells);
  const step = Math.max(1, Math.floor(side / 2));
  const starts: number[] = [];
  for (let start = 0; start + side < cells; start += step) starts.push(start);
  starts.push(cells - side);
  return starts.flatMap((top) => starts.map((left) => ({ top, left, side, cells })));
}

function meanIn(values: Float64Array, { top, left, side, cells }: Window): number {
  let sum = 0;
  for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) sum += values[y * cells + x]!;
  return sum / (side * side);
}

/** Variance of the lightness (0 to 100) below which a picture counts as flat. */
const FLAT_VARIANCE = 0.05;

/** Correlation that also falls when one of the two has more contrast: the last factors of SSIM, over everything. */
function correlationOf(expected: Float64Array, found: Float64Array): number {
  const meanE = mean(expected);
  const meanF = mean(found);
  let covariance = 0;
  let varianceE = 0;
  let varianceF = 0;
  for (const [index, value] of expected.entries()) {
    covariance += (value - meanE) * (found[index]! - meanF);
    varianceE += (value - meanE) ** 2;
    varianceF += (found[index]! - meanF) ** 2;
  }
  const flat = FLAT_VARIANCE * expected.length;
  return (2 * covariance + flat) / (varianceE + varianceF + flat);
}

/** The constants of SSIM for lightness from 0 to 100. */
const STABLE_MEAN = (0.01 * 100) ** 2;
const STABLE_CONTRAST = (0.03 * 100) ** 2;

/** SSIM (Wang et al. 2004) of the lightness, averaged over windows. */
function structuralSimilarity([expected]: Lab, [found]: Lab, cells: number): number {
  const windows = windowsOf(cells);
  return windows.reduce((sum, window) => sum + similarityOfWindow(expected, found, window), 0) / windows.length;
}

function similarityOfWindow(expected: Float64Array, found: Float64Array, { top, left, side, cells }: Window): number {
  const count = side * side;
  let sumE = 0;
  let sumF = 0;
  let sumEE = 0;
  let sumFF = 0;
  let sumEF = 0;
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) {
      const e = expected[y * cells + x]!;
      const f = found[y * cells + x]!;
      sumE += e;
      sumF += f;
      sumEE += e * e;
      sumFF += f * f;
      sumEF += e * f;
    }
  }
  const meanE = sumE / count;
  const meanF = sumF / count;
  const varianceE = sumEE / count - meanE * meanE;
  const varianceF = sumFF / count - meanF * meanF;
  const covariance = sumEF / count - meanE * meanF;
  const brightness = (2 * meanE * meanF + STABLE_MEAN) / (meanE * meanE + meanF * meanF + STABLE_MEAN);
  return (brightness * (2 * covariance + STABLE_CONTRAST)) / (varianceE + varianceF + STABLE_CONTRAST);
}
