import { accentedLetter, isSpacingAccent, markedLetter } from '../../../content/font/spacing-accents.ts';
import { centreInside, middleX, middleY } from '../../../content/pages/geometry.ts';
import { isMathFont } from '../../../content/pages/formulas/symbols.ts';
import type { Glyph } from '../../../content/pages/model.ts';
import { ACCENTS } from '../thresholds/lines.ts';

const { MAX_ASIDE, MAX_RAISED } = ACCENTS;

/** What TeX's large circle, which it has for the copyright sign, makes of the letter that is printed within it. */
const CIRCLED: Readonly<Record<string, string>> = { c: '©', C: '©', R: '®', r: '®', P: '℗', p: '℗' };
const CIRCLES = '©◯○';

/**
 * Letters with the accents that are printed over or under them, or the circle around them: TeX and other programs with
 * old fonts paint the two one after the other. Glyphs come in paint order.
 */
export function joinAccents(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(isMark)) return glyphs;
  const joined: (Glyph | undefined)[] = [...glyphs];
  for (const [index, mark] of glyphs.entries()) {
    if (!isMark(mark)) continue;
    const place = [index + 1, index - 1].find((candidate) => {
      const letter = joined[candidate];
      return letter && textOf(mark, letter) !== undefined;
    });
    if (place === undefined) continue;
    const letter = joined[place]!;
    const [x0, x1] = isCircle(mark) ? [mark.x0, mark.x1] : [letter.x0, letter.x1];
    joined[place] = {
      ...letter,
      ...{ text: textOf(mark, letter)!, x0, x1 },
      y0: Math.min(letter.y0, mark.y0),
      y1: Math.max(letter.y1, mark.y1),
    };
    joined[index] = undefined;
  }
  return joined.filter((glyph) => glyph !== undefined);
}

const isCircle = ({ text }: Glyph): boolean => CIRCLES.includes(text);
const isMark = (glyph: Glyph): boolean => isSpacingAccent(glyph.text) || isCircle(glyph);

/** What a mark and a letter are together. Formulas have accents over any letter. */
function textOf(mark: Glyph, letter: Glyph): string | undefined {
  if (isCircle(mark))
    return mark.rotation === letter.rotation && centreInside(letter, mark) ? CIRCLED[letter.text] : undefined;
  if (!isOver(mark, letter)) return undefined;
  return (isMathFont(letter.font) ? markedLetter : accentedLetter)(mark.text, letter.text);
}

function isOver(accent: Glyph, letter: Glyph): boolean {
  const { size, rotation } = letter;
  if (accent.rotation !== rotation) return false;
  const apartX = Math.abs(middleX(accent) - middleX(letter));
  const apartY = Math.abs(middleY(accent) - middleY(letter));
  const [along, across] = rotation % 180 === 0 ? [apartX, apartY] : [apartY, apartX];
  return along < MAX_ASIDE * size && across < MAX_RAISED * size;
}
