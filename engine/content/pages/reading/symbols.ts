import { texCharacter, texEncodingOf } from './tex/encodings.ts';

/**
 * Unicode's mapping of the standard font ZapfDingbats: two stretches of codes that follow the block Dingbats in order,
 * but for symbols that Unicode had already elsewhere.
 */
const DINGBATS_RANGES = [
  { first: 0x21, last: 0x7e, offset: 0x26e0 },
  { first: 0x80, last: 0x8d, offset: 0x26e8 },
  { first: 0xa1, last: 0xef, offset: 0x26c0 },
  { first: 0xf1, last: 0xfe, offset: 0x26c0 },
];
const UNIFIED_DINGBATS: Readonly<Record<number, string>> = {
  0x25: '\u260e',
  0x2a: '\u261b',
  0x2b: '\u261e',
  0x48: '\u2605',
  0x6c: '\u25cf',
  0x6e: '\u25a0',
  0x73: '\u25b2',
  0x74: '\u25bc',
  0x75: '\u25c6',
  0x77: '\u25d7',
  0xa8: '\u2663',
  0xa9: '\u2666',
  0xaa: '\u2665',
  0xab: '\u2660',
  0xd5: '\u2192',
  0xd6: '\u2194',
  0xd7: '\u2195',
};
const CIRCLED_DIGITS = { first: 0xac, last: 0xb5, one: 0x2460 };
export type ReadCode = (code: number) => string | undefined;

const DINGBATS = /^(?:Zapf|ITCZapf)?Dingbats/i;
/** LaTeX's fonts of circles have circles and disks behind their quarters. */
const CIRCLES = /^LCIRCLEW?\d/i;
const FIRST_CIRCLE = 0x60;
const FIRST_DISK = 0x70;
const LAST_DISK = 0x7e;

/** What has these code points or higher ones is a symbol already, not a letter that stands for its code. */
const FIRST_SYMBOL = '\u2190';

/** Reads a glyph by its code where its text is no more than that. */
export type ReadSymbol = (text: string, code: unknown) => string;

/** How a font whose codes have a meaning of their own reads its glyphs, by its name; undefined for other fonts. */
export function symbolReader(fontName: string): ReadSymbol | undefined {
  if (DINGBATS.test(fontName)) return codeReader(dingbatOf);
  if (isCircleFont(fontName)) return codeReader(circleOf);
  const encoding = texEncodingOf(fontName);
  return encoding && codeReader((code) => texCharacter(encoding, code));
}

export const isCircleFont = (fontName: string): boolean => CIRCLES.test(fontName);

function circleOf(code: number): string | undefined {
  if (code < FIRST_CIRCLE || code > LAST_DISK) return undefined;
  return code < FIRST_DISK ? '○' : '●';
}

export function codeReader(read: ReadCode): ReadSymbol {
  return (text, code) => (typeof code === 'number' && isBareCode(text, code) ? (read(code) ?? text) : text);
}

function isBareCode(text: string, code: number): boolean {
  return text < FIRST_SYMBOL && (text.trim() === '' || text.codePointAt(0) === code);
}

function dingbatOf(code: number): string | undefined {
  const { first, last, one } = CIRCLED_DIGITS;
  if (code >= first && code <= last) return String.fromCodePoint(one + code - first);
  const range = DINGBATS_RANGES.find((stretch) => code >= stretch.first && code <= stretch.last);
  return UNIFIED_DINGBATS[code] ?? (range && String.fromCodePoint(code + range.offset));
}

/** Pieces of large brackets from Adobe's code point U+F8EB on, in its order. */
const BRACKET_PIECES =
  '\u239b\u239c\u239d\u23a1\u23a2\u23a3\u23a7\u23a8\u23a9\u23aa\u23ae\u239e\u239f\u23a0\u23a4\u23a5\u23a6\u23ab\u23ac\u23ad';
const FIRST_BRACKET_PIECE = 0xf8eb;
const SYMBOLS: Readonly<Record<string, string>> = {
  '\uf6d9': '\u00a9',
  '\uf6da': '\u00ae',
  '\uf6db': '\u2122',
  '\uf8e6': '\u23d0',
  '\uf8e7': '\u23af',
  '\uf8e8': '\u00ae',
  '\uf8e9': '\u00a9',
  '\uf8ea': '\u2122',
};

/** The Unicode character for one of Adobe's own code points, as they stand for glyphs of the font Symbol. */
export function publicSymbolOf(symbol: string): string | undefined {
  return SYMBOLS[symbol] ?? BRACKET_PIECES[symbol.charCodeAt(0) - FIRST_BRACKET_PIECE];
}
