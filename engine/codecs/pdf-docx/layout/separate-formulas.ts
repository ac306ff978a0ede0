import type { DrawArea } from '../../../content/pages/reading/read-page.ts';
import { type PageModel, UNKNOWN_GLYPH } from '../../../content/pages/model.ts';
import { separateEquations } from '../equations/find.ts';
import { joinInlineFormulas } from '../equations/inline.ts';
import { joinAccents } from './accents.ts';
import { isRtlPage } from './bidi.ts';

/** Joins letters and their accents, takes displayed equations out and joins those in lines; right-to-left pages stay. */
export function separateFormulas(model: PageModel, draw: DrawArea | undefined): PageModel {
  const whole = { ...model, glyphs: joinAccents(model.glyphs) };
  const read = isRtlPage(model.glyphs) ? whole : joinInlineFormulas(separateEquations(whole, draw));
  return { ...read, glyphs: read.glyphs.filter(({ text }) => text !== UNKNOWN_GLYPH) };
}
