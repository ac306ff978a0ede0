import type { TextStyle } from '../model.ts';

/** Looks of text, a bit for each. */
export const LOOK = { bold: 1, italic: 2, strike: 4, underline: 8, super: 16, sub: 32 } as const;

const styles = new Map<number, TextStyle>();

/** The same object for the same look, so that texts that look the same become one. */
export function styleOfLook(look: number): TextStyle | undefined {
  if (look === 0) return undefined;
  const known = styles.get(look);
  if (known) return known;
  const style: TextStyle = {
    ...(look & LOOK.bold && { bold: true }),
    ...(look & LOOK.italic && { italic: true }),
    ...(look & LOOK.strike && { strike: true }),
    ...(look & LOOK.underline && { underline: true }),
    ...(look & LOOK.super ? { script: 'super' } : look & LOOK.sub && { script: 'sub' }),
  };
  styles.set(look, style);
  return style;
}
