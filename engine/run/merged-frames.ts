import { formatOf, type FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import { resizeFor, turnedSize, type Size } from '../content/raster/size.ts';
import type { Facts } from '../contract/facts.ts';

/** Pictures that are joined into a film play so many a second when nobody says how many. */
const USUAL_FPS = 1;

/**
 * Pixels of the longer side when no size is asked: what screens show of a film, and what pages and chats show of an
 * animation. Pictures of cameras have four times as many.
 */
const LONGEST_SIDE = { film: 1920, animation: 640 } as const;

/** How pictures become the frames of one film. */
export interface Frames extends Size {
  readonly fps: number;
  /** They were larger, and nobody asked for less. */
  readonly isReduced: boolean;
}

/**
 * The film that these pictures make: as large as the largest of them, if no size is asked. Nothing while the size of a
 * picture is not known.
 */
export function framesOf(
  pictures: readonly (Facts | undefined)[],
  to: FormatId,
  options: OptionValues,
): Frames | undefined {
  const sizes = pictures.flatMap((facts) => facts?.raster ?? []);
  if (sizes.length < pictures.length) return undefined;
  const largest = turnedSize(largestOf(sizes), options.rotate);
  const fps = options.fps ?? USUAL_FPS;
  const asked = resizeFor(largest, options);
  if (asked) return { ...asked.result, fps, isReduced: false };
  const most = LONGEST_SIDE[formatOf(to).family === 'video' ? 'film' : 'animation'];
  const isReduced = Math.max(largest.width, largest.height) > most;
  return { ...(isReduced ? resizeFor(largest, { width: most, height: most })!.result : largest), fps, isReduced };
}

/** The largest by area. */
export function largestOf(sizes: readonly Size[]): Size {
  return sizes.reduce((largest, size) => (size.width * size.height > largest.width * largest.height ? size : largest));
}

/** What makes one of the pictures as large as the film needs it; a smaller one is enlarged when they are joined. */
export function reductionTo({ width, height }: Frames, facts: Facts, { fit, rotate }: OptionValues): OptionValues {
  const found = turnedSize(facts.raster!, rotate);
  return found.width > width || found.height > height ? { width, height, ...(fit && { fit }) } : {};
}
