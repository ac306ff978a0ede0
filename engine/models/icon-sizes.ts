import type { Size } from './raster-size.ts';

/** Largest side that the directory of an icon file can say. */
export const MAX_ICON_SIDE = 256;
const USUAL_SIDES = [256, 128, 64, 48, 32, 24, 16];

/** The sides of the square pictures in an icon made of a picture of this size, the largest first. */
export function iconSides({ width, height }: Size): [number, ...number[]] {
  const largest = Math.min(MAX_ICON_SIDE, Math.max(width, height));
  return [largest, ...USUAL_SIDES.filter((side) => side < largest)];
}
