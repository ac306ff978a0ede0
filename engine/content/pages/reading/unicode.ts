import { LONE_SURROGATE } from '../../../io/xml.ts';
import { publicSymbolOf } from './symbols.ts';

/** Latin ligatures, Arabic presentation forms and full-width digits are shapes of other characters: write those. */
const COMPATIBILITY_FORMS = /[\ufb00-\ufdfb\ufe70-\ufefc]/;
/** Not allowed in XML, or without meaning for a reader. */
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff\u200b]/g;
/** Adobe's own code points for symbols that Unicode has got since. */
const ADOBE_SYMBOLS = /[\uf6d9-\uf6db\uf8e6-\uf8fe]/g;
const WHITE_SPACE = /[\t\n\r\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** Text of a glyph as it should be edited: no ligatures, no control characters, one kind of space. */
export function cleanGlyphText(unicode: string): string {
  const plain = unicode.replace(CONTROL, '').replace(LONE_SURROGATE, '').replace(WHITE_SPACE, ' ');
  if (ADOBE_SYMBOLS.test(plain)) return plain.replace(ADOBE_SYMBOLS, (symbol) => publicSymbolOf(symbol) ?? symbol);
  return COMPATIBILITY_FORMS.test(plain) ? plain.normalize('NFKC') : plain;
}
