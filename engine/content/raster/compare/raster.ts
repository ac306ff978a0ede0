import type { Size } from '../size.ts';
import type { Facts, RasterFacts } from '../../../contract/facts.ts';
import type { Check, Expectation } from '../../../contract/report.ts';
import { playedMs } from './animation.ts';
import { geometryOf, isOff, SIZE_TOLERANCE_PX, type Geometry } from './geometry.ts';
import { sizeOfThumbnail, type ExpectedFrame, type ThumbnailPair } from './pairs.ts';
import { compareQualities } from './qualities.ts';
import { compareTiming } from './timing.ts';

interface Aligned {
  readonly expectation: Expectation;
  readonly frames: readonly ExpectedFrame[];
  readonly pairs: readonly ThumbnailPair[];
}

/** Compares what images, pages and drawings have with what was made of them: how many, their sizes, times and qualities. */
export function compareCounts(
  source: Facts,
  outputs: readonly Facts[],
  { expectation, frames, pairs }: Aligned,
): Check[] {
  const original = source.raster!;
  const results = outputs.map(({ raster }) => raster!);
  return [
    checkCount(original, results, frames.length, expectation),
    ...checkSizes(original, results, pairs, expectation),
    ...compareTiming(original, results, frames, expectation),
    ...countCompared(pairs.length, frames.length),
    ...compareQualities(source, outputs, expectation),
  ];
}

/** How many frames or pages were looked at; what differs in them is told one by one. */
function countCompared(found: number, expected: number): Check[] {
  return found === 0 ? [] : [{ name: 'images compared', feature: 'look', ok: true, expected, found }];
}

/** As many frames as were taken; fewer in an animation whose equal neighbours were joined, if the time is right. */
function checkCount(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  taken: number,
  expectation: Expectation,
): Check {
  const expected = framesAtPace(source, expectation) ?? taken;
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

/** As many as the pace that was asked for gives. */
function framesAtPace(source: RasterFacts, { options: { fps } }: Expectation): number | undefined {
  const playsMs = source.sequence === 'animation' ? playedMs(source) : undefined;
  return fps === undefined || playsMs === undefined ? undefined : Math.max(1, Math.round((playsMs / 1000) * fps));
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

/** Pages are measured in points, with fractions that readers leave out. */
const PROPORTION_TOLERANCE = 0.02;

type Sized = Pick<Geometry, 'expectedSize' | 'unit' | 'pixelShape'>;

function isOfSize(found: Size, { expectedSize: expected, unit, pixelShape = 1 }: Sized): boolean {
  if (unit === 'pixels') return !isOff(found.width, expected.width) && !isOff(found.height, expected.height);
  const stretched = found.width / found.height / (expected.width / expected.height);
  const rounded = SIZE_TOLERANCE_PX / Math.min(found.width, found.height, expected.width, expected.height);
  return [1, pixelShape].some((shape) => Math.abs(Math.log(stretched / shape)) <= PROPORTION_TOLERANCE + rounded);
}

function sizeCheck(geometry: Sized, found: Size): Check {
  const text = ({ width, height }: Size): string => `${Math.round(width)} × ${Math.round(height)}`;
  const { expectedSize, unit } = geometry;
  const expected = unit === 'pixels' ? text(expectedSize) : `as ${text(expectedSize)}`;
  return { name: 'size', feature: 'look', ok: isOfSize(found, geometry), expected, found: text(found) };
}
