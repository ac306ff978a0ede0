/** How numbers are written, by the codes of Word's binary files and RTF ([MS-OSHARED] 2.2.1.3), in the terms of OOXML. */
const FORMATS: Readonly<Record<number, string>> = {
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperLetter',
  4: 'lowerLetter',
  22: 'decimalZero',
  23: 'bullet',
  255: 'none',
};

export function numberFormatOf(code: number): string {
  return FORMATS[code] ?? 'decimal';
}

/** The label of a level, in which characters 0 to 8 stand for the numbers of the levels, in the terms of OOXML. */
export function labelPattern(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the characters are what the format has for them
  return text.replace(/[\0-\x08]/g, (level) => `%${level.charCodeAt(0) + 1}`);
}
