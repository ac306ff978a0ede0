import { formatOf } from '../../../formats/index.ts';
import {
  difference,
  type Difference,
  type DifferenceKind,
  type DifferencePlace,
} from '../../../contract/differences.ts';
import type { RasterFacts, Thumbnail } from '../../../contract/facts.ts';
import type { Expectation } from '../../../contract/report.ts';
import { differenceOf, opacityOf, WHOLE, type ImageDifference, type Region } from './image-difference.ts';
import type { Size } from '../size.ts';
import { sizeOfThumbnail, type ThumbnailPair } from './pairs.ts';
import { orientThumbnail } from '../inspect/raster.ts';
import { isOff } from './geometry.ts';
import { type Comparison, comparisonsOf, holdsNoShades, isCodedWithLoss, type Tolerance } from './tolerance.ts';

/** An image of three pixels is at the mercy of its encoder. */
const LEAST_SIDE_PX = 4;

export function isLargeEnough({ expected, expectedSize }: ThumbnailPair): boolean {
  const { width, height } = sizeOfThumbnail(expected, expectedSize);
  return Math.min(width, height, expectedSize.width, expectedSize.height) >= LEAST_SIDE_PX;
}

/** Cells of the grid stand for at least this many pixels along a side: fewer are at the mercy of a lossy encoder. */
const PIXELS_PER_CELL = 8;
/** Without loss nothing is. */
const EXACT_PIXELS_PER_CELL = 1;
/** Images that were scaled have their edges elsewhere within a pixel. */
const SCALED_PIXELS_PER_CELL = 10;
/** Shades of dots are seen from afar. */
const DITHERED_PIXELS_PER_CELL = 16;
const MAX_CELLS = 64;
/** What is not of the same pixels as the source is compared more coarsely. */
const MAX_SCALED_CELLS = 32;

/** Cells along a side of the grid on which an image is compared with the one that was made of it. */
function cellsFor(pair: ThumbnailPair, { to, options }: Expectation): number {
  const { expected, expectedSize, foundRegion } = pair;
  const before = sizeOfThumbnail(expected, expectedSize);
  const after = { width: expectedSize.width * foundRegion.width, height: expectedSize.height * foundRegion.height };
  const side = Math.min(before.width, before.height, after.width, after.height);
  const { tones } = formatOf(to);
  const isScaled = isOff(after.width, before.width) || isOff(after.height, before.height);
  if (isScaled || tones === 'bilevel') {
    const pixelsPerCell = tones === 'bilevel' ? DITHERED_PIXELS_PER_CELL : SCALED_PIXELS_PER_CELL;
    return Math.max(1, Math.min(MAX_SCALED_CELLS, Math.floor(side / pixelsPerCell)));
  }
  const isExact = tones === undefined && !isUnaligned(pair) && !isCodedWithLoss(to, options);
  return Math.max(1, Math.min(MAX_CELLS, Math.floor(side / (isExact ? EXACT_PIXELS_PER_CELL : PIXELS_PER_CELL))));
}

function isScaledPair(pair: ThumbnailPair): boolean {
  const { expected, expectedSize, expectedRegion, foundRegion } = pair;
  const before = sizeOfThumbnail(expected, expectedSize);
  const isOffAlong = (side: 'width' | 'height'): boolean =>
    isOff(expectedSize[side] * foundRegion[side], before[side] * expectedRegion[side]);
  return isOffAlong('width') || isOffAlong('height');
}

/** Pixels of a thumbnail's cell from which on its mean does not depend on where in the image the cell begins. */
const ALIGNED_PIXELS_PER_CELL = 4;

/** Whether the cells of one side do not begin where those of the other do, as where a part of a small thumbnail is compared. */
function isUnaligned(pair: ThumbnailPair): boolean {
  const { expected, expectedSize, expectedRegion, foundRegion } = pair;
  if (pair.isShrunkApart) return true;
  if (isWhole(expectedRegion) && isWhole(foundRegion)) return false;
  return Math.min(expectedSize.width / expected.width, expectedSize.height / expected.height) < ALIGNED_PIXELS_PER_CELL;
}

function isWhole({ width, height }: Region): boolean {
  return width === WHOLE.width && height === WHOLE.height;
}

