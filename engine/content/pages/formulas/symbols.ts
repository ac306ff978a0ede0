import { type FontFace, type Glyph, UNKNOWN_GLYPH } from '../model.ts';
import { isBracket, isBracketPiece } from './brackets.ts';
import type { LetterStyle } from './formula.ts';

/** Fonts of mathematics by their PostScript names: TeX's, and those with a table for formulas. */
const MATH_FONT =
  /^(?:CM(?:MI|SY|EX|MIB|BSY)|LM(?:Math|MI|SY|EX)|MS[AB]M|EU[FRSE][MBX]|rsfs|txsy|txex|pxsy|pxex|MTSY|MTMI|MTEX|esint|wasy|stmary)|Math|STIX.*(?:Sym|Int|Size)|XITS|Asana/i;
const MATH_SYMBOL = /[\u{1d400}-\u{1d7ff}\u210e∂∇∈∉∏∐∑−±∓√∛∜∝∞∧∨∩∪∫-∳≈≠≡≤≥≪≫⊂-⊇⊕⊗→⇒⇔]/u;
/** The font in which LibreOffice sets the operators of formulas, and the bullets of lists. */
const SYMBOL_FONT = /^OpenSymbol/;
const OPERATOR = /^[=+<>()[\]{}|]$/;
const BIG_OPERATOR = /^[∑∏∐⋃⋂⋀⋁⨁⨂⨀⨄⨆∫∬∭∮]$/;

export const isMathFont = ({ name }: FontFace): boolean => MATH_FONT.test(name);
export const isMathGlyph = ({ font, text }: Glyph): boolean =>
  isMathFont(font) || MATH_SYMBOL.test(text) || (SYMBOL_FONT.test(font.name) && OPERATOR.test(text));
export const isBigOperator = (text: string): boolean => BIG_OPERATOR.test(text);
/** A brace, or a part of one, that lies over or under a formula. */
export const isBrace = (text: string): boolean => /^[\u23b4\u23b5\u23de\u23df]$/.test(text);
export const isIntegral = (text: string): boolean => /^[∫∬∭∮]$/.test(text);
export const isRelation = (text: string): boolean => /^[=<>≤≥≠≈≡∈→⇒]$/.test(text);
export const isRadical = (text: string): boolean => text === '√';

/** Symbols that come in many heights: their outlines tell how high one is. */
export const isLargeSymbol = (text: string): boolean =>
  text === UNKNOWN_GLYPH || isBigOperator(text) || isRadical(text) || isBracket(text) || isBracketPiece(text);

/** Ranges of Unicode's mathematical letters and the style that each stands for. */
const LETTERS: readonly (readonly [from: number, to: number, style: LetterStyle])[] = [
  [0x1d400, 0x1d433, 'bold'],
  [0x1d434, 0x1d467, 'italic'],
  [0x1d468, 0x1d49b, 'bold-italic'],
  [0x1d6a8, 0x1d6e1, 'bold'],
  [0x1d6e2, 0x1d71b, 'italic'],
  [0x1d71c, 0x1d755, 'bold-italic'],
  [0x1d7ce, 0x1d7d7, 'bold'],
  [0x210e, 0x210e, 'italic'],
];

/** The letter that people type, and its style: 𝑥 is an italic x. Letters of other alphabets, such as ℝ, stay. */
export function letterOf({ text, font }: Glyph): { readonly text: string; readonly style: LetterStyle } {
  const code = text.codePointAt(0)!;
  const range = LETTERS.find(([from, to]) => code >= from && code <= to);
  if (range) return { text: text.normalize('NFKC'), style: range[2] };
  if (font.bold) return { text, style: font.italic ? 'bold-italic' : 'bold' };
  return { text, style: font.italic || !hasLetters(text) ? 'italic' : 'plain' };
}

/** Digits and symbols look alike in italic and upright text. */
export const hasLetters = (text: string): boolean => /\p{L}/u.test(text);
