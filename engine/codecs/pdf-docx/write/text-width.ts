import type { Glyph } from '../../../content/pages/model.ts';
import { RANGES, WIDTHS } from './standard-widths.ts';
import { TEXT_WIDTH } from '../thresholds/writing.ts';

const { COURIER_ADVANCE } = TEXT_WIDTH;

const indexes = new Map<number, number>();
{
  let index = 0;
  for (const [first, last] of RANGES) for (let code = first; code <= last; code++) indexes.set(code, index++);
}

/** Width of the text of a glyph in a family that all have, in em; undefined where that is not known. */
export function standardWidth({ text, font }: Pick<Glyph, 'text' | 'font'>, family: string): number | undefined {
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
