import { difference, type Difference, type DifferencePlace } from '../../../contract/differences.ts';
import type { RasterFacts } from '../../../contract/facts.ts';
import { isOff } from './geometry.ts';
import { coloursOf, greyed, LIGHT_ITSELF } from './image-difference.ts';
import type { ThumbnailPair } from './pairs.ts';

type PlaceOf = (pair: ThumbnailPair) => DifferencePlace;

/** Frames before and after a frame with which it is compared: exchanged frames are usually near each other. */
const ORDER_REACH = 8;
/** How much nearer a frame must be to another frame than to its own before their order counts as wrong. */
const ORDER_FACTOR = 2;
/** Mean distance of the colours, of 255, that coding makes of equal frames. */
const ORDER_NOISE = 0.75;

/** Frames differ little from their neighbours: each must be nearest to its own. */
export function diffOrder(pairs: readonly ThumbnailPair[], { sequence }: RasterFacts, placeOf: PlaceOf): Difference[] {
  if (pairs.length < 2 || sequence === 'single') return [];
  const views = pairs.map(viewsOf);
  return pairs.flatMap((pair, index) => {
    const { expected } = views[index]!;
    const own = meanDistance(expected, views[index]!.found);
    const around = views.slice(Math.max(0, index - ORDER_REACH), index + ORDER_REACH + 1);
    const others = around.filter(
      (view) => view !== views[index] && !isOff(view.pair.expectedSize.width, pair.expectedSize.width),
    );
    const nearest = others.find(({ found }) => own > ORDER_FACTOR * meanDistance(expected, found) + ORDER_NOISE);
    if (!nearest) return [];
    const about = { expected: pair.frame + 1, found: nearest.pair.frame + 1 };
    return [
      difference('frame_order', placeOf(pair), { ...about, feature: sequence === 'pages' ? 'pages' : 'animation' }),
    ];
  });
}

/** Change of a cell from one frame to the next, of 255, that is clearly seen. */
const SEEN_MOTION = 24;
/** Share of it that must be left somewhere. */
const LEAST_MOTION = 0.25;

/**
 * Where one frame of the source clearly differs from the one before, those of the result do as well; where colours become
 * grey, by its light alone.
 */
export function diffMotion(
  pairs: readonly ThumbnailPair[],
  { sequence }: RasterFacts,
  { placeOf, isGrey }: { readonly placeOf: PlaceOf; readonly isGrey: boolean },
): Difference[] {
  if (sequence !== 'animation') return [];
  const views = pairs.map((pair) =>
    viewsOf(isGrey ? { ...pair, expected: greyed(pair.expected, LIGHT_ITSELF) } : pair),
  );
  const frozen = views.slice(1).filter(({ expected, found }, index) => {
    const before = views[index]!;
    const moved = largestChange(before.expected, expected);
    return moved >= SEEN_MOTION && largestChange(before.found, found) < LEAST_MOTION * moved;
  });
  return frozen.map(({ pair }) => difference('image_frozen', placeOf(pair), { feature: 'animation' }));
}

/** Cells along a side on which frames are compared with others. */
const CELLS = 16;

interface Views {
  readonly pair: ThumbnailPair;
  readonly expected: Float32Array;
  readonly found: Float32Array;
}

function viewsOf(pair: ThumbnailPair): Views {
  const { expected, expectedRegion, found, foundRegion } = pair;
  return {
    pair,
    expected: coloursOf({ thumbnail: expected, region: expectedRegion }, CELLS),
    found: coloursOf({ thumbnail: found, region: foundRegion }, CELLS),
  };
}

function meanDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs(a[at]! - b[at]!);
  return sum / a.length;
}

function largestChange(a: Float32Array, b: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < a.length; at++) largest = Math.max(largest, Math.abs(a[at]! - b[at]!));
  return largest;
}
