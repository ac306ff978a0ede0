import type { Rule } from '../../../content/pages/model.ts';
import type { Item } from './items.ts';
import { isRadical } from '../../../content/pages/formulas/symbols.ts';
import { RADICALS } from '../thresholds/formulas.ts';

const { GAP } = RADICALS;

/** Whether a bar begins at the upper end of a radical symbol. */
export function isRadicalOf({ glyph, x1, y0, size }: Item, { start, position }: Rule): boolean {
  if (!glyph || !isRadical(glyph.text) || Math.abs(x1 - start) > GAP * size) return false;
  if (glyph.ink) return Math.abs(y0 - position) < GAP * size;
  const above = glyph.baseline - position;
  return above > 0.3 * size && above < 1.6 * size;
}