/** How the images of a pair differ, where that is more than their coding explains. */
export function diffImages(
  pair: ThumbnailPair,
  place: DifferencePlace,
  { source, outputs, expectation }: Compared,
): Difference[] {
  const comparisons = comparisonsOf(source, outputs, expectation, {
    isScaled: isScaledPair(pair),
    cells: cellsFor(pair, expectation),
    isDrawnSmall: pair.expected.isDrawnSmall === true,
    isUnaligned: isUnaligned(pair),
  });
  const fault = faultOf(pair, comparisons, expectation);
  const turn = fault && fault.kind !== 'image_blurred' ? turnOf(pair, comparisons, expectation) : undefined;
  const images = turn
    ? [difference('image_turned', place, { expected: 'upright', found: turn, feature: 'look' })]
    : fault
      ? [difference(fault.kind, place, { ...fault, feature: fault.kind === 'image_colours' ? 'colour' : 'look' })]
      : [];
  return [...diffAlpha(pair, place, expectation), ...images];
}

/** The two sides of a comparison, and what is known of them. */
export interface Compared {
  readonly source: RasterFacts;
  readonly outputs: readonly RasterFacts[];
  readonly expectation: Expectation;
}

interface Fault {
  readonly kind: DifferenceKind;
  readonly expected: string;
  readonly found: string;
}

/** Nothing where one of the ways of looking finds nothing; otherwise what the strictest finds. */
function faultOf(pair: ThumbnailPair, comparisons: readonly Comparison[], expectation: Expectation): Fault | undefined {
  let strictest: Fault | undefined;
  for (const { sight, tolerance } of comparisons) {
    const fault = faultIn(differenceOfPair(pair, sight, expectation), tolerance);
    if (!fault) return undefined;
    strictest ??= fault;
  }
  return strictest;
}

function faultIn(found: ImageDifference, tolerance: Tolerance): Fault | undefined {
  const { deltaE, worstDeltaE, peakDeltaE, shift, structure, correlation, colourfulness = 1, sharpness = 1 } = found;
  const [blurred, rough] = tolerance.sharpness;
  return (
    above('pixels_changed', deltaE, tolerance.deltaE) ??
    above('pixels_part_changed', worstDeltaE, tolerance.worstDeltaE) ??
    above('pixels_part_changed', peakDeltaE, tolerance.peakDeltaE) ??
    above('pixels_changed', shift, tolerance.shift) ??
    below('pixels_changed', structure, tolerance.structure) ??
    below('pixels_changed', correlation, tolerance.correlation) ??
    below('image_colours', colourfulness, tolerance.colourfulness) ??
    below('image_blurred', sharpness, blurred) ??
    (sharpness > rough ? ratioFault('image_rough', 'at most', rough, sharpness) : undefined) ??
    above('image_rough', found.noise ?? 0, tolerance.noise)
  );
}

function above(kind: DifferenceKind, found: number, allowed: number): Fault | undefined {
  if (found <= allowed) return undefined;
  return { kind, expected: `a distance of at most ${allowed}`, found: found.toFixed(1) };
}

function below(kind: DifferenceKind, found: number, needed: number): Fault | undefined {
  return found >= needed ? undefined : ratioFault(kind, 'at least', needed, found);
}

function ratioFault(kind: DifferenceKind, bound: string, needed: number, found: number): Fault {
  return { kind, expected: `${bound} ${Math.round(needed * 100)} %`, found: `${Math.round(found * 100)} %` };
}

/** By EXIF orientation. */
const TURNS = {
  2: 'mirrored',
  3: 'turned by 180°',
  4: 'upside down',
  5: 'turned by 90° and mirrored',
  6: 'turned by 90°',
  7: 'turned by 270° and mirrored',
  8: 'turned by 270°',
} as const;

/** How much nearer a turned image must be, so that the turn is what is wrong. */
const TURN_FACTOR = 3;

/** How the result is turned, where the source turned in this way resembles it far more. */
function turnOf(
  pair: ThumbnailPair,
  [comparison]: readonly Comparison[],
  expectation: Expectation,
): string | undefined {
  const distanceTo = (expected: Thumbnail): number =>
    differenceOfPair({ ...pair, expected }, comparison!.sight, expectation).deltaE;
  const upright = distanceTo(pair.expected);
  const turn = Object.entries(TURNS).find(
    ([orientation]) => TURN_FACTOR * distanceTo(orientThumbnail(pair.expected, Number(orientation))) < upright,
  );
  return turn?.[1];
}

