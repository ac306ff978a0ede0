import { type Box, intersect, isEmpty } from './geometry.ts';
import { boxPath, type Outline } from './outline.ts';

/** Where painting shows: within this path, and within those before it. */
export interface Clip {
  readonly outer?: Clip;
  readonly data: string;
  readonly evenOdd: boolean;
  /** The path is this rectangle. */
  readonly rectangle?: Box;
  /** Around all that shows. */
  readonly bounds: Box;
  readonly depth: number;
}

/** Clips within clips are followed by recursion in the readers of SVG. */
const MOST_DEPTH = 64;

/** A narrower clip; rectangles in rectangles stay one. Deeper than readers follow, only its box is kept. */
export function narrowed(clip: Clip | undefined, { data, box, isRectangle }: Outline, evenOdd: boolean): Clip {
  const bounds = clip ? intersect(clip.bounds, box) : box;
  if (isRectangle && clip?.rectangle) return rectangular(intersect(clip.rectangle, box), clip.outer, bounds);
  if ((clip?.depth ?? 0) >= MOST_DEPTH) return rectangular(bounds, undefined, bounds);
  if (isRectangle) return rectangular(box, clip, bounds);
  return { ...(clip && { outer: clip }), data, evenOdd, bounds, depth: (clip?.depth ?? 0) + 1 };
}

function rectangular(box: Box, outer: Clip | undefined, bounds: Box): Clip {
  const shape = { data: isEmpty(box) ? '' : boxPath(box), evenOdd: false, rectangle: box };
  return { ...(outer && { outer }), ...shape, bounds, depth: (outer?.depth ?? 0) + 1 };
}
