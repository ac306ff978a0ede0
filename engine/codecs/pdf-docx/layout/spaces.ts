import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import { SPACES } from '../thresholds/lines.ts';

const { USUAL_SPACE, TRACKED_PAIRS } = SPACES;

export const { SPACE_GAP } = SPACES;

/** A piece of a line while its glyphs are gathered, from left to right. */
export interface Piece {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  readonly baseline: number;
  size: number;
  glyphs: Glyph[];
}

/** The space that a gap in front of a glyph stands for. */
export function spaceBetween(x0: number, next: Glyph): Glyph {
  return { ...next, text: ' ', x0, x1: next.x0, advance: USUAL_SPACE * next.size };
}

/** Whether the space before a glyph is none of the PDF's own. */
export const isAddedSpace = (space: Glyph, next: Glyph): boolean => space.order === next.order;

/** The characters of glyphs in their order. */
export function textOf(glyphs: readonly Glyph[]): string {
  return glyphs.map((glyph) => glyph.text).join('');
}

/** How far all the last letters reach into their neighbours, in points: a line may be set tight. */
export function tightnessOf(glyphs: readonly Glyph[]): number {
  let tightness = Infinity;
  let pairs = 0;
  for (let index = glyphs.length - 1; index > 0 && pairs < TRACKED_PAIRS; index--) {
    const [left, right] = [glyphs[index - 1]!, glyphs[index]!];
    if (isBlank(left) || isBlank(right)) continue;
    tightness = Math.min(tightness, left.x1 - right.x0);
    pairs++;
  }
  return pairs < 2 ? 0 : Math.max(0, tightness);
}