/** Opacity below and above which a cell is clearly transparent or clearly opaque. */
const TRANSPARENT = 0.1;
const OPAQUE = 0.9;

/** Share of the opacity that may be wrong, on average and in a block of 2 × 2 cells. */
const ALPHA_TOLERANCE = { exact: [0.004, 0.05], coded: [0.01, 0.12], drawnAgain: [0.03, 1] } as const;
/**
 * The same where so many colours were asked for, of which each has an opacity of its own: .005 and .035, .017 and .09,
 * .026 and .2, .083 and .32, .092 and .28 are reached.
 */
const ALPHA_OF_COLOURS: readonly (readonly [least: number, tolerance: readonly [number, number]])[] = [
  [256, [0.01, 0.07]],
  [64, [0.03, 0.15]],
  [16, [0.05, 0.3]],
  [4, [0.13, 0.45]],
  [0, [0.25, 0.7]],
];
/** Opacity is coded in full size, and more finely than colours. */
const PIXELS_PER_OPACITY = 2;

/** What was transparent still is, as much as it was, and nothing else has become so. */
function diffAlpha(pair: ThumbnailPair, place: DifferencePlace, expectation: Expectation): Difference[] {
  const { kept, options, to, operations } = expectation;
  if (!kept.includes('alpha') || options.background !== undefined) return [];
  const { expected, expectedRegion, found, foundRegion } = pair;
  if (!expected.alpha && !found.alpha) return [];
  const isCoarse = isScaledPair(pair) || operations.some((operation) => operation !== 'recode');
  const { width, height } = pair.expectedSize;
  const finest = Math.max(1, Math.min(MAX_CELLS, Math.floor(Math.min(width, height) / PIXELS_PER_OPACITY)));
  const isFine = !isCoarse && !holdsNoShades(to) && !isUnaligned(pair);
  const cells = isFine ? finest : cellsFor(pair, expectation);
  const before = opacityOf({ thumbnail: expected, region: expectedRegion }, cells);
  const after = opacityOf({ thumbnail: found, region: foundRegion }, cells);
  const isAllOrNothing = holdsNoShades(to) || operations.includes('infer');
  const wrong = before.map((opacity, cell) => {
    const isBetween = opacity > TRANSPARENT && opacity < OPAQUE;
    return isAllOrNothing && isBetween ? 0 : Math.abs(opacity - after[cell]!);
  });
  // Cells on the border of an unaligned part are of what lies around it as well.
  const isExact = !isAllOrNothing && !isCoarse && !isUnaligned(pair);
  const kind = !isExact ? 'drawnAgain' : isAlphaCodedWithLoss(to, options) ? 'coded' : 'exact';
  const [most, mostOfBlock] = (isExact && alphaOfColours(options)) || ALPHA_TOLERANCE[kind];
  const average = wrong.reduce((sum, value) => sum + value, 0) / wrong.length;
  if (average <= most && blockOf(wrong, cells) <= mostOfBlock) return [];
  const percent = (values: Float64Array): string =>
    `${Math.round((100 * values.reduce((sum, value) => sum + value, 0)) / values.length)} % opaque`;
  return [difference('image_alpha', place, { expected: percent(before), found: percent(after), feature: 'alpha' })];
}

function alphaOfColours({ colours }: Expectation['options']): readonly [number, number] | undefined {
  return colours === undefined ? undefined : ALPHA_OF_COLOURS.find(([least]) => colours >= least)?.[1];
}

/** WebP keeps every opacity, whatever it does to colours. */
function isAlphaCodedWithLoss(to: Expectation['to'], options: Expectation['options']): boolean {
  return to !== 'webp' && isCodedWithLoss(to, options);
}

/** The largest mean of 2 × 2 neighbours. */
function blockOf(values: Float64Array, cells: number): number {
  if (cells < 2) return values[0]!;
  let largest = 0;
  for (let y = 0; y + 1 < cells; y++) {
    for (let x = 0; x + 1 < cells; x++) {
      const at = y * cells + x;
      const sum = values[at]! + values[at + 1]! + values[at + cells]! + values[at + cells + 1]!;
      largest = Math.max(largest, sum / 4);
    }
  }
  return largest;
}

