import type { RasterFacts, Thumbnail } from '../facts.ts';
import type { Check, Compare, PlanPromise } from '../report.ts';
import { differenceOf, opacityOf, type Difference } from './picture-difference.ts';
import { compareTiming } from './raster-timing.ts';
import { expectedFrames, geometryOf, sizeOfThumbnail, thumbnailPairs, type ThumbnailPair } from './raster-pairs.ts';

/** Compares pictures with the pictures that were made of them. */
export const compareRaster: Compare = (source, outputs, promise) => {
  const original = source.raster;
  const results = outputs.map(({ raster }) => raster).filter((raster) => raster !== undefined);
  const isRecoded = promise.acts.length === 0;
  if (!original || results.length === 0 || results.length < outputs.length || !isRecoded) return [];
  const frames = expectedFrames(original, results, promise);
  const pairs = thumbnailPairs(original, results, frames, promise);
  return [
    checkCount(original, results, frames.length, promise),
    ...checkSizes(original, results, pairs, promise),
    ...compareTiming(original, results, frames, promise),
    ...checkDepth(results, promise),
    ...checkAlpha(pairs, promise),
    ...checkPictures(pairs, original, results, promise),
  ];
};

/** As many frames as were taken; fewer in an animation whose equal neighbours were joined, if the time is right. */
function checkCount(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  expected: number,
  promise: PlanPromise,
): Check {
  const found = outputs.reduce((sum, { frames }) => sum + frames, 0);
  const isAnimation = source.sequence === 'animation';
  const mayJoin = isAnimation && outputs.length === 1 && outputs[0]!.sequence !== 'pages' && promise.takes === 'all';
  const ok = found === expected || (mayJoin && found >= 1 && found < expected);
  return {
    name: isAnimation ? 'frames' : 'pages',
    feature: isAnimation ? 'animation' : source.sequence === 'pages' ? 'pages' : 'look',
    ok,
    expected,
    found,
  };
}

function checkSizes(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  pairs: readonly ThumbnailPair[],
  promise: PlanPromise,
): Check[] {
  const wrong = pairs.find(({ expectedSize, found }) => {
    const { width, height } = expectedSize;
    return isOff(found.pictureWidth ?? width, width) || isOff(found.pictureHeight ?? height, height);
  });
  if (wrong) {
    const { expectedSize, found } = wrong;
    return [sizeCheck(expectedSize, { width: found.pictureWidth!, height: found.pictureHeight! }, false)];
  }
  if (source.sequence === 'pages') {
    // Pages differ in size: only those that were looked at can be compared.
    return pairs.slice(0, 1).map(({ expectedSize }) => sizeCheck(expectedSize, expectedSize, true));
  }
  const { expectedSize } = geometryOf(source, promise);
  const [{ width, height }] = outputs as readonly [RasterFacts];
  const ok = !isOff(width, expectedSize.width) && !isOff(height, expectedSize.height);
  return [sizeCheck(expectedSize, { width, height }, ok)];
}

/** Codecs round sizes in different ways. */
const SIZE_TOLERANCE_PX = 1;

