import type { Thumbnail } from '../../../contract/facts.ts';
import { lightOf, shadeOfLight } from '../linear-light.ts';
import type { Size } from '../size.ts';
import { spreadOfDots } from './dots.ts';
import { distancesOf, labOf, type Lab } from './lab.ts';

/** A part of an image in shares of its width and height. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Region = { left: 0, top: 0, width: 1, height: 1 };

export interface ImageDifference {
  /** Mean distance of the colours in CIELAB (CIE 1976): 2.3 is just noticeable, black to white is 100. */
  readonly deltaE: number;
  /** The same of the part, a sixteenth of the image, that differs most. */
  readonly worstDeltaE: number;
  /** The same of the block of 2 × 2 cells that differs most. */
  readonly peakDeltaE: number;
  /** Mean distance between the colours as a whole: how much the found image is lighter, redder or bluer. */
  readonly shift: number;
  /** Mean structural similarity of the lightness, at most 1: how much light and dark are in the same places. */
  readonly structure: number;
  /** How alike light and dark are over the whole image, at most 1: sees the few lines of a nearly empty page. */
  readonly correlation: number;
  /** How much of the colourfulness of the expected image is left, at most 1; nothing where it has none. */
  readonly colourfulness?: number;
  /** Fine detail of the found image by that of the expected one: less than 1 if blurred; nothing where there is none. */
  readonly sharpness?: number;
  /** Detail (standard deviation, of 255) that was added to what is flat in the expected image. */
  readonly noise?: number;
}

/** How two images are looked at. */
export interface Sight {
  /** Both lie on a grid of so many cells along a side. */
  readonly cells: number;
  /** Cells that count as equal. */
  readonly isIgnored?: (cell: number) => boolean;
  /** Only light and dark count: how the greys were made of the colours. */
  readonly greys?: Greys;
  /** Colours of the same hue may have become paler: what encoders that halve the chroma make of stripes of a pixel. */
  readonly mayPale?: boolean;
  /** What is expected has the nearest of so many values in each channel. */
  readonly channelLevels?: number;
  /** The found image has dots for shades, black and white ones: so many of them, along both sides, make a cell. */
  readonly dots?: Size;
}

/** Shares of red, green and blue in a grey, of the stored values or of the light that they stand for. */
interface Greys {
  readonly shares: readonly [red: number, green: number, blue: number];
  readonly ofLight: boolean;
}

/** By the light that colours stand for. */
export const LIGHT_ITSELF: Greys = { shares: [0.2126, 0.7152, 0.0722], ofLight: true };
/** The ways in which programs turn colours grey: ITU-R BT.601 and BT.709 on stored values, and the light itself. */
export const GREYS: readonly Greys[] = [
  { shares: [0.299, 0.587, 0.114], ofLight: false },
  { shares: [0.2126, 0.7152, 0.0722], ofLight: false },
  LIGHT_ITSELF,
];

interface ImageView {
  readonly thumbnail: Thumbnail;
  readonly region: Region;
  /** Shows through where the image is transparent, instead of the white that its thumbnail lies on. */
  readonly background?: readonly [red: number, green: number, blue: number];
}

/** Compares two images. */
export function differenceOf(expected: ImageView, found: ImageView, sight: Sight): ImageDifference {
  const { cells, isIgnored = () => false, greys, mayPale = false, channelLevels, dots } = sight;
  const seen = (view: ImageView): Lab =>
    labOf(sample(greys ? { ...view, thumbnail: greyed(view.thumbnail, greys) } : view, cells));
  const expectedLab = seen(
    channelLevels ? { ...expected, thumbnail: inLevels(expected.thumbnail, channelLevels) } : expected,
  );
  const foundLab = seen(found);
  for (let cell = 0; cell < cells * cells; cell++) {
    if (!isIgnored(cell)) continue;
    for (const [axis, plane] of foundLab.entries()) plane[cell] = expectedLab[axis]![cell]!;
  }
  const contrast = mayPale ? contrastOf(expected, expectedLab, cells) : undefined;
  const pale = contrast ? paled(expectedLab, foundLab, contrast) : expectedLab;
  const distances = distancesOf(pale, foundLab);
  const allowed = contrast ? allowFor(contrast, distances) : 0;
  const colourfulness = colourfulnessLeft(expectedLab, foundLab);
  return {
    ...(colourfulness !== undefined && { colourfulness }),
    deltaE: mean(distances),
    worstDeltaE: worstOf(distances, windowsOf(cells, Math.max(1, Math.round(cells / 4)))),
    peakDeltaE: worstOf(distances, windowsOf(cells, 2, 1)),
    shift: Math.max(0, Math.hypot(...pale.map((plane, axis) => mean(plane) - mean(foundLab[axis]!))) - allowed),
    ...detailOf(expected, found),
    structure: structuralSimilarity(expectedLab, foundLab, cells),
    correlation: correlationOf(expectedLab[0], foundLab[0], dots ? spreadOfDots(expectedLab[0], dots) : 0),
  };
}

