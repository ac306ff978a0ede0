import { UNKNOWN_GLYPH } from '../model.ts';

const BRACKET = /^[()[\]{}|‖∣∥⟨⟩⌊⌋⌈⌉]$/;
const PIECE = /^[\u239b-\u23ad\u23d0]$/;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '⟨': '⟩', '⌊': '⌋', '⌈': '⌉' };
const CLOSED: ReadonlySet<string> = new Set(Object.values(CLOSING));
/** The brackets that pieces make, one above the other, by all pieces that no other bracket has. */
const BRACKETS_OF_PIECES: Readonly<Record<string, string>> = {
  '(': '⎛⎜⎝',
  ')': '⎞⎟⎠',
  '[': '⎡⎢⎣',
  ']': '⎤⎥⎦',
  '{': '⎧⎨⎩',
  '}': '⎫⎬⎭',
};

export const isBracket = (text: string): boolean => BRACKET.test(text);
/** Brackets that do not tell their side. */
export const isBar = (text: string): boolean => /^[|‖∣∥]$/.test(text);
export const isBracketPiece = (text: string): boolean => PIECE.test(text);
export const opens = (text: string): boolean => text in CLOSING;
export const closes = (text: string): boolean => CLOSED.has(text);
/** The bracket that ends what this one begins; undefined for those that do not tell their side. */
export const closingOf = (text: string): string | undefined => CLOSING[text];

/** The bracket that symbols at the same place make: pieces, or bars one above the other; some may be known to nobody. */
export function bracketOfPieces(texts: readonly string[]): string {
  const entries = Object.entries(BRACKETS_OF_PIECES);
  for (const text of texts) {
    const made = entries.find(([, pieces]) => pieces.includes(text))?.[0];
    if (made) return made;
  }
  const known = texts.find(isBracket);
  return known ?? (texts.every(isBracketPiece) ? '|' : UNKNOWN_GLYPH);
}