function isOff(found: number, expected: number): boolean {
  return Math.abs(found - expected) > SIZE_TOLERANCE_PX;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeCheck(expected: Size, found: Size, ok: boolean): Check {
  const text = ({ width, height }: Size): string => `${width} × ${height}`;
  return { name: 'size', feature: 'look', ok, expected: text(expected), found: text(found) };
}

function checkDepth(outputs: readonly RasterFacts[], { kept }: PlanPromise): Check[] {
  if (!kept.includes('depth')) return [];
  const found = Math.min(...outputs.map(({ bitsPerChannel }) => bitsPerChannel));
  return [{ name: 'depth', feature: 'depth', ok: found > 8, expected: 'more than 8 bits', found: `${found} bits` }];
}

/** Opacity below and above which a cell is clearly transparent or clearly opaque. */
const TRANSPARENT = 0.1;
const OPAQUE = 0.9;
const HALF = 0.5;
/** Share of the clear cells that may be wrong: edges are drawn anew when a picture is scaled. */
const ALPHA_TOLERANCE = 0.03;

/** What was clearly transparent still is, and nothing else has become so. */
function checkAlpha(pairs: readonly ThumbnailPair[], { kept, options }: PlanPromise): Check[] {
  const isPromised = kept.includes('alpha') && options.background === undefined;
  if (!isPromised || pairs.length === 0) return [];
  let clear = 0;
  let wrong = 0;
  for (const pair of pairs) {
    const { expected, expectedRegion, found, foundRegion } = pair;
    const cells = cellsFor(pair);
    const before = opacityOf({ thumbnail: expected, region: expectedRegion }, cells);
    const after = opacityOf({ thumbnail: found, region: foundRegion }, cells);
    for (const [index, opacity] of before.entries()) {
      if (opacity > TRANSPARENT && opacity < OPAQUE) continue;
      clear++;
      if (opacity < HALF !== after[index]! < HALF) wrong++;
    }
  }
  const right = clear === 0 ? 1 : 1 - wrong / clear;
  return [
    {
      name: 'transparency',
      feature: 'alpha',
      ok: right >= 1 - ALPHA_TOLERANCE,
      expected: '100 %',
      found: `${Math.round(right * 100)} %`,
    },
  ];
}

/** Cells of the grid stand for at least this many pixels along a side: fewer are at the mercy of a lossy encoder. */
const PIXELS_PER_CELL = 8;
/** Pictures that were scaled have their edges elsewhere within a pixel. */
const SCALED_PIXELS_PER_CELL = 10;
const MAX_CELLS = 32;

/** Cells along a side of the grid on which a picture is compared with the one that was made of it. */
function cellsFor({ expected, expectedSize, foundRegion }: ThumbnailPair): number {
  const before = sizeOfThumbnail(expected, expectedSize);
  const after = { width: expectedSize.width * foundRegion.width, height: expectedSize.height * foundRegion.height };
  const isScaled = isOff(after.width, before.width) || isOff(after.height, before.height);
  const side = Math.min(before.width, before.height, after.width, after.height);
  const cells = Math.floor(side / (isScaled ? SCALED_PIXELS_PER_CELL : PIXELS_PER_CELL));
  return Math.max(1, Math.min(MAX_CELLS, cells));
}

/** How far two pictures of the same may be apart. */
interface Tolerance {
  readonly deltaE: number;
  readonly worstDeltaE: number;
  readonly structure: number;
  readonly correlation: number;
}

/**
 * Over the corpora, JPEG at quality 30, palettes, CMYK and scaling included, pictures of the same reached 5.8, 6.2,
 * 0.77 and 0.80; other pictures, swapped channels, mirrored ones and those with a grey quarter lie beyond.
 */
const TOLERANCE: Tolerance = { deltaE: 6, worstDeltaE: 9, structure: 0.7, correlation: 0.65 };
/** Inks without a profile: one reader's cyan is another one's blue. */
const ASSUMED_COLOURS_TOLERANCE: Tolerance = { deltaE: 40, worstDeltaE: 60, structure: 0.5, correlation: 0.5 };

function checkPictures(
  pairs: readonly ThumbnailPair[],
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  promise: PlanPromise,
): Check[] {
  const comparable = pairs.filter(isLargeEnough);
  if (comparable.length === 0) return [];
  const isAssumed = [source, ...outputs].some(({ coloursAssumed }) => coloursAssumed);
  const tolerance = isAssumed ? ASSUMED_COLOURS_TOLERANCE : TOLERANCE;
  const differences = comparable.map((pair) => differenceOfPair(pair, pair.found, promise));
  const measured = (measure: keyof Difference): number[] => differences.map((difference) => difference[measure]);
  return [
    atMost('colours', tolerance.deltaE, Math.max(...measured('deltaE'))),
    atMost('worst part', tolerance.worstDeltaE, Math.max(...measured('worstDeltaE'))),
    atLeast('structure', tolerance.structure, Math.min(...measured('structure'))),
    atLeast('lightness', tolerance.correlation, Math.min(...measured('correlation'))),
    ...checkOrder(comparable, differences, source.sequence, promise),
  ];
}

/** A picture of three pixels is at the mercy of its encoder. */
const LEAST_SIDE_PX = 4;

function isLargeEnough({ expected, expectedSize }: ThumbnailPair): boolean {
  const { width, height } = sizeOfThumbnail(expected, expectedSize);
  return Math.min(width, height, expectedSize.width, expectedSize.height) >= LEAST_SIDE_PX;
}

function atMost(name: string, allowed: number, found: number): Check {
  const text = (deltaE: number): string => `ΔE ${Number(deltaE.toFixed(1))}`;
  return { name, feature: 'look', ok: found <= allowed, expected: `at most ${text(allowed)}`, found: text(found) };
}

function atLeast(name: string, needed: number, found: number): Check {
  return { name, feature: 'look', ok: found >= needed, expected: `at least ${needed}`, found: found.toFixed(2) };
}

/** How much nearer a frame must be to another frame than to its own before their order counts as wrong. */
const ORDER_FACTOR = 2;
const ORDER_NOISE_DELTA_E = 0.5;

/** Sampled frames before and after a frame with which it is compared: swapped frames are near each other. */
const ORDER_REACH = 4;

/** Frames differ little from their neighbours: each must be nearest to its own. */
function checkOrder(
  pairs: readonly ThumbnailPair[],
  differences: readonly Difference[],
  sequence: RasterFacts['sequence'],
  promise: PlanPromise,
): Check[] {
  if (pairs.length < 2 || sequence === 'single') return [];
  const swapped = pairs.filter((pair, index) =>
    pairs.slice(Math.max(0, index - ORDER_REACH), index + ORDER_REACH + 1).some((other) => {
      if (other === pair || isOff(other.expectedSize.width, pair.expectedSize.width)) return false;
      const { deltaE } = differenceOfPair(pair, other.found, promise);
      return differences[index]!.deltaE > ORDER_FACTOR * deltaE + ORDER_NOISE_DELTA_E;
    }),
  );
  const found = swapped.length === 0 ? 'kept' : `changed at ${swapped.map(({ frame }) => frame + 1).join(', ')}`;
  const feature = sequence === 'pages' ? 'pages' : 'animation';
  return [{ name: 'order', feature, ok: swapped.length === 0, expected: 'kept', found }];
}

function differenceOfPair(pair: ThumbnailPair, found: Thumbnail, { options, to }: PlanPromise): Difference {
  const { expected, expectedRegion, foundRegion } = pair;
  const cells = cellsFor(pair);
  const background = options.background === undefined || found.alpha ? undefined : rgbOf(options.background);
  const opacity = opacityOf({ thumbnail: expected, region: expectedRegion }, cells);
  // GIF is transparent or not: what is in between cannot stay.
  const isBetween = (cell: number): boolean => to === 'gif' && opacity[cell]! > TRANSPARENT && opacity[cell]! < OPAQUE;
  return differenceOf(
    { thumbnail: expected, region: expectedRegion, background },
    { thumbnail: found, region: foundRegion },
    cells,
    isBetween,
  );
}

function rgbOf(colour: string): [number, number, number] {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}
