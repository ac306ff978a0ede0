import type { Glyph } from '../../../content/pages/model.ts';

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

/** A gap above this many em without a space glyph stands for a space. */
export const SPACE_GAP = 0.17;
/** Width of a space in most fonts, in em. */
const USUAL_SPACE = 0.25;

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
