import {
  difference,
  type Diff,
  type Difference,
  type DifferenceKind,
  type DifferencePlace,
} from '../../contract/differences.ts';
import type { Facts, RasterFacts } from '../../contract/facts.ts';
import type { Expectation } from '../../contract/report.ts';
import { diffImages, isLargeEnough, type Compared } from './compare/appearance.ts';
import { diffMotion, diffOrder } from './compare/motion.ts';
import { expectedFrames, thumbnailPairs, type ThumbnailPair } from './compare/pairs.ts';
import { checksOf, isPart } from './compare/raster.ts';

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

/**
 * What differs between images, pages and drawings and those that were made of them. Frames are aligned by the plan, or
 * by the time at which they are shown where equal ones were joined; each is compared with its own and its neighbours.
 */
export const diffRaster: Diff = (source, outputs, expectation) => [
  ...checksOf(source, outputs, expectation).flatMap(({ name, feature, ok, expected, found }) => {
    const kind = KINDS[name];
    return ok || !kind ? [] : [difference(kind, {}, { expected, found, feature })];
  }),
  ...diffSeen(source, outputs, expectation),
];

function diffSeen({ raster: source, reader }: Facts, facts: readonly Facts[], expectation: Expectation): Difference[] {
  const outputs = facts.flatMap(({ raster }) => raster ?? []);
  if (!source || outputs.length < facts.length || isPart(expectation)) return [];
  // Pages in fonts that nobody has: where their look is given up, nothing is known of what it should be.
  if (source.sequence === 'pages' && expectation.lost.includes('look')) return [];
  const frames = expectedFrames(source, outputs, expectation);
  const hasOneReader = facts.every((one) => one.reader === reader);
  const pairs = thumbnailPairs(source, outputs, frames, expectation)
    .filter(isLargeEnough)
    .map((pair) => ({ ...pair, hasOneReader }));
  const compared: Compared = { source, outputs, expectation };
  return [
    ...pairs.flatMap((pair) => diffImages(pair, placeOf(pair, source), compared)),
    ...diffOrder(pairs, source, (pair) => placeOf(pair, source)),
    ...diffMotion(pairs, source, (pair) => placeOf(pair, source)),
  ];
}

/** Counted from 1, where there are several. */
function placeOf({ frame }: ThumbnailPair, { sequence }: RasterFacts): DifferencePlace {
  if (sequence === 'single') return {};
  return sequence === 'pages' ? { page: frame + 1 } : { frame: frame + 1 };
}
