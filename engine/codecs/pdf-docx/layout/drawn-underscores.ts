import { overlap } from '../../../content/pages/geometry.ts';
import { type Glyph, isBlank, type PageModel, type Rule } from '../../../content/pages/model.ts';
import { DRAWN_UNDERSCORES } from '../thresholds/lines.ts';

const { MIN_LENGTH, MAX_LENGTH, MAX_THICKNESS, MAX_ABOVE, MAX_BELOW, MAX_GAP, MAX_OVERLAP, BAR_REACH, STRIP } =
  DRAWN_UNDERSCORES;

/**
 * Underscores that are drawn as lines become characters: old fonts of TeX have none, so that it puts a short line on the
 * baseline between the letters.
 */
export function readDrawnUnderscores(page: PageModel): PageModel {
  const rules = page.rules.filter(({ axis }) => axis === 'h');
  if (rules.length === 0) return page;
  const strips = Map.groupBy(
    page.glyphs.filter((glyph) => glyph.rotation === 0 && !isBlank(glyph)),
    ({ baseline }) => Math.floor(baseline / STRIP),
  );
  const found = new Map<Rule, Glyph>();
  for (const rule of rules.toSorted((a, b) => a.start - b.start)) {
    const strip = Math.floor(rule.position / STRIP);
    const near = [strip - 1, strip, strip + 1].flatMap((index) => strips.get(index) ?? []);
    const underscore = underscoreOf(rule, near);
    if (!underscore) continue;
    found.set(rule, underscore);
    const own = Math.floor(underscore.baseline / STRIP);
    strips.set(own, [...(strips.get(own) ?? []), underscore]); // the next one may be beside it
  }
  if (found.size === 0) return page;
  return {
    ...page,
    glyphs: [...page.glyphs, ...found.values()],
    rules: page.rules.filter((rule) => !found.has(rule)),
  };
}

/** The character that a line is, in the style of the letter beside it; undefined for other lines. */
function underscoreOf(rule: Rule, near: readonly Glyph[]): Glyph | undefined {
  const { start, end, position, width, color } = rule;
  const letter = near.find((glyph) => isBeside(glyph, rule));
  if (!letter) return undefined;
  const { size } = letter;
  const length = end - start;
  if (length < MIN_LENGTH * size || length > MAX_LENGTH * size || width > MAX_THICKNESS * size) return undefined;
  const isUnderText = near.some(
    (glyph) =>
      overlap(glyph.x0, glyph.x1, start, end) > MAX_OVERLAP * size &&
      glyph.baseline > position - BAR_REACH * size &&
      glyph.baseline < position + MAX_BELOW * size,
  );
  if (isUnderText) return undefined;
  const { formula: _, ink: __, script: ___, ...style } = letter;
  return {
    ...style,
    text: '_',
    x0: start,
    x1: end,
    originX: start,
    advance: length,
    stretch: 1,
    color,
    order: rule.order ?? letter.order,
  };
}

function isBeside({ x0, x1, baseline, size }: Glyph, { start, end, position }: Rule): boolean {
  if (position < baseline - MAX_ABOVE * size || position > baseline + MAX_BELOW * size) return false;
  return Math.min(Math.abs(start - x1), Math.abs(x0 - end)) < MAX_GAP * size;
}
