import { formatOf, type FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import { resizeFor, turnedSize, type Size } from '../content/raster/size.ts';
import type { Facts } from '../contract/facts.ts';

/** Images a second in a video of images when no frame rate is asked. */
const DEFAULT_FPS = 1;

/**
 * Pixels of the longer side when no size is asked: what screens show of a video, and what pages and chats show of an
 * animation. Photographs have four times as many.
 */
const LONGEST_SIDE = { video: 1920, animation: 640 } as const;

/** How images become the frames of one video. */
export interface Frames extends Size {
  readonly fps: number;
  /** They were larger, and nobody asked for less. */
  readonly isReduced: boolean;
}

/** The frames that these images become: as large as the largest, if no size is asked. Nothing while a size is unknown. */
export function framesOf(
  images: readonly { readonly facts?: Facts }[],
  to: FormatId,
  options: OptionValues,
): Frames | undefined {
  const sizes = images.flatMap(({ facts }) => facts?.raster ?? []);
  if (sizes.length < images.length) return undefined;
  const largest = turnedSize(largestOf(sizes), options.rotate);
  const fps = options.fps ?? DEFAULT_FPS;
  const asked = resizeFor(largest, options);
  if (asked) return { ...asked.result, fps, isReduced: false };
  const most = LONGEST_SIDE[formatOf(to).family === 'video' ? 'video' : 'animation'];
  const isReduced = Math.max(largest.width, largest.height) > most;
  return { ...(isReduced ? resizeFor(largest, { width: most, height: most })!.result : largest), fps, isReduced };
}

/** The largest by area. */
export function largestOf(sizes: readonly Size[]): Size {
  return sizes.reduce((largest, size) => (size.width * size.height > largest.width * largest.height ? size : largest));
}

/** The options that make an image as large as the frames; a smaller one is enlarged when they are merged. */
export function reductionTo({ width, height }: Frames, facts: Facts, { fit, rotate }: OptionValues): OptionValues {
  const found = turnedSize(facts.raster!, rotate);
  return found.width > width || found.height > height ? { width, height, ...(fit && { fit }) } : {};
}
