import type { Glyph } from '../../../content/pages/model.ts';
import { RANGES, WIDTHS } from './standard-widths.ts';
import { typefaceOf } from './typefaces.ts';
import { TEXT_WIDTH } from '../thresholds/writing.ts';

const { COURIER_ADVANCE, SCRIPT_SIZE } = TEXT_WIDTH;

const indexes = new Map<number, number>();
{
  let index = 0;
  for (const [first, last] of RANGES) for (let code = first; code <= last; code++) indexes.set(code, index++);
}

/**
 * Width of a glyph in the family and size in which it is written, in points at 100 % scale. Where Word has the very
 * font of the PDF (or a font without known widths stands for it), it is the width in the PDF.
 */
export function writtenWidth(glyph: Glyph): number {
  if (glyph.formula ?? glyph.picture) return glyph.advance;
  const size = Math.round(glyph.size * 2) / 2;
  const scale = glyph.script ? SCRIPT_SIZE : 1;
  const { family } = typefaceOf(glyph.font);
  const em = standardAdvance(glyph, family);
  if (em !== undefined && !glyph.script) return em * size * scale;
  const natural = glyph.advance / (glyph.stretch || 1);
  return natural * (glyph.size > 0 ? size / glyph.size : 1);
}

function standardAdvance({ text, font }: Glyph, family: string): number | undefined {
  if (family === 'Courier New') return COURIER_ADVANCE * [...text].length;
  const table = WIDTHS[family + styleOf(family, font.bold, font.italic)];
  if (!table) return undefined;
  let sum = 0;
  for (const character of text) {
    const advance = advanceOf(character, table);
    if (advance === undefined) return undefined;
    sum += advance;
  }
  return sum / 1000;
}

/** Slanted sans-serif faces are as wide as the upright ones. */
function styleOf(family: string, bold: boolean, italic: boolean): string {
  return (bold ? ' bold' : '') + (italic && family !== 'Arial' ? ' italic' : '');
}

function advanceOf(character: string, table: string): number | undefined {
  const index = indexes.get(character.codePointAt(0)!) ?? indexes.get(character.normalize('NFD').codePointAt(0)!);
  if (index === undefined) return undefined;
  const advance = Number.parseInt(table.slice(2 * index, 2 * index + 2), 36);
  return advance > 0 ? advance : undefined;
}

/** Whether the family in which a glyph is written is known to be as wide everywhere. */
export function hasKnownWidth(glyph: Glyph): boolean {
  return standardAdvance(glyph, typefaceOf(glyph.font).family) !== undefined;
}

export function sumWidths(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((sum, glyph) => sum + writtenWidth(glyph), 0);
}
