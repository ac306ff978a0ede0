import type { Glyph } from '../../../content/pages/model.ts';
import { SPACES } from '../thresholds/lines.ts';

const { USUAL_SPACE } = SPACES;

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
