import { type Box, centreInside, heightOf, middleY, overlapY, widthOf } from '../../../content/pages/geometry.ts';
import { type Glyph, isBlank, type PageModel, type Rule } from '../../../content/pages/model.ts';
import { CHECK_BOXES } from '../thresholds/pages.ts';

const { CORNER, MAX_DISTANCE, MAX_SQUARES } = CHECK_BOXES;

/** Sides of the small squares of forms, in points. */
const SIDE = { min: 5, max: 16 };

const SYMBOLS = [
  { marks: /^[\u2713\u2714]$/, symbol: '\u2611' },
  { marks: /^[xX\u00d7\u2715-\u2718]$/, symbol: '\u2612' },
] as const;
const CHECK_BOX = /^[\u2610-\u2612\u25c9\u25ef]/;

interface Square extends Box {
  readonly sides: readonly Rule[];
}

/** The squares of a form that are drawn in its text become symbols of it: empty ones, and those that are ticked. */
export function writeCheckBoxes(page: PageModel): PageModel {
  const squares = loneSquares(page.rules);
  if (squares.length === 0 || squares.length > MAX_SQUARES) return page;
  const upright = page.glyphs.filter((glyph) => glyph.rotation === 0 && !isBlank(glyph));
  const symbols = squares.flatMap((square) => symbolOf(square, upright));
  if (symbols.length === 0) return page;
  const drawn = new Set(symbols.flatMap(({ square }) => square.sides));
  const ticks = new Set(symbols.map(({ tick }) => tick));
  return {
    ...page,
    rules: page.rules.filter((rule) => !drawn.has(rule)),
    glyphs: [...page.glyphs.filter((glyph) => !ticks.has(glyph)), ...symbols.map(({ glyph }) => glyph)],
  };
}

/** Whether a text begins with the square of a form. */
export const startsWithCheckBox = (text: string): boolean => CHECK_BOX.test(text);

const near = (a: number, b: number): boolean => Math.abs(a - b) < CORNER;

/** Squares of four sides that touch no other line: what does is a cell or a field for single letters. */
function loneSquares(rules: readonly Rule[]): Square[] {
  const short = rules.filter(({ start, end }) => end - start > SIDE.min && end - start < SIDE.max);
  const vertical = short.filter(({ axis }) => axis === 'v');
  const horizontal = short.filter(({ axis }) => axis === 'h');
  return horizontal.flatMap((top): Square[] => {
    const hung = vertical.filter(({ start }) => near(start, top.position));
    const left = hung.find(({ position }) => near(position, top.start));
    const right = hung.find(({ position, end }) => left && near(position, top.end) && near(end, left.end));
    if (!left || !right || !near(left.end - left.start, top.end - top.start)) return [];
    const bottom = horizontal.find(({ position, start }) => near(position, left.end) && near(start, top.start));
    if (!bottom || !near(bottom.end, top.end)) return [];
    const box = { x0: top.start, x1: top.end, y0: top.position, y1: left.end };
    const sides = [top, right, bottom, left];
    return rules.some((rule) => !sides.includes(rule) && touches(rule, box)) ? [] : [{ ...box, sides }];
  });
}

function touches({ axis, position, start, end }: Rule, { x0, x1, y0, y1 }: Box): boolean {
  const [across0, across1, along0, along1] = axis === 'h' ? [y0, y1, x0, x1] : [x0, x1, y0, y1];
  return position > across0 - CORNER && position < across1 + CORNER && start < along1 + CORNER && end > along0 - CORNER;
}

/** The symbol for a square with text beside it and nothing else than a tick in it. */
function symbolOf(square: Square, upright: readonly Glyph[]) {
  const inside = upright.filter((glyph) => centreInside(glyph, square));
  const [tick] = inside;
  const symbol = tick ? SYMBOLS.find(({ marks }) => marks.test(tick.text))?.symbol : '\u2610';
  const text = upright.filter((glyph) => !inside.includes(glyph) && isBeside(glyph, square));
  if (symbol === undefined || inside.length > 1 || text.length === 0) return [];
  const nearest = text.reduce((a, b) => (distance(b, square) < distance(a, square) ? b : a));
  const { x0, x1, y0, y1 } = square;
  const place = { x0, x1, y0, y1, originX: x0, advance: x1 - x0 };
  return [{ square, tick, glyph: { ...nearest, ...place, text: symbol } }];
}

const distance = (glyph: Glyph, { x0, x1 }: Box): number => Math.max(glyph.x0 - x1, x0 - glyph.x1);

/** On the line of the text, and close to it. */
function isBeside(glyph: Glyph, square: Square): boolean {
  const apart = distance(glyph, square);
  if (apart < -CORNER || apart > MAX_DISTANCE * widthOf(square)) return false;
  return (
    overlapY(glyph, square) > 0.5 * heightOf(square) && Math.abs(middleY(glyph) - middleY(square)) < 0.5 * glyph.size
  );
}
