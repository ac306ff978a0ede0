import type { TextStyle } from '../model.ts';

/** Styles of characters, a bit for each. */
export const STYLE_BIT = { bold: 1, italic: 2, strike: 4, underline: 8, super: 16, sub: 32 } as const;

const styles = new Map<number, TextStyle>();

/** The same object for the same bits, so that texts of the same style are joined. */
export function styleOfBits(styleBits: number): TextStyle | undefined {
  if (styleBits === 0) return undefined;
  const known = styles.get(styleBits);
  if (known) return known;
  const style: TextStyle = {
    ...(styleBits & STYLE_BIT.bold && { bold: true }),
    ...(styleBits & STYLE_BIT.italic && { italic: true }),
    ...(styleBits & STYLE_BIT.strike && { strike: true }),
    ...(styleBits & STYLE_BIT.underline && { underline: true }),
    ...(styleBits & STYLE_BIT.super ? { script: 'super' } : styleBits & STYLE_BIT.sub && { script: 'sub' }),
  };
  styles.set(styleBits, style);
  return style;
}
