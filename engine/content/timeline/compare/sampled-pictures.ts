import type { Size } from '../../raster/size.ts';
import type { Facts, Thumbnail } from '../../../contract/facts.ts';
import type { Check, Expectation } from '../../../contract/report.ts';
import { differenceOf, WHOLE, type ImageDifference } from '../../raster/compare/image-difference.ts';
import { fitted, geometryOf, type Geometry } from '../../raster/compare/geometry.ts';
import { turned } from '../../raster/compare/pairs.ts';
import { mostFail } from './moments.ts';
import type { PlayedPair } from './samples.ts';
import { shapeWithBars } from './shown-size.ts';

/** Cells along a side of the grid on which frames are compared: what stays of a video at the least bit rate. */
const CELLS = 8;
/** What coarse encoders leave of the colours. */
const MOST_DELTA_E = 14;
/** Videos of a high dynamic range are brought into that of eight bits: light and dark stay where they are. */
const TONES = { deltaE: 40, correlation: 0.85 } as const;

/** Compares what is seen at the same moments of two videos. */
export function checkPictures(
  played: readonly PlayedPair[],
  source: Facts,
  expectation: Expectation,
  shape: Size | undefined = shapeWithBars(expectation.to),
): Check[] {
  const regions = placeOf(source, expectation, shape);
  const seen = played
    .filter(({ before }) => before.pictures)
    .map(({ before, after }) => nearestOf(before.pictures!, after.pictures?.[0], regions, expectation));
  if (seen.length === 0) return [];
  const isBroken = mostFail(seen.map(isAlike));
  const shown = seen.find((difference) => isAlike(difference) !== isBroken);
  const found = shown ? `ΔE ${shown.deltaE.toFixed(1)}, a correlation of ${shown.correlation.toFixed(2)}` : 'nothing';
  const feature = expectation.kept.includes('video') ? 'video' : 'animation';
  return [{ name: 'pictures', feature, ok: !isBroken, expected: 'as in the source', found }];
}

function isAlike(difference: ImageDifference | undefined): boolean {
  if (!difference) return false;
  const { deltaE, correlation } = difference;
  return deltaE <= MOST_DELTA_E || (deltaE <= TONES.deltaE && correlation >= TONES.correlation);
}

/** How a frame differs from that of the source which it resembles most. */
function nearestOf(
  expected: readonly Thumbnail[],
  found: Thumbnail | undefined,
  { expectedRegion, foundRegion }: Regions,
  expectation: Expectation,
): ImageDifference | undefined {
  if (!found) return undefined;
  const differences = expected.map((picture) => {
    const thumbnail = turned(picture, expectation.options.rotate);
    return differenceOf(
      { thumbnail, region: expectedRegion },
      { thumbnail: found, region: foundRegion },
      { cells: CELLS },
    );
  });
  return differences.reduce((best, each) => (each.deltaE < best.deltaE ? each : best));
}

type Regions = Pick<Geometry, 'expectedRegion' | 'foundRegion'>;

/** Which part of a source is seen in which part of the result. */
function placeOf({ media, raster }: Facts, expectation: Expectation, shape: Size | undefined): Regions {
  const { width, height } = raster ?? media?.tracks.find(({ kind }) => kind === 'video') ?? {};
  if (!width || !height) return { expectedRegion: WHOLE, foundRegion: WHOLE };
  const place = geometryOf({ width, height }, expectation);
  return shape ? { ...place, foundRegion: fitted(place.expectedSize, shape) } : place;
}
