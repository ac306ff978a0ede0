import { shadeOfLight } from '../linear-light.ts';
import type { Size } from '../size.ts';
import { lightnessOf, lightOfLightness } from './lab.ts';

/** What a dot is too bright or too dark, as a share of it: spread evenly from -½ to ½. */
const DOT_VARIANCE = 1 / 12;
/** How much of that crosses a side of a cell (Floyd and Steinberg: 9/16 downwards, 7/16 sideways). */
const SHARE_ACROSS = 1 / 2;
/** In standard deviations: fine regular patterns reach 2.4 of them. */
const MOST_SPREAD = 3;
const SHADE_STEP = 0.01;

/**
 * How far the lightness of cells may spread, as a sum of squares, because dots stand for their shades: a cell has a part
 * of a dot more or less than it should. Black and white need no dots.
 */
export function spreadOfDots(lightness: Float64Array, { width, height }: Size): number {
  const sides = 2 * (width + height);
  const variance = (MOST_SPREAD ** 2 * DOT_VARIANCE * SHARE_ACROSS ** 2 * sides) / (width * height) ** 2;
  return lightness.reduce((sum, value) => (isPure(value) ? sum : sum + variance * slopeAt(value) ** 2), 0);
}

/** Black or white, but for rounding. */
function isPure(lightness: number): boolean {
  return lightness < 0.01 || lightness > 99.99;
}

/** How much lighter a grey of this lightness becomes by a white dot among its dots, as a share of them. */
function slopeAt(lightness: number): number {
  const shade = shadeOfLight(lightOfLightness(lightness));
  const [darker, lighter] = [Math.max(0, shade - SHADE_STEP), Math.min(1, shade + SHADE_STEP)];
  return (lightnessOf(lighter) - lightnessOf(darker)) / (lighter - darker);
}
