import { accentedLetter, isSpacingAccent } from '../../../content/font/spacing-accents.ts';
import { middleX, middleY } from '../../../content/pages/geometry.ts';
import type { Glyph } from '../../../content/pages/model.ts';
import { ACCENTS } from '../thresholds/lines.ts';

const { MAX_ASIDE, MAX_RAISED } = ACCENTS;

/**
 * Letters with the accents that are printed over or under them: TeX and other programs with old fonts paint the two one
 * after the other. Glyphs come in paint order.
 */
export function joinAccents(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(({ text }) => isSpacingAccent(text))) return glyphs;
  const joined: (Glyph | undefined)[] = [...glyphs];
  for (const [index, accent] of glyphs.entries()) {
    if (!isSpacingAccent(accent.text)) continue;
    const place = [index + 1, index - 1].find((candidate) => {
      const letter = joined[candidate];
      return letter && isOver(accent, letter) && accentedLetter(accent.text, letter.text) !== undefined;
    });
    if (place === undefined) continue;
    const letter = joined[place]!;
    joined[place] = {
      ...letter,
      text: accentedLetter(accent.text, letter.text)!,
      y0: Math.min(letter.y0, accent.y0),
      y1: Math.max(letter.y1, accent.y1),
    };
    joined[index] = undefined;
  }
  return joined.filter((glyph) => glyph !== undefined);
}

function isOver(accent: Glyph, letter: Glyph): boolean {
  const { size, rotation } = letter;
  if (accent.rotation !== rotation) return false;
  const apartX = Math.abs(middleX(accent) - middleX(letter));
  const apartY = Math.abs(middleY(accent) - middleY(letter));
  const [along, across] = rotation % 180 === 0 ? [apartX, apartY] : [apartY, apartX];
  return along < MAX_ASIDE * size && across < MAX_RAISED * size;
}
