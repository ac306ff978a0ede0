import type { Feature } from '../../../formats/features.ts';
import { formatOf } from '../../../formats/index.ts';
import type { Facts, RasterFacts } from '../../../contract/facts.ts';
import { hasColour } from '../inspect/facts.ts';
import { MEASURED_DEPTHS } from '../used-depth.ts';
import type { Check, Expectation } from '../../../contract/report.ts';

/** Compares what images have beside what they show: depth, metadata, profile, and what the options demand. */
export function compareQualities(source: Facts, outputs: readonly Facts[], expectation: Expectation): Check[] {
  const rasters = outputs.flatMap(({ raster }) => raster ?? []);
  return [
    ...checkDepth(rasters, expectation),
    ...checkMetadata(source, outputs, expectation),
    ...checkProfile(source.raster!, rasters, expectation),
    ...checkGreys(rasters, expectation),
    ...checkResolution(source.raster!, rasters, expectation),
    ...checkFileSize(outputs, expectation),
  ];
}

function checkDepth(outputs: readonly RasterFacts[], { kept, from }: Expectation): Check[] {
  if (!kept.includes('depth')) return [];
  // Where it is not known how many bits the source uses, a result may use few of those that it has.
  const isMeasured = MEASURED_DEPTHS.includes(from);
  const bitsOf = ({ bitsPerChannel, storedBits = bitsPerChannel }: RasterFacts): number =>
    isMeasured ? bitsPerChannel : storedBits;
  const found = Math.min(...outputs.map(bitsOf));
  return [{ name: 'depth', feature: 'depth', ok: found > 8, expected: 'more than 8 bits', found: `${found} bits` }];
}

/** Of several files one may bear what the source had once. */
function checkMetadata(source: Facts, outputs: readonly Facts[], { kept, options }: Expectation): Check[] {
  const isRemoved = options.strip === true || options.stripLocation === true;
  const isSeen = outputs.every(({ raster }) => raster?.hasExif !== undefined); // FFmpeg does not look for it
  if (isRemoved || !isSeen || !kept.includes('metadata') || !source.features.includes('metadata')) return [];
  return [
    presence(
      'metadata',
      'metadata',
      outputs.some(({ features }) => features.includes('metadata')),
    ),
  ];
}

/**
 * Without its profile an image has other colours, so little that thumbnails do not tell. Inks become sRGB and leave
 * their profile behind.
 */
function checkProfile(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  { from, to, options }: Expectation,
): Check[] {
  const isKept = options.colourSpace === undefined || options.colourSpace === 'keep';
  const isSeen = outputs.every(({ hasIccProfile }) => hasIccProfile !== undefined);
  const canStay = isKept && isSeen && !source.inks && [from, to].every((format) => formatOf(format).profile);
  if (!canStay || !source.hasIccProfile) return [];
  // Another one than the source's is as wrong as none.
  const isOther = ({ profile }: RasterFacts): boolean =>
    profile !== undefined && source.profile !== undefined && profile !== source.profile;
  return [
    presence(
      'profile',
      'look',
      outputs.every((output) => output.hasIccProfile && !isOther(output)),
    ),
  ];
}

/** Pixels of centimetres and of inches are rounded to whole ones. */
const RESOLUTION_TOLERANCE = 0.02;

/** Fewer are what libraries write where nothing is known: a pixel a millimetre. */
const LEAST_RESOLUTION = 26;

/** What an image measures on paper; formats that do not hold it have none. */
function checkResolution(source: RasterFacts, outputs: readonly RasterFacts[], { options }: Expectation): Check[] {
  const expected = source.pixelsPerInch;
  const [found] = outputs.flatMap(({ pixelsPerInch }) => pixelsPerInch ?? []);
  const isAsked = options.dpi !== undefined || options.rotate !== undefined;
  if (expected === undefined || found === undefined || isAsked) return [];
  if (Math.min(expected, found) < LEAST_RESOLUTION) return [];
  const ok = Math.abs(found / expected - 1) <= RESOLUTION_TOLERANCE;
  const text = (resolution: number): string => `${Math.round(resolution)} pixels an inch`;
  return ok ? [] : [{ name: 'resolution', ok, expected: text(expected), found: text(found) }];
}

function presence(name: string, feature: Feature, ok: boolean): Check {
  return { name, feature, ok, expected: 'present', found: ok ? 'present' : 'absent' };
}

/** Greys that were asked for in a format which could show colours. */
function checkGreys(outputs: readonly RasterFacts[], { options }: Expectation): Check[] {
  const thumbnails = outputs.flatMap(({ thumbnails }) => thumbnails ?? []);
  if (options.colourSpace !== 'grey' || thumbnails.length === 0) return [];
  const ok = !thumbnails.some(hasColour);
  return [{ name: 'greys', feature: 'look', ok, expected: 'no colours', found: ok ? 'no colours' : 'colours' }];
}

/** Bytes in a kB of the option. */
const KB = 1000;

function checkFileSize(outputs: readonly Facts[], { options: { targetSize } }: Expectation): Check[] {
  if (targetSize === undefined) return [];
  const largest = Math.max(...outputs.map(({ sizeBytes }) => sizeBytes));
  const ok = largest <= targetSize * KB;
  return [{ name: 'file size', ok, expected: `at most ${targetSize} kB`, found: `${(largest / KB).toFixed(1)} kB` }];
}
