/** The combining marks of accents that older fonts have as glyphs of their own. */
const COMBINING: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '\u00b4': '\u0301',
  '\u02c6': '\u0302',
  '\u02dc': '\u0303',
  '\u00af': '\u0304',
  '\u02d8': '\u0306',
  '\u02d9': '\u0307',
  '\u00a8': '\u0308',
  '\u02da': '\u030a',
  '\u02dd': '\u030b',
  '\u02c7': '\u030c',
  '\u00b8': '\u0327',
  '\u02db': '\u0328',
};
/** Letters that are printed without their dot to make room for an accent. */
const DOTTED: Readonly<Record<string, string>> = { '\u0131': 'i', '\u0237': 'j' };
const ACCENT_BEFORE_LETTER = /([`\u00b4\u02c6\u02dc\u00af\u02d8\u02d9\u00a8\u02da\u02dd\u02c7])(\p{L})/gu;

export function isSpacingAccent(text: string): boolean {
  return text in COMBINING;
}

/** The letter with an accent that is printed over or under it; nothing when there is no such letter. */
export function accentedLetter(accent: string, letter: string): string | undefined {
  const composed = markedLetter(accent, letter);
  return composed !== undefined && [...composed].length === 1 ? composed : undefined;
}

/** The letter with the mark of an accent, as formulas have it over any letter; nothing where one of the two is none. */
export function markedLetter(accent: string, letter: string): string | undefined {
  const mark = COMBINING[accent];
  return mark !== undefined && /^\p{L}$/u.test(letter)
    ? `${DOTTED[letter] ?? letter}${mark}`.normalize('NFC')
    : undefined;
}

/** A text with its accents on the letters that follow them, as TeX prints them: `na¨ıve` becomes `naïve`. */
export function withAccentedLetters(text: string): string {
  return text.replace(
    ACCENT_BEFORE_LETTER,
    (pair: string, accent: string, letter: string) => accentedLetter(accent, letter) ?? pair,
  );
}
