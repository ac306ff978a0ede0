import { middleX, middleY } from '../../../content/pages/geometry.ts';
import { isCircleFont } from '../../../content/pages/reading/symbols.ts';
import type { Glyph } from '../../../content/pages/model.ts';
import { CIRCLED_NUMBERS } from '../thresholds/lines.ts';

const { OFF_CENTRE, OFF_LINE } = CIRCLED_NUMBERS;

/** Glyphs before and behind a circle among which is a letter of its line: its digits are there as well. */
const REACH = 3;
const FIRST_CIRCLED = 0x2460;
const MAX_CIRCLED = 20;

/**
 * Numbers within the circles of LaTeX's font for them, as marks in listings have them, are circled numbers. Such a
 * circle has its middle at its origin. Glyphs come in paint order.
 */
export function joinCircledNumbers(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(isCircle)) return glyphs;
  const joined: (Glyph | undefined)[] = [...glyphs];
  for (const [index, circle] of glyphs.entries()) {
    if (!isCircle(circle)) continue;
    const inside = [index - 2, index - 1, index + 1, index + 2].filter((at) => isDigitIn(circle, joined[at]));
    const number = Number(inside.map((at) => joined[at]!.text).join(''));
    if (inside.length === 0 || number < 1 || number > MAX_CIRCLED) continue;
    for (const at of inside) joined[at] = undefined;
    const digit = glyphs[inside[0]!]!;
    const around = glyphs.slice(Math.max(0, index - REACH), index + REACH + 1);
    joined[index] = circledNumber(number, circle, around.find((glyph) => isBeside(circle, glyph)) ?? digit);
  }
  return joined.filter((glyph) => glyph !== undefined);
}

const isCircle = ({ font, text }: Glyph): boolean => isCircleFont(font.name) && /^[●○]$/.test(text);

function isDigitIn({ originX, baseline, size, rotation }: Glyph, glyph: Glyph | undefined): boolean {
  if (glyph?.rotation !== rotation || !/^\d$/.test(glyph.text)) return false;
  const apart = Math.hypot(middleX(glyph) - originX, middleY(glyph) - baseline);
  return apart < OFF_CENTRE * size;
}

/** Whether a letter is one of the line in which a circle is. */
function isBeside({ x0, originX, advance, baseline, size, rotation }: Glyph, glyph: Glyph): boolean {
  const gap = Math.max(glyph.x0 - (originX + advance / 2), originX - advance / 2 - glyph.x1);
  const isNear = gap > -1 && gap < size && glyph.x0 !== x0;
  return isNear && glyph.rotation === rotation && Math.abs(glyph.baseline - baseline) < OFF_LINE * size;
}

/** A circle is above the baseline of its line: that of a letter beside it, or else of its digit, which is nearer. */
function circledNumber(number: number, circle: Glyph, { baseline }: Glyph): Glyph {
  const x0 = circle.originX - circle.advance / 2;
  const down = baseline - circle.baseline;
  return {
    ...circle,
    text: String.fromCodePoint(FIRST_CIRCLED + number - 1),
    ...{ x0, x1: x0 + circle.advance, originX: x0, baseline, y0: circle.y0 + down, y1: circle.y1 + down },
  };
}
