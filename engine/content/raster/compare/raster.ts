import { formatOf } from '../../../formats/index.ts';
import type { Size } from '../size.ts';
import type { RasterFacts, Thumbnail } from '../../../contract/facts.ts';
import type { Check, Compare, Expectation } from '../../../contract/report.ts';
import { differenceOf, opacityOf, type Difference } from './image-difference.ts';
import { geometryOf, type Geometry } from './geometry.ts';
import { expectedFrames, sizeOfThumbnail, thumbnailPairs, type ThumbnailPair } from './pairs.ts';
import { compareQualities } from './qualities.ts';
import { compareTiming } from './timing.ts';
import { comparisonsOf, type Comparison, type Tolerance } from './tolerance.ts';

/** Compares images, pages and drawings with those that were made of them. */
export const compareRaster: Compare = (source, outputs, expectation) => {
  const original = source.raster;
  const results = outputs.map(({ raster }) => raster).filter((raster) => raster !== undefined);
  // What was taken out of a file is only a part of what it shows.
  const isWhole = !expectation.operations.includes('extract');
  if (!original || results.length === 0 || results.length < outputs.length || !isWhole) return [];
  const frames = expectedFrames(original, results, expectation);
  const pairs = thumbnailPairs(original, results, frames, expectation);
  // Pages in fonts that nobody has: where their look is given up, nothing is known of what it should be.
  const isOpen = original.sequence === 'pages' && expectation.lost.includes('look');
  return [
    checkCount(original, results, frames.length, expectation),
    ...checkSizes(original, results, pairs, expectation),
    ...compareTiming(original, results, frames, expectation),
    ...compareQualities(source, outputs, expectation),
    ...checkAlpha(pairs, expectation),
    ...(isOpen ? [] : checkImages(pairs, original, results, expectation)),
  ];
};

/** As many frames as were taken; fewer in an animation whose equal neighbours were joined, if the time is right. */
function checkCount(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  expected: number,
  expectation: Expectation,
): Check {
  const found = outputs.reduce((sum, { frames }) => sum + frames, 0);
  const isAnimation = source.sequence === 'animation';
  const mayJoin =
    isAnimation && outputs.length === 1 && outputs[0]!.sequence !== 'pages' && expectation.takes === 'all';
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
  expectation: Expectation,
): Check[] {
  const [output] = outputs as readonly [RasterFacts];
  const sizes = pairs.map((pair) => ({ ...pair, size: sizeOfThumbnail(pair.found, pair.expectedSize) }));
  const wrong = sizes.find(({ size, ...geometry }) => !isOfSize(size, geometry));
  if (wrong) return [sizeCheck(wrong, wrong.size)];
  // Pages differ in size: only those that were looked at can be compared.
  if (source.sequence === 'pages') return sizes.slice(0, 1).map((pair) => sizeCheck(pair, pair.size));
  return [sizeCheck(geometryOf(source, expectation), output)];
}

/** Codecs round sizes in different ways. */
const SIZE_TOLERANCE_PX = 1;
/** Pages are measured in points, with fractions that readers leave out. */
const PROPORTION_TOLERANCE = 0.02;

function isOff(found: number, expected: number): boolean {
  return Math.abs(found - expected) > SIZE_TOLERANCE_PX;
}

function isOfSize(found: Size, { expectedSize: expected, unit }: Pick<Geometry, 'expectedSize' | 'unit'>): boolean {
  if (unit === 'pixels') return !isOff(found.width, expected.width) && !isOff(found.height, expected.height);
  const stretched = found.width / found.height / (expected.width / expected.height);
  const rounded = SIZE_TOLERANCE_PX / Math.min(found.width, found.height, expected.width, expected.height);
  return Math.abs(Math.log(stretched)) <= PROPORTION_TOLERANCE + rounded;
}

function sizeCheck(geometry: Pick<Geometry, 'expectedSize' | 'unit'>, found: Size): Check {
  const text = ({ width, height }: Size): string => `${Math.round(width)} × ${Math.round(height)}`;
  const { expectedSize, unit } = geometry;
  const expected = unit === 'pixels' ? text(expectedSize) : `as ${text(expectedSize)}`;
  return { name: 'size', feature: 'look', ok: isOfSize(found, geometry), expected, found: text(found) };
}

/** Opacity below and above which a cell is clearly transparent or clearly opaque. */
const TRANSPARENT = 0.1;
const OPAQUE = 0.9;
const HALF = 0.5;
/** Share of the clear cells that may be wrong: edges are drawn again when an image is scaled. */
const ALPHA_TOLERANCE = 0.03;