/** Opacity, 0 to 1, of an image on a grid of `cells` × `cells`. */
export function opacityOf({ thumbnail, region }: Omit<ImageView, 'background'>, cells: number): Float64Array {
  const { width, height, alpha } = thumbnail;
  if (!alpha) return new Float64Array(cells * cells).fill(1);
  return average(
    gridOf(region, { width, height }, cells),
    Float64Array.from(alpha, (value) => value / 255),
  );
}

/** The colours of an image on a grid, one plane after the other, for a quick comparison. */
export function coloursOf(view: Omit<ImageView, 'background'>, cells: number): Float32Array {
  return Float32Array.from(sample(view, cells).flatMap((plane) => [...plane]));
}

/** Red, green and blue planes (0 to 255) one after the other. */
function sample(view: ImageView, cells: number): readonly Float64Array[] {
  const { thumbnail, region, background } = view;
  const { width, height, rgb, alpha } = thumbnail;
  if (region === WHOLE && !background && width === cells && height === cells) {
    return [0, 1, 2].map((channel) => Float64Array.from({ length: cells * cells }, (_, at) => rgb[at * 3 + channel]!));
  }
  const grid = gridOf(region, { width, height }, cells);
  return [0, 1, 2].map((channel) => {
    const shift = background && alpha ? background[channel]! - 255 : 0;
    const plane = new Float64Array(width * height);
    for (let at = 0; at < plane.length; at++) {
      const transparency = shift === 0 ? 0 : 1 - alpha![at]! / 255;
      plane[at] = rgb[at * 3 + channel]! + transparency * shift;
    }
    return average(grid, plane);
  });
}

/** A grid of cells on a region of an image. */
interface Grid {
  readonly rows: Coverage;
  readonly columns: Coverage;
  readonly cells: number;
  /** Of the image, in pixels. */
  readonly width: number;
}

/** Along one side: which pixels each cell covers, from `firsts[cell]` on, and how much of the cell each of them is. */
interface Coverage {
  readonly firsts: readonly number[];
  readonly shares: readonly (readonly number[])[];
}

function gridOf(region: Region, { width, height }: Pick<Thumbnail, 'width' | 'height'>, cells: number): Grid {
  const rows = coverage(region.top, region.height, height, cells);
  return { rows, columns: coverage(region.left, region.width, width, cells), cells, width };
}

function coverage(start: number, length: number, pixels: number, cells: number): Coverage {
  const scale = (length * pixels) / cells;
  const firsts: number[] = [];
  const shares: number[][] = [];
  for (let cell = 0; cell < cells; cell++) {
    const from = start * pixels + cell * scale;
    const to = from + scale;
    const first = Math.max(0, Math.floor(from));
    const ofCell: number[] = [];
    for (let index = first; index < Math.min(pixels, Math.ceil(to - 1e-9)); index++) {
      ofCell.push((Math.min(to, index + 1) - Math.max(from, index)) / scale);
    }
    firsts.push(first);
    shares.push(ofCell);
  }
  return { firsts, shares };
}

/** The mean of a plane of pixels in each cell, row by row. */
function average({ rows, columns, cells, width }: Grid, plane: Float64Array): Float64Array {
  const values = new Float64Array(cells * cells);
  for (let cellY = 0, cell = 0; cellY < cells; cellY++) {
    const sharesY = rows.shares[cellY]!;
    for (let cellX = 0; cellX < cells; cellX++, cell++) {
      const sharesX = columns.shares[cellX]!;
      let at = rows.firsts[cellY]! * width + columns.firsts[cellX]!;
      let sum = 0;
      for (let y = 0; y < sharesY.length; y++, at += width) {
        for (let x = 0; x < sharesX.length; x++) sum += sharesX[x]! * sharesY[y]! * plane[at + x]!;
      }
      values[cell] = sum;
    }
  }
  return values;
}