function differenceOfPair(
  pair: ThumbnailPair,
  colours: Comparison['sight'],
  expectation: Expectation,
): ImageDifference {
  const { expected, found } = pair;
  const { expectedRegion, foundRegion } = withoutBorder(pair);
  const { options, to, operations } = expectation;
  const cells = cellsFor(pair, expectation);
  const sight = { ...colours, ...(formatOf(to).tones === 'bilevel' && { dots: dotsOfCell(pair, cells) }) };
  const background = options.background === undefined || found.alpha ? undefined : rgbOf(options.background);
  const before = { thumbnail: expected, region: expectedRegion, background };
  const after = { thumbnail: found, region: foundRegion };
  const opacity = opacityOf(before, cells);
  // A colour of a palette and a traced shape are there or not: what is in between cannot stay.
  const isTraced = operations.includes('infer');
  // What holds no opacity at all was laid on a colour: what was soft is a shade between the two.
  const isHardened = holdsNoShades(to) && formatOf(to).carries.includes('alpha');
  if (!(isTraced || isHardened) || !expected.alpha) return differenceOf(before, after, { ...sight, cells });
  const opacityAfter = opacityOf(after, cells);
  const isSoft = (cell: number): boolean => opacity[cell]! > TRANSPARENT && opacity[cell]! < OPAQUE;
  if (isTraced || background) return differenceOf(before, after, { ...sight, cells, isIgnored: isSoft });
  // What became opaque has the colour that was seen through before; opacity itself is compared beside the colours.
  const isGone = (cell: number): boolean =>
    opacity[cell]! < TRANSPARENT || (isSoft(cell) && opacityAfter[cell]! < OPAQUE);
  return differenceOf(
    { ...before, thumbnail: withoutOpacity(expected) },
    { ...after, thumbnail: withoutOpacity(found) },
    { ...sight, cells, isIgnored: isGone },
  );
}

/**
 * Where an image fills a part of the result, the pixels of a thumbnail on its border show what lies around it as well: the
 * regions without these.
 */
function withoutBorder({
  expectedRegion,
  found,
  foundRegion,
}: ThumbnailPair): Pick<ThumbnailPair, 'expectedRegion' | 'foundRegion'> {
  if (isWhole(foundRegion)) return { expectedRegion, foundRegion };
  const across = insideOf({ start: foundRegion.left, length: foundRegion.width }, found.width);
  const along = insideOf({ start: foundRegion.top, length: foundRegion.height }, found.height);
  return {
    expectedRegion: {
      left: expectedRegion.left + across.cut * expectedRegion.width,
      top: expectedRegion.top + along.cut * expectedRegion.height,
      width: expectedRegion.width * across.share,
      height: expectedRegion.height * along.share,
    },
    foundRegion: { left: across.start, top: along.start, width: across.length, height: along.length },
  };
}

interface Stretch {
  /** In shares of the side. */
  readonly start: number;
  readonly length: number;
}

/** Of a rounded share. */
const ROUNDING = 1e-6;

/** The whole pixels of a side that lie in a part of it, and which share of the part is cut off before them and is left. */
function insideOf(
  { start, length }: Stretch,
  pixels: number,
): Stretch & { readonly cut: number; readonly share: number } {
  const first = Math.ceil(start * pixels - ROUNDING);
  const end = Math.floor((start + length) * pixels + ROUNDING);
  if (end <= first) return { start, length, cut: 0, share: 1 };
  const inside = { start: first / pixels, length: (end - first) / pixels };
  return { ...inside, cut: (inside.start - start) / length, share: inside.length / length };
}

function dotsOfCell({ expectedSize, foundRegion }: ThumbnailPair, cells: number): Size {
  return {
    width: (expectedSize.width * foundRegion.width) / cells,
    height: (expectedSize.height * foundRegion.height) / cells,
  };
}

/** The colours as they would be if nothing shone through; what is fully transparent stays white. */
function withoutOpacity(thumbnail: Thumbnail): Thumbnail {
  const { rgb, alpha, detail, ...others } = thumbnail;
  if (!alpha) return thumbnail;
  const opaque = (value: number, cell: number): number =>
    alpha[cell] ? Math.min(255, (value * 255) / alpha[cell]!) : 0;
  // Detail is that of the opacity as well where it varies.
  const isSharp = alpha.every((opacity) => opacity === 0 || opacity === 255);
  return {
    ...others,
    rgb: rgb.map((value, at) => Math.round(255 - opaque(255 - value, Math.floor(at / 3)))),
    ...(isSharp && detail && { detail }),
  };
}

function rgbOf(colour: string): [number, number, number] {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}