/** What was clearly transparent still is, and nothing else has become so. */
function checkAlpha(pairs: readonly ThumbnailPair[], expectation: Expectation): Check[] {
  const { kept, options } = expectation;
  const isPromised = kept.includes('alpha') && options.background === undefined;
  if (!isPromised || pairs.length === 0) return [];
  let clear = 0;
  let wrong = 0;
  for (const pair of pairs) {
    const { expected, expectedRegion, found, foundRegion } = pair;
    const cells = cellsFor(pair, expectation);
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
/** Images that were scaled have their edges elsewhere within a pixel. */
const SCALED_PIXELS_PER_CELL = 10;
/** Shades of dots are seen from afar. */
const DITHERED_PIXELS_PER_CELL = 16;
const MAX_CELLS = 32;

/** Cells along a side of the grid on which an image is compared with the one that was made of it. */
function cellsFor({ expected, expectedSize, foundRegion }: ThumbnailPair, { to }: Expectation): number {
  const before = sizeOfThumbnail(expected, expectedSize);
  const after = { width: expectedSize.width * foundRegion.width, height: expectedSize.height * foundRegion.height };
  const isScaled = isOff(after.width, before.width) || isOff(after.height, before.height);
  const side = Math.min(before.width, before.height, after.width, after.height);
  const isDithered = formatOf(to).tones === 'bilevel';
  const pixelsPerCell = isDithered ? DITHERED_PIXELS_PER_CELL : isScaled ? SCALED_PIXELS_PER_CELL : PIXELS_PER_CELL;
  const cells = Math.floor(side / pixelsPerCell);
  return Math.max(1, Math.min(MAX_CELLS, cells));
}

function checkImages(
  pairs: readonly ThumbnailPair[],
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  expectation: Expectation,
): Check[] {
  const comparable = pairs.filter(isLargeEnough);
  if (comparable.length === 0) return [];
  let strictest: Check[] | undefined;
  for (const comparison of comparisonsOf(source, outputs, expectation)) {
    const checks = checksOf(comparable, comparison, source.sequence, expectation);
    if (checks.every(({ ok }) => ok)) return checks;
    strictest ??= checks;
  }
  return strictest!;
}

function checksOf(
  pairs: readonly ThumbnailPair[],
  { sight, tolerance }: Comparison,
  sequence: RasterFacts['sequence'],
  expectation: Expectation,
): Check[] {
  const differenceBetween = (pair: ThumbnailPair, found: Thumbnail): Difference =>
    differenceOfPair(pair, found, sight, expectation);
  const differences = pairs.map((pair) => differenceBetween(pair, pair.found));
  const measured = (measure: Exclude<keyof Difference, 'colourfulness'>): number[] =>
    differences.map((difference) => difference[measure]);
  return [
    atMost('colours', tolerance.deltaE, Math.max(...measured('deltaE'))),
    atMost('worst part', tolerance.worstDeltaE, Math.max(...measured('worstDeltaE'))),
    atLeast('structure', tolerance.structure, Math.min(...measured('structure'))),
    atLeast('lightness', tolerance.correlation, Math.min(...measured('correlation'))),
    ...checkColourfulness(differences, tolerance),
    ...checkOrder(pairs, differences, sequence, differenceBetween),
  ];
}

/** Faint colours may go without changing much: what is left of them is looked at by itself. */
function checkColourfulness(differences: readonly Difference[], { colourfulness: needed }: Tolerance): Check[] {
  const left = differences.flatMap(({ colourfulness }) => colourfulness ?? []);
  return left.length === 0 ? [] : [atLeast('colourfulness', needed, Math.min(...left), 'colour')];
}

/** An image of three pixels is at the mercy of its encoder. */
const LEAST_SIDE_PX = 4;

function isLargeEnough({ expected, expectedSize }: ThumbnailPair): boolean {
  const { width, height } = sizeOfThumbnail(expected, expectedSize);
  return Math.min(width, height, expectedSize.width, expectedSize.height) >= LEAST_SIDE_PX;
}

function atMost(name: string, allowed: number, found: number): Check {
  const text = (deltaE: number): string => `ΔE ${Number(deltaE.toFixed(1))}`;
  return { name, feature: 'look', ok: found <= allowed, expected: `at most ${text(allowed)}`, found: text(found) };
}

function atLeast(name: string, needed: number, found: number, feature: 'look' | 'colour' = 'look'): Check {
  return { name, feature, ok: found >= needed, expected: `at least ${needed}`, found: found.toFixed(2) };
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
  differenceBetween: (pair: ThumbnailPair, found: Thumbnail) => Difference,
): Check[] {
  if (pairs.length < 2 || sequence === 'single') return [];
  const swapped = pairs.filter((pair, index) =>
    pairs.slice(Math.max(0, index - ORDER_REACH), index + ORDER_REACH + 1).some((other) => {
      if (other === pair || isOff(other.expectedSize.width, pair.expectedSize.width)) return false;
      const { deltaE } = differenceBetween(pair, other.found);
      return differences[index]!.deltaE > ORDER_FACTOR * deltaE + ORDER_NOISE_DELTA_E;
    }),
  );
  const found = swapped.length === 0 ? 'kept' : `changed at ${swapped.map(({ frame }) => frame + 1).join(', ')}`;
  const feature = sequence === 'pages' ? 'pages' : 'animation';
  return [{ name: 'order', feature, ok: swapped.length === 0, expected: 'kept', found }];
}

function differenceOfPair(
  pair: ThumbnailPair,
  found: Thumbnail,
  sight: Comparison['sight'],
  expectation: Expectation,
): Difference {
  const { expected, expectedRegion, foundRegion } = pair;
  const { options, to, operations } = expectation;
  const cells = cellsFor(pair, expectation);
  const background = options.background === undefined || found.alpha ? undefined : rgbOf(options.background);
  const opacity = opacityOf({ thumbnail: expected, region: expectedRegion }, cells);
  // A colour of a palette and a traced shape are there or not: what is in between cannot stay.
  const isAllOrNothing = formatOf(to).tones === 'palette' || operations.includes('infer');
  const isIgnored = (cell: number): boolean =>
    isAllOrNothing && opacity[cell]! > TRANSPARENT && opacity[cell]! < OPAQUE;
  return differenceOf(
    { thumbnail: expected, region: expectedRegion, background },
    { thumbnail: found, region: foundRegion },
    { ...sight, cells, isIgnored },
  );
}

function rgbOf(colour: string): [number, number, number] {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}