/** A thumbnail as it is where each channel has only so many values, as evenly spread as those of a byte. */
function inLevels(thumbnail: Thumbnail, levels: number): Thumbnail {
  const step = 255 / (levels - 1);
  return { ...thumbnail, rgb: thumbnail.rgb.map((value) => Math.round(Math.round(value / step) * step)) };
}

/**
 * A thumbnail without its colours. They become grey before they are laid on anything, and before they are mixed: the light
 * of what is mixed is not the mixture of the lights.
 */
export function greyed(thumbnail: Thumbnail, { shares, ofLight }: Greys): Thumbnail {
  const { rgb, alpha } = thumbnail;
  const grey = new Uint8Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    const opacity = alpha ? alpha[at / 3]! / 255 : 1;
    const white = (1 - opacity) * 255;
    const sum = shares.reduce((total, share, channel) => {
      const own = opacity === 0 ? 0 : Math.max(0, Math.min(255, (rgb[at + channel]! - white) / opacity));
      return total + share * (ofLight ? lightOf(own) : own);
    }, 0);
    grey.fill(Math.round((ofLight ? 255 * shadeOfLight(sum) : sum) * opacity + white), at, at + 3);
  }
  return { ...thumbnail, rgb: grey };
}

/** What halved chroma takes at most: stripes of one pixel in blue and white keep 57 % of their colour. */
const MOST_CHROMA_LOST = 0.45;
/** And of the colours where it mixes them: 6.4 of stripes; of flat areas what runs over their edges. */
const MOST_MIXED = 6.4;
const SHARE_RUN_OVER = 0.08;
/** Standard deviation of the lightness of stripes, black and white ones having 128, and their mean chroma. */
const STRIPES_DETAIL = 56;
const STRIPES_CHROMA = 50;

/** For each cell how much of all this halved chroma explains. */
interface Contrast {
  /** 0 to 1, by the detail within it. */
  readonly fine: Float64Array;
  /** 0 to 1, by its chroma: where colours add up to grey, their mean stays so. */
  readonly colour: Float64Array;
  /** The distance of its colour, without lightness, from that of its neighbours. */
  readonly edge: Float64Array;
}

function contrastOf({ thumbnail, region }: ImageView, [, a, b]: Lab, cells: number): Contrast {
  const { detail, width, height } = thumbnail;
  const stripes = Float64Array.from({ length: width * height }, (_, at) =>
    Math.min(1, (detail?.[at] ?? 0) / STRIPES_DETAIL),
  );
  const fine = average(gridOf(region, { width, height }, cells), stripes);
  const edge = fine.map((_, cell) => {
    const column = cell % cells;
    const around = [column > 0 && cell - 1, column + 1 < cells && cell + 1, cell - cells, cell + cells];
    const distances = around.map((other) =>
      other === false || a[other] === undefined ? 0 : Math.hypot(a[cell]! - a[other], b[cell]! - b[other]!),
    );
    return Math.max(...distances);
  });
  const colour = a.map((value, cell) => Math.min(1, Math.hypot(value, b[cell]!) / STRIPES_CHROMA));
  return { fine, colour, edge };
}

/** The expected image as pale as the found one is, within what halved chroma explains. */
function paled([lightness, a, b]: Lab, [, foundA, foundB]: Lab, { fine }: Contrast): Lab {
  const shares = a.map((value, index) => {
    const squared = value ** 2 + b[index]! ** 2;
    const along = value * foundA[index]! + b[index]! * foundB[index]!;
    return squared === 0 ? 1 : Math.max(1 - MOST_CHROMA_LOST * fine[index]!, Math.min(1, along / squared));
  });
  return [lightness, a.map((value, index) => value * shares[index]!), b.map((value, index) => value * shares[index]!)];
}

/** Takes from distances what mixed chroma explains; returns how much that is on average. */
function allowFor({ fine, colour, edge }: Contrast, distances: Float64Array): number {
  const allowed = fine.map((share, cell) => MOST_MIXED * share * colour[cell]! + SHARE_RUN_OVER * edge[cell]!);
  for (const [cell, distance] of distances.entries()) distances[cell] = Math.max(0, distance - allowed[cell]!);
  return mean(allowed);
}

/** Chroma from which on a cell has a colour that one sees, and the share of such cells that makes an image coloured. */
const SEEN_CHROMA = 5;
const LEAST_COLOURED = 0.01;

