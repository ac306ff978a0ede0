import { type Box, overlapX, overlapY } from '../../../content/pages/geometry.ts';
import { type Rule, UNKNOWN_GLYPH } from '../../../content/pages/model.ts';
import type { Atom } from './atoms.ts';
import { isAlong } from './bars.ts';
import { isBracket, opens } from '../../../content/pages/formulas/brackets.ts';
import { chunksOf, isTall } from './items.ts';
import { isMathGlyph } from '../../../content/pages/formulas/symbols.ts';
import { LINES } from '../thresholds/formulas.ts';

const { MAX_WORDS, MIN_WORD, WORD_GAP, CELL_GAP, NUMBER_GAP } = LINES;

const NUMBER = /^[([]?[A-Z]?\.?\d{1,3}(?:[.-]\d{1,3})*[a-z]?[)\]]$/;

/** Symbols by the lines on which they are. */
function byLine(atoms: readonly Atom[]): (readonly Atom[])[] {
  return [...Map.groupBy(atoms, ({ glyph }) => Math.round(glyph.baseline)).values()];
}

/** Numbers as `(3)` with gaps around them, by each of their symbols. */
export function numbersOf(atoms: readonly Atom[]): Map<Atom, readonly Atom[]> {
  const chunks = byLine(atoms).flatMap((line) => chunksOf(line, NUMBER_GAP) as (readonly Atom[])[]);
  const numbers = chunks.filter((chunk) => NUMBER.test(textOf(chunk)));
  return new Map(numbers.flatMap((number) => number.map((atom) => [atom, number])));
}

/** Whether most of it is words. What is over and under bars may be words, and so may names before brackets. */
export function isProse(sorted: readonly Atom[], bars: readonly Rule[]): boolean {
  const free = sorted.filter((atom) => !bars.some((bar) => isAlong(atom, bar)));
  const brackets = sorted.filter(({ glyph }) => opens(glyph.text));
  const isName = (atom: Atom): boolean =>
    brackets.some((bracket) => overlapY(bracket, atom) > 0 && Math.abs(bracket.x0 - atom.x1) < WORD_GAP * atom.size);
  let inWords = 0;
  for (const line of byLine(free)) {
    const text = spaced(line, (atom) =>
      isMathGlyph(atom.glyph) ? ' ' : `${atom.glyph.text}${isName(atom) ? '(' : ''}`,
    );
    for (const [, word, bracket] of text.matchAll(/(\p{L}+)(\()?/gu))
      if (!bracket && word!.length >= MIN_WORD) inWords += word!.length;
  }
  return inWords > MAX_WORDS * sorted.length;
}

/** Whether lines have gaps at the same place, and no bracket that holds them together: rows of a table. */
export function isTabular(sorted: readonly Atom[]): boolean {
  const gaps = byLine(sorted).flatMap((line, index) =>
    line.slice(1).flatMap((atom, at): (Box & { index: number })[] => {
      const last = line[at]!;
      const isWide = atom.x0 - last.x1 > CELL_GAP * atom.size;
      return isWide ? [{ index, x0: last.x1, x1: atom.x0, y0: last.y0, y1: last.y1 }] : [];
    }),
  );
  const held = sorted.filter((atom) => isTall(atom) && isBracket(atom.glyph.text));
  return gaps.some((gap) =>
    gaps.some(
      (other) =>
        other.index > gap.index &&
        overlapX(gap, other) > 0 &&
        !held.some((bracket) => overlapY(bracket, gap) > 0 && overlapY(bracket, other) > 0),
    ),
  );
}

/** The text of what is on each line, from the highest one. */
export function linesOf(atoms: readonly Atom[]): string {
  return byLine(atoms)
    .sort(([a], [b]) => a!.glyph.baseline - b!.glyph.baseline)
    .map((line) => spaced(line, ({ glyph }) => glyph.text.replace(UNKNOWN_GLYPH, '')))
    .filter((text) => text !== '')
    .join(' ');
}

/** The texts of the items of a line with spaces where there are gaps. */
function spaced(line: readonly Atom[], textIn: (atom: Atom) => string): string {
  const texts = line.map((atom, at) => {
    const last = line[at - 1];
    return `${last && atom.x0 - last.x1 > WORD_GAP * last.size ? ' ' : ''}${textIn(atom)}`;
  });
  return texts.join('');
}

/** The text of symbols without spaces. */
export function textOf(atoms: readonly Atom[]): string {
  return atoms.map(({ glyph }) => glyph.text).join('');
}
