import { isBracket } from '../../../content/pages/formulas/brackets.ts';
import { heightOf, median, overlapY } from '../../../content/pages/geometry.ts';
import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import { lineSegments } from './segments.ts';
import type { TurnedSegment } from './turned-text.ts';
import { TALL_BRACKETS } from '../thresholds/lines.ts';

const { MIN_TALL, MIN_FELLOW } = TALL_BRACKETS;

interface BracketedGlyphs {
  readonly glyphs: readonly Glyph[];
  /** Brackets that belong to no line: they float at their places. */
  readonly brackets: readonly TurnedSegment[];
}

/** Takes the braces of forms and diagrams out of the text, which hold several lines together. */
export function separateTallBrackets(glyphs: readonly Glyph[]): BracketedGlyphs {
  const usual = median(glyphs.filter((glyph) => !isBlank(glyph)).map(({ size }) => size));
  const large = glyphs.filter((glyph) => glyph.size > MIN_TALL * usual && !isBlank(glyph));
  const tall = new Set(
    large.filter((glyph) => isBracket(glyph.text) && !large.some((other) => other !== glyph && isFellow(other, glyph))),
  );
  const brackets = lineSegments([...tall], [], false).map(({ x0, y0, x1, y1, ...segment }): TurnedSegment => {
    return { rotation: 0, segment: { ...segment, x0, y0, x1, y1 }, box: { x0, y0, x1, y1 } };
  });
  return { glyphs: glyphs.filter((glyph) => !tall.has(glyph)), brackets };
}

const isFellow = (other: Glyph, bracket: Glyph): boolean =>
  !isBracket(other.text) &&
  other.size > MIN_FELLOW * bracket.size &&
  overlapY(other, bracket) > 0.5 * heightOf(bracket);
