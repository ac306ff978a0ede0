import { overlap, overlapY } from '../../../content/pages/geometry.ts';
import { isBracket } from '../../../content/pages/formulas/brackets.ts';
import { isBigOperator } from '../../../content/pages/formulas/symbols.ts';
import { type Glyph, isBlank, type PageModel } from '../../../content/pages/model.ts';
import { LARGE_SYMBOLS } from '../thresholds/formulas.ts';
import { type Atom, atomsOf, glyphsOf, mayHaveFormulas } from './atoms.ts';
import { isOnAxis, SCRIPT_SIZE, visualMiddle } from './items.ts';

const { NEAR, MAX_HEIGHT } = LARGE_SYMBOLS;

/**
 * Makes brackets and sums that are higher than their line letters of it. Fonts for formulas draw them from their own
 * baseline down, at which they would be lines of their own. Brackets around several lines stay as they are.
 */
export function setLargeSymbols(page: PageModel): PageModel {
  if (!mayHaveFormulas(page)) return page;
  const atoms = atomsOf(page.glyphs.filter((glyph) => glyph.rotation === 0 && !isBlank(glyph)));
  const letters = atoms.filter(({ baseline }) => baseline !== undefined);
  const set = new Map<Glyph, Glyph | undefined>();
  for (const symbol of atoms.filter(isLarge)) {
    const letter = letterBeside(symbol, letters);
    if (!letter) continue;
    for (const piece of glyphsOf(symbol)) set.set(piece, undefined);
    set.set(glyphsOf(symbol)[0]!, onLineOf(letter.glyph, symbol));
  }
  if (set.size === 0) return page;
  return { ...page, glyphs: page.glyphs.flatMap((glyph) => (set.has(glyph) ? (set.get(glyph) ?? []) : [glyph])) };
}

const isLarge = ({ glyph: { text }, baseline, y0, y1, size }: Atom): boolean =>
  baseline === undefined && (isBracket(text) || isBigOperator(text)) && y1 - y0 <= MAX_HEIGHT * size;

/** The upright letter next to a symbol if all letters of this size beside it are on the line around its middle. */
function letterBeside(symbol: Atom, letters: readonly Atom[]): Atom | undefined {
  const gapTo = (letter: Atom): number => -overlap(letter.x0, letter.x1, symbol.x0, symbol.x1);
  const beside = letters.filter(
    (letter) =>
      gapTo(letter) < NEAR * symbol.size && letter.size > SCRIPT_SIZE * symbol.size && overlapY(letter, symbol) > 0,
  );
  if (!beside.every((letter) => isOnAxis(letter, visualMiddle(symbol)))) return undefined;
  const upright = beside.filter(({ glyph }) => !glyph.font.italic);
  return (upright.length > 0 ? upright : beside).toSorted((a, b) => gapTo(a) - gapTo(b))[0];
}

function onLineOf(letter: Glyph, { glyph: { text, order }, x0, x1 }: Atom): Glyph {
  const { ink: _, formula: __, ...format } = letter;
  return { ...format, text, order, x0, x1, originX: x0, advance: x1 - x0, stretch: 1 };
}
