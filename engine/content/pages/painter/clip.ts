import type { Definitions } from './drawing.ts';
import { boxPath, common, isEmpty, type Box, type Outline } from '../outline.ts';

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
  const bounds = clip ? common(clip.bounds, box) : box;
  if (isRectangle && clip?.rectangle) return rectangular(common(clip.rectangle, box), clip.outer, bounds);
  if ((clip?.depth ?? 0) >= MOST_DEPTH) return rectangular(bounds, undefined, bounds);
  if (isRectangle) return rectangular(box, clip, bounds);
  return { ...(clip && { outer: clip }), data, evenOdd, bounds, depth: (clip?.depth ?? 0) + 1 };
}

function rectangular(box: Box, outer: Clip | undefined, bounds: Box): Clip {
  const shape = { data: isEmpty(box) ? '' : boxPath(box), evenOdd: false, rectangle: box };
  return { ...(outer && { outer }), ...shape, bounds, depth: (outer?.depth ?? 0) + 1 };
}

/** The attribute of what is clipped. */
export function clipAttribute(clip: Clip | undefined, definitions: Definitions): string {
  return clip ? ` clip-path="url(#${clipId(clip, definitions)})"` : '';
}

function clipId({ outer, data, evenOdd }: Clip, definitions: Definitions): string {
  const around = clipAttribute(outer, definitions);
  const rule = evenOdd ? ' clip-rule="evenodd"' : '';
  const key = `clip ${around}${rule} ${data}`;
  return definitions.once(key, 'c', (id) => `<clipPath id="${id}"${around}><path d="${data}"${rule}/></clipPath>`);
}
