import { withAccentedLetters } from '../font/spacing-accents.ts';

/** Separates the pages of `DocumentFacts.text` in formats that have pages. */
export const PAGE_BREAK = '\f';

/**
 * Everything after this mark in `DocumentFacts.text` has no fixed place in the reading order (headers, footers,
 * notes, text boxes): it must be there, but where it is is not compared.
 */
export const ASIDES_MARK = '\v';

/** Hyphen at a line's end between two letters: the two halves are one word. */
const LINE_END_HYPHEN = /(\p{L})[-\u00ad\u2010]\s*[\r\n]\s*(?=\p{Ll})/gu;
/** Soft hyphens, zero-width characters, marks of direction, and the stroke that stretches Arabic words. */
const INVISIBLE = /[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** Bullets, `1.`, `2.3.1`, `1.a.ii`, `(a)`, `iv)` before the text of a line: word processors draw them without storing them. */
const LIST_MARKER =
  /^[^\S\n]*[^\p{L}\p{N}\s]?(?:\d{1,3}[.)\]:]|(?:[a-z]|[ivxlc]{2,5})[.)\]]|\d{1,2}(?:st|nd|rd|th)?(?:\.(?:\d{1,2}|[a-z]|[ivxlc]{2,5})){1,5}\.?)(?=[^\S\n]+\S)/gimu;
/** Lam and alef in one glyph: readers of PDF take them apart in one order or the other. */
const LAM_ALEF = /\u0644([\u0622\u0623\u0625\u0627])/g;
/** Scripts that are written without spaces: every character counts as a word. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const SPACED = `[[\\p{L}\\p{Nd}\\p{Nl}]--${UNSPACED}]`;
const WORD = new RegExp(`${SPACED}[${SPACED}\\p{M}]*|${UNSPACED}\\p{M}*`, 'gv');

/**
 * Text in the form in which two formats can be compared: compatibility forms and ligatures resolved, case folded,
 * words that a line end cut in two joined, accents put on their letters, invisible characters removed.
 */
export function normaliseText(text: string): string {
  return withAccentedLetters(text)
    .normalize('NFKC')
    .replace(LINE_END_HYPHEN, '$1')
    .replace(INVISIBLE, '')
    .replace(LAM_ALEF, '$1\u0644')
    .toLowerCase();
}

/** Without the markers that make a line a list item: an output may hold them as numbering instead of text. */
export function withoutListMarkers(text: string): string {
  return text.replace(LIST_MARKER, '');
}

/**
 * The words of a normalised text in order: letters and digits only, so that punctuation, quotes and
 * dingbats (which fonts map differently) do not matter.
 */
export function wordsOf(normalised: string): string[] {
  return normalised.match(WORD) ?? [];
}

const WORD_AND_GAPS = new RegExp(`(${WORD.source})`, WORD.flags);

/** A normalised text in its words, at odd places, and what stands before, between and after them. */
export function wordsAndGapsOf(normalised: string): string[] {
  return normalised.split(WORD_AND_GAPS);
}

export function countWords(text: string): number {
  return wordsOf(normaliseText(text)).length;
}

export interface TextParts {
  /** The body, page by page; a single part where the format has no pages. */
  readonly pages: readonly string[];
  readonly asides: string;
}

export function splitText(text: string): TextParts {
  const mark = text.indexOf(ASIDES_MARK);
  const body = mark < 0 ? text : text.slice(0, mark);
  return { pages: body.split(PAGE_BREAK), asides: mark < 0 ? '' : text.slice(mark + 1) };
}

/** Joins body and asides into the text of `DocumentFacts`, cut to `maxChars`. */
export function joinText({ pages, asides }: TextParts, maxChars: number): string {
  const body = pages.join(PAGE_BREAK);
  const whole = asides.trim() === '' ? body : `${body}${ASIDES_MARK}${asides}`;
  return whole.length > maxChars ? whole.slice(0, maxChars) : whole;
}

/** How many lines at the top and the bottom of a page may be a running header or footer, at most. */
const MARGIN_LINES = 4;
/** A line longer than this is running text. */
const MAX_MARGIN_CHARS = 200;
const PAGE_NUMBER = /^[^\p{L}\p{N}]*\d{1,4}[^\p{L}\p{N}]*$/u;

/**
 * Moves running headers, footers and page numbers out of the pages: lines near a page's edge that come back, apart
 * from their digits, on another page. One copy of each stays, without its digits, as an aside.
 */
export function separateMarginLines({ pages, asides }: TextParts): TextParts {
  if (pages.length < 2) return { pages, asides };
  const pageLines = pages.map((page) => page.split(/\r?\n|\r/).filter((line) => line.trim() !== ''));
  const pagesWith = countEdgeLines(pageLines);
  const marginLines = new Map<string, string>();
  const bodies = pageLines.map((lines) =>
    lines
      .filter((line, index) => {
        if (!isAtEdge(index, lines.length) || line.length > MAX_MARGIN_CHARS) return true;
        const key = marginLineKey(line);
        if (key === '') return !PAGE_NUMBER.test(line);
        if ((pagesWith.get(key) ?? 0) < 2) return true;
        marginLines.set(key, line.replace(/\d+/g, ' '));
        return false;
      })
      .join('\n'),
  );
  return { pages: bodies, asides: [asides, ...marginLines.values()].join('\n') };
}

function countEdgeLines(pageLines: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const lines of pageLines) {
    const keys = new Set(lines.filter((_, index) => isAtEdge(index, lines.length)).map(marginLineKey));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** At most a quarter of the page at each end: pages with the same content are no furniture. */
function isAtEdge(index: number, count: number): boolean {
  const edge = Math.max(1, Math.min(MARGIN_LINES, Math.floor(count / 4)));
  return index < edge || index >= count - edge;
}

function marginLineKey(line: string): string {
  return line.toLowerCase().replace(/[^\p{L}]+/gu, '');
}
