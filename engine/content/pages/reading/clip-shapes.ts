import { type Clip, narrowed } from '../clip.ts';
import { outlineOf } from '../outline.ts';
import type { Matrix } from '../geometry.ts';
import { readSubpaths, type Subpath } from './paths.ts';
import { CLIP_SHAPES } from './thresholds.ts';

const { MAX_SEGMENTS, MIN_SIDE, MAX_SLANT } = CLIP_SHAPES;

interface ClipPath {
  readonly data: ArrayLike<number>;
  readonly ctm: Matrix;
  readonly evenOdd: boolean;
}

/** The clip narrowed by a path that has curves or slanted lines; of others their box is enough. */
export function shapedClip(clip: Clip | undefined, { data, ctm, evenOdd }: ClipPath): Clip | undefined {
  if (!readSubpaths(data, ctm).some(isSlanted)) return clip;
  const outline = outlineOf(data, ctm);
  const { x0, y0, x1, y1 } = outline.box;
  if (outline.segments > MAX_SEGMENTS || Math.min(x1 - x0, y1 - y0) < MIN_SIDE) return clip;
  return narrowed(clip, outline, evenOdd);
}

function isSlanted({ points, curved }: Subpath): boolean {
  if (curved) return true;
  return points.some(([x, y], index) => {
    const [fromX, fromY] = points[Math.max(0, index - 1)]!;
    return Math.abs(x - fromX) > MAX_SLANT && Math.abs(y - fromY) > MAX_SLANT;
  });
}
