import { checkRaster } from '../../../contract/check-limits.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { OptionValues } from '../../../formats/options.ts';
import { resizeFor, type Size } from '../../raster/size.ts';
import type { LottieAnimation } from './model.ts';

/** Frames a second that are drawn at most where nobody asks for more: GIF shows no more than fifty. */
const MOST_RATE = 30;

/** How an animation becomes images of pixels. */
export interface DrawnAnimation {
  readonly size: Size;
  /** Milliseconds that each image is shown. */
  readonly delaysMs: readonly number[];
  /** Frame of the animation that each image shows, counted from 0: fractions are between two. */
  readonly frames: readonly number[];
  /** Of its own size there would be too many pixels. */
  readonly isSmaller: boolean;
}

/**
 * In its own size and at its own pace: at half of it, or less, where it has more than thirty frames a second, and smaller
 * where all images together would have more pixels than are allowed. Throws `input_too_complex` for too many images.
 */
export function drawnAnimation(
  { width, height, framesPerSecond, seconds }: LottieAnimation,
  options: OptionValues,
  limits: Limits,
): DrawnAnimation {
  const rate = options.fps ?? framesPerSecond / Math.max(1, Math.ceil(framesPerSecond / MOST_RATE));
  const count = Math.max(1, Math.round(seconds * rate));
  checkRaster({ width: 1, height: 1, frames: count }, limits);
  const scale = Math.min(1, Math.sqrt(limits.pixels / (count * width * height)));
  const own = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  const indices = Array.from({ length: count }, (_, index) => index);
  const startMs = (index: number): number => Math.round((1000 * index) / rate);
  return {
    size: resizeFor(own, options)?.scaled ?? own,
    delaysMs: indices.map((index) => startMs(index + 1) - startMs(index)),
    frames: indices.map((index) => (index * framesPerSecond) / rate),
    isSmaller: scale < 1 && options.width === undefined && options.height === undefined,
  };
}
