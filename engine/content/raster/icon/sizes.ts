import { ConversionError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/index.ts';
import type { Size } from '../size.ts';

/** Largest side that the directory of an icon file can say. */
export const MAX_ICON_SIDE = 256;

interface IconRule {
  /** Sides that are written by default: those up to the image's own. */
  readonly usual: readonly number[];
  /** Sides that the format has a place for; all up to `MAX_ICON_SIDE` when absent. */
  readonly only?: readonly number[];
}

const WINDOWS: IconRule = { usual: [256, 128, 64, 48, 32, 24, 16] };
const APPLE_SIDES = [1024, 512, 256, 128, 64, 32, 16];

/** The formats that hold one image in several sizes, all of them square. */
const RULES: Partial<Record<FormatId, IconRule>> = {
  ico: WINDOWS,
  cur: WINDOWS,
  icns: { usual: APPLE_SIDES, only: APPLE_SIDES },
};

export function isIcon(format: FormatId): boolean {
  return RULES[format] !== undefined;
}

/**
 * The sides of the square images in an icon made of an image of this size, the largest first: those that the option
 * `sizes` asks for, or the usual ones up to the image's own. Throws `invalid_options` for a side that the format has
 * no place for.
 */
export function iconSides(
  { width, height }: Size,
  format: FormatId = 'ico',
  sizes?: readonly number[],
): [number, ...number[]] {
  const { usual, only } = RULES[format] ?? WINDOWS;
  if (sizes && sizes.length > 0) {
    for (const side of sizes) checkSide(side, only);
    return [...new Set(sizes)].sort((a, b) => b - a) as [number, ...number[]];
  }
  const own = Math.max(width, height);
  if (only) {
    const fitting = only.filter((side) => side <= own);
    return fitting.length > 0 ? (fitting as [number, ...number[]]) : [Math.min(...only)];
  }
  const largest = Math.min(usual[0]!, own);
  return [largest, ...usual.filter((side) => side < largest)];
}

function checkSide(side: number, only: readonly number[] | undefined): void {
  const isPossible = only ? only.includes(side) : side <= MAX_ICON_SIDE;
  if (isPossible) return;
  const expected = only ? `one of ${only.join(', ')}` : `at most ${MAX_ICON_SIDE}`;
  throw new ConversionError({
    code: 'invalid_options',
    message: `Expected ${expected} for each of sizes, but received ${side}.`,
    details: { option: 'sizes', found: side },
  });
}
