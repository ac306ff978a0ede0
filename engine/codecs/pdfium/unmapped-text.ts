import type { Pdfium, Pointer } from './bindings.ts';
import type { Characters } from './page-text.ts';

const SPACE = 0x20;
const LAST_OF_ASCII = 0x7e;
/** Codes from here on do not fit into a byte: they are those of a composite font, which are no characters. */
const FIRST_OF_TWO_BYTES = 0x100;

/**
 * The characters of words of which the file does not say which they are: where it has no map from a code to Unicode, the
 * library takes the code itself for one. Of a font whose codes have one byte, those of ASCII mostly are what they say.
 */
export function findUnmapped({ api }: Pdfium, textPage: Pointer, { codes, owners }: Characters): ReadonlySet<number> {
  const chars = codes.length;
  const bare: number[] = [];
  for (let char = 0; char < chars; char++) if (api.FPDFText_HasUnicodeMapError(textPage, char) === 1) bare.push(char);
  if (bare.length === 0) return new Set();
  const codeOf = (char: number): number => codes[char]!;
  const fontOf = (char: number): Pointer => api.FPDFTextObj_GetFont(owners[char]!);
  const composite = new Set(bare.filter((char) => codeOf(char) >= FIRST_OF_TWO_BYTES).map(fontOf));
  const isText = (char: number): boolean => codeOf(char) >= SPACE && codeOf(char) <= LAST_OF_ASCII;
  const unmapped = new Set<number>();
  const isInWord = (char: number): boolean => char >= 0 && char < chars && codeOf(char) > SPACE;
  for (const char of bare) {
    if (isText(char) && !composite.has(fontOf(char))) continue;
    unmapped.add(char);
    for (let near = char - 1; isInWord(near) && !unmapped.has(near); near--) unmapped.add(near);
    for (let near = char + 1; isInWord(near) && !unmapped.has(near); near++) unmapped.add(near);
  }
  return unmapped;
}
