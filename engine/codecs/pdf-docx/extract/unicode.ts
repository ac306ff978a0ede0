import { LONE_SURROGATE } from '../../../io/xml.ts';

/** Latin ligatures, Arabic presentation forms and full-width digits are shapes of other characters: write those. */
const COMPATIBILITY_FORMS = /[\ufb00-\ufdfb\ufe70-\ufefc]/;
/** Not allowed in XML, or without meaning for a reader. */
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff\u200b]/g;
const WHITE_SPACE = /[\t\n\r\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** Text of a glyph as it should be edited: no ligatures, no control characters, one kind of space. */
export function cleanGlyphText(unicode: string): string {
  const plain = unicode.replace(CONTROL, '').replace(LONE_SURROGATE, '').replace(WHITE_SPACE, ' ');
  return COMPATIBILITY_FORMS.test(plain) ? plain.normalize('NFKC') : plain;
}

/** Signs of the standard font ZapfDingbats by the letters of their codes: ticks, crosses, boxes and bullets of forms. */
const DINGBATS: Readonly<Record<string, string>> = {
  '3': '\u2713',
  '4': '\u2714',
  '5': '\u2715',
  '6': '\u2716',
  '7': '\u2717',
  '8': '\u2718',
  H: '\u2605',
  l: '\u25cf',
  m: '\u274d',
  n: '\u25a0',
  o: '\u274f',
  q: '\u2751',
  u: '\u25c6',
  v: '\u2756',
};

/** What a glyph of a font of signs shows whose text is only its code. */
export function signOf(text: string, fontName: string): string {
  return /^(?:Zapf|ITCZapf)?Dingbats/i.test(fontName) ? (DINGBATS[text] ?? text) : text;
}
