/** Whatever is below is one column wide, and one code unit. */
const UNUSUAL = /[^\0-\u02ff]/;
/** Characters of East Asian scripts and emoji, which are two columns wide (Unicode Standard Annex 11, W and F). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
/** Marks that are set over the character before them, and what is not shown. */
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** By what the columns of a table of characters are counted. */
export interface Ruler {
  readonly widthOf: (text: string) => number;
  /** What of a line is in the columns from `start` up to `end`. */
  readonly slice: (line: string, start: number, end?: number) => string;
}

/** By the columns of a terminal, as most programs do. */
export const BY_DISPLAY: Ruler = { widthOf: displayWidth, slice: sliceColumns };
/** By characters, however wide they are. */
export const BY_CHARACTERS: Ruler = {
  widthOf: (text) => (UNUSUAL.test(text) ? [...text].length : text.length),
  slice: (line, start, end) => (UNUSUAL.test(line) ? [...line].slice(start, end).join('') : line.slice(start, end)),
};

/** How many columns of a terminal a text is wide. Programs that draw tables with characters align them by these. */
export function displayWidth(text: string): number {
  if (!UNUSUAL.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** What of a line is in the columns from `start` up to `end`. A character that is in two columns is in the first. */
export function sliceColumns(line: string, start: number, end = Infinity): string {
  if (!UNUSUAL.test(line)) return line.slice(start, end);
  let column = 0;
  let slice = '';
  for (const character of line) {
    const width = widthOf(character);
    // A mark belongs to what it is set over.
    const place = width === 0 ? column - 1 : column;
    if (place >= end) break;
    if (place >= start) slice += character;
    column += width;
  }
  return slice;
}

function widthOf(character: string): number {
  if (WITHOUT_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
