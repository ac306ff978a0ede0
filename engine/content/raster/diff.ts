import { difference, type Difference, type DifferenceKind, type DifferencePlace } from '../../contract/differences.ts';
import type { RasterFacts } from '../../contract/facts.ts';
import type { Comparison, Expectation } from '../../contract/report.ts';
import { diffImages, isLargeEnough, type Compared } from './compare/appearance.ts';
import { diffMotion, diffOrder } from './compare/motion.ts';
import { expectedFrames, thumbnailPairs, type ThumbnailPair } from './compare/pairs.ts';
import { compareCounts } from './compare/raster.ts';
import { becomesGrey } from './compare/tolerance.ts';

/** What is different when a check fails. */
const KINDS: Readonly<Record<string, DifferenceKind>> = {
  frames: 'image_count',
  pages: 'image_count',
  size: 'image_size',
  delays: 'image_timing',
  loops: 'image_loops',
  depth: 'image_depth',
  metadata: 'image_metadata',
  profile: 'image_profile',
  resolution: 'image_resolution',
};
/** No fault of an image, and told by its difference alone. */
const TOLD = 'resolution';

/**
 * What differs between images, pages and drawings and those that were made of them. Frames are aligned by the plan, or
 * by the time at which they are shown where equal ones were joined; each is compared with its own and its neighbours.
 */
export const compareRaster: Comparison = function* (source, results, expectation) {
  const outputs = results.flatMap(({ raster }) => raster ?? []);
  if (!source.raster || outputs.length === 0 || outputs.length < results.length || isPart(expectation)) return;
  const frames = expectedFrames(source.raster, outputs, expectation);
  const pairs = thumbnailPairs(source.raster, outputs, frames, expectation);
  for (const check of compareCounts(source, results, { expectation, frames, pairs })) {
    const { name, feature, ok, expected, found } = check;
    if (name !== TOLD) yield check;
    const kind = KINDS[name];
    if (!ok && kind) yield difference(kind, {}, { expected, found, feature });
  }
  // Pages in fonts that nobody has: where their appearance is given up, nothing is known of what it should be.
  if (source.raster.sequence === 'pages' && expectation.lost.includes('look')) return;
  yield* diffSeen(pairs.filter(isLargeEnough), { source: source.raster, outputs, expectation });
};

/** What was taken out of a file is only a part of what it shows. */
function isPart({ operations }: Expectation): boolean {
  return operations.includes('extract');
}

function diffSeen(pairs: readonly ThumbnailPair[], compared: Compared): Difference[] {
  const { source, expectation } = compared;
  return [
    ...pairs.flatMap((pair) => diffImages(pair, placeOf(pair, source), compared)),
    ...diffOrder(pairs, source, (pair) => placeOf(pair, source)),
    ...diffMotion(pairs, source, { placeOf: (pair) => placeOf(pair, source), isGrey: becomesGrey(expectation) }),
  ];
}

/** Counted from 1, where there are several. */
function placeOf({ frame }: ThumbnailPair, { sequence }: RasterFacts): DifferencePlace {
  if (sequence === 'single') return {};
  return sequence === 'pages' ? { page: frame + 1 } : { frame: frame + 1 };
}