function colourfulnessLeft(expected: Lab, found: Lab): number | undefined {
  const chroma = ([, a, b]: Lab, index: number): number => Math.sqrt(a[index]! ** 2 + b[index]! ** 2);
  let cells = 0;
  let before = 0;
  let after = 0;
  for (let index = 0; index < expected[0].length; index++) {
    const seen = chroma(expected, index);
    if (seen < SEEN_CHROMA) continue;
    cells++;
    before += seen;
    after += Math.min(seen, chroma(found, index));
  }
  return cells === 0 || cells < LEAST_COLOURED * expected[0].length ? undefined : after / before;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  return sum / values.length;
}

/** A square part of a grid of `cells` × `cells`. */
interface Window {
  readonly top: number;
  readonly left: number;
  readonly side: number;
  readonly cells: number;
}

/** Windows of this side, at most the grid's; they overlap by half unless told otherwise. */
function windowsOf(cells: number, most: number, step = Math.max(1, Math.floor(Math.min(most, cells) / 2))): Window[] {
  const side = Math.min(most, cells);
  const starts: number[] = [];
  for (let start = 0; start + side < cells; start += step) starts.push(start);
  starts.push(cells - side);
  return starts.flatMap((top) => starts.map((left) => ({ top, left, side, cells })));
}

function worstOf(values: Float64Array, windows: readonly Window[]): number {
  return windows.reduce((worst, window) => Math.max(worst, meanIn(values, window)), 0);
}

/** Detail of cells that are clearly not flat, and of those that clearly are. */
const FINE_DETAIL = 6;
const FLAT_DETAIL = 2;
/** Share of the cells that must be so before they say anything. */
const LEAST_CELLS = 0.01;

/** Compares how sharp two images of the same size are that lie on each other as a whole. */
function detailOf(expected: ImageView, found: ImageView): Pick<ImageDifference, 'sharpness' | 'noise'> {
  const before = expected.thumbnail.detail;
  const after = found.thumbnail.detail;
  if (!before || !after || expected.region !== WHOLE || found.region !== WHOLE || expected.background) return {};
  let [fine, flat, fineBefore, fineAfter, added] = [0, 0, 0, 0, 0];
  for (let cell = 0; cell < before.length; cell++) {
    const detail = before[cell]!;
    if (detail >= FINE_DETAIL) {
      fine++;
      fineBefore += detail;
      fineAfter += after[cell]!;
    } else if (detail <= FLAT_DETAIL) {
      flat++;
      added += Math.max(0, after[cell]! - detail);
    }
  }
  const least = LEAST_CELLS * before.length;
  return {
    ...(fine > least && { sharpness: fineAfter / fineBefore }),
    ...(flat > least && { noise: added / flat }),
  };
}

function meanIn(values: Float64Array, { top, left, side, cells }: Window): number {
  let sum = 0;
  for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) sum += values[y * cells + x]!;
  return sum / (side * side);
}

/** Variance of the lightness (0 to 100) below which an image counts as flat. */
const FLAT_VARIANCE = 0.05;

/**
 * Correlation that also falls when one of the two has more contrast: the last factors of SSIM, over everything. `spread`
 * is what the found one may vary, as a sum of squares, without a reason in the expected one.
 */
function correlationOf(expected: Float64Array, found: Float64Array, spread: number): number {
  const meanE = mean(expected);
  const meanF = mean(found);
  let covariance = 0;
  let varianceE = 0;
  let varianceF = 0;
  for (let index = 0; index < expected.length; index++) {
    const value = expected[index]!;
    covariance += (value - meanE) * (found[index]! - meanF);
    varianceE += (value - meanE) ** 2;
    varianceF += (found[index]! - meanF) ** 2;
  }
  const flat = FLAT_VARIANCE * expected.length;
  return Math.min(1, (2 * covariance + flat) / (varianceE + Math.max(0, varianceF - spread) + flat));
}

/** The constants of SSIM for lightness from 0 to 100. */
const STABLE_MEAN = (0.01 * 100) ** 2;
const STABLE_CONTRAST = (0.03 * 100) ** 2;

/** Side of the windows on the grid. */
const WINDOW = 8;

/** SSIM (Wang et al. 2004) of the lightness, averaged over windows. */
function structuralSimilarity([expected]: Lab, [found]: Lab, cells: number): number {
  const windows = windowsOf(cells, WINDOW);
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
