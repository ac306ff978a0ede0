import type { RunContext } from '../../contract/codec.ts';
import {
  facesOf,
  fallbacksFor,
  requireFontsFor,
  type FontFace,
  type ShippedFamily,
} from '../../content/font/shipped-fonts.ts';

/** Families of text, headings and code; the others are loaded for texts that need them. */
const OWN: readonly ShippedFamily[] = ['Tinos', 'Arimo', 'Cousine'];
const FORMULAS: ShippedFamily = 'Noto Sans Math';
const ESCAPED = /\\u\{([0-9a-f]{1,6})\}/gi;

/** The fonts that a text in Typst's language needs; warns of characters that none of ours has. */
export function fontsFor(source: string, { warn }: Pick<RunContext, 'warn'>): readonly FontFace[] {
  const text = source.replace(ESCAPED, (whole, digits: string) => characterOf(Number.parseInt(digits, 16)) ?? whole);
  const { families, missing } = fallbacksFor(text, OWN);
  requireFontsFor(missing);
  if (missing.length > 0) {
    warn({
      code: 'text_dropped',
      message: `No font here has the characters ${missing.slice(0, 8).join(' ')}: they are shown as boxes.`,
      details: { characters: missing.slice(0, 100) },
    });
  }
  return [...new Set([...OWN, FORMULAS, ...families])].flatMap(facesOf);
}

function characterOf(code: number): string | undefined {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
}
