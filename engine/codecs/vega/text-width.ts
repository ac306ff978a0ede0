/** Widths as shares of the size of the font: letters of a sans-serif on the average, capitals and digits, wide characters. */
const [LETTER, NARROW, CAPITAL, WIDE] = [0.53, 0.3, 0.66, 1];
/** Bold text is so much wider. */
const BOLD = 1.08;
/** Points of a label whose size nothing says. */
const USUAL_SIZE = 11;

interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
  /** Where the text is cut off, if it is. */
  readonly limit?: number;
}

/** How wide a text is about, in pixels: no wider than its limit. */
export function textWidth(item: object, text: unknown): number {
  const { fontSize = USUAL_SIZE, fontWeight, limit = 0 } = item as TextItem;
  let shares = 0;
  for (const character of String(text ?? '')) shares += shareOf(character);
  const isBold = fontWeight === 'bold' || Number(fontWeight) >= 600;
  const width = shares * fontSize * (isBold ? BOLD : 1);
  return limit > 0 ? Math.min(width, limit) : width;
}

function shareOf(character: string): number {
  if (/[iIjlt.,:;'|!()[\] fr]/.test(character)) return NARROW;
  if (/\p{Lu}|\p{N}|[mwMW@%—]/u.test(character)) return CAPITAL;
  return /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60\u{1f000}-\u{3ffff}]/u.test(character) ? WIDE : LETTER;
}
