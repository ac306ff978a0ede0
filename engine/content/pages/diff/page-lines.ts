import type { PageFacts, TextLine } from '../../../contract/facts.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';

/** Hyphen at the end of a line after a letter, and the rest of a word at the beginning of the next one. */
const CUT_WORD = /\p{L}[-\u00ad\u2010]\s*$/u;
const REST_OF_WORD = /^\s*(\p{Ll}\S*)\s*/u;
/** A line longer than this is running text. */
const MAX_MARGIN_CHARS = 200;
/** Share of the height of a page at each end in which headers and footers are. */
const MARGIN_SHARE = 0.15;
/** Points by which one that comes again may be higher or lower, and the same for one that is known by its letters. */
const MAX_SHIFT = 3;
const MAX_SHIFT_OF_KNOWN = 40;
const KNOWN_LETTERS = 8;
/** A number between other signs, or two of them: `- 3 -`, `3 / 12`. */
const PAGE_NUMBER = /^[^\p{L}\p{N}]*(?:\d{1,4}|[ivxlc]{1,6})(?:[^\p{L}\p{N}]+\d{1,4})?[^\p{L}\p{N}]*$/iu;
/** A number of a page in digits, and a Roman one at an end of its line. */
const NUMBER = /\d+|^[ivxlc]{1,6}(?!\p{L})|(?<!\p{L})[ivxlc]{1,6}$/giu;
/** Words beside a number that counts pages: `Page 3 of 12`. */
const COUNTED_PAGE = /^\P{L}*(?:\p{L}+\P{L}+){0,2}$/u;

/**
 * The lines of pages as blocks, each with its place. Lines that come back on another page at the same height, but for
 * their numbers, are one block in the margin; those that count pages are in none.
 */
export function linesOfPages(pages: readonly PageFacts[], wanted: readonly number[]): readonly OutlineBlock[] {
  const numbered = wanted.flatMap((index) => (pages[index] ? [{ number: index + 1, page: pages[index] }] : []));
  const marginLines = marginLinesOf(numbered);
  const blocks: OutlineBlock[] = [];
  for (const { number, page } of numbered) {
    const body = (page.lines ?? []).filter(
      (line) => !isAtEdge(line, page) || !findMarginLine(marginLines, line)?.isKnown,
    );
    for (const { text, box } of withWholeWords(body)) {
      const [x, y, width, height] = box;
      const frame = { x, y, width, height };
      if (text.trim() !== '') blocks.push({ kind: 'paragraph', place: 'body', page: number, text, frame });
    }
  }
  for (const { text, page, isKnown, isNumbered } of [...marginLines.values()].flat()) {
    const isCount = PAGE_NUMBER.test(text) || (isNumbered && COUNTED_PAGE.test(text));
    if (isKnown && !isCount) blocks.push({ kind: 'paragraph', place: 'margin', page, text });
  }
  return blocks;
}

/** Pages that follow each other with their numbers from which on these are no chance. */
const MIN_NUMBERED = 3;

/** Whether pages have their numbers over or under their text. */
export function hasPageNumbers(pages: readonly PageFacts[]): boolean {
  const numbers = pages.map((page) => {
    const lines = (page.lines ?? []).filter((line) => isAtEdge(line, page) && PAGE_NUMBER.test(line.text));
    return new Set(lines.flatMap(({ text }) => (/\d+/.exec(text) ?? []).map(Number)));
  });
  const following = numbers.filter(
    (own, index) => index > 0 && own.values().some((one) => numbers[index - 1]!.has(one - 1)),
  );
  return following.length >= MIN_NUMBERED - 1 && following.length * 2 > pages.length;
}

interface NumberedPage {
  readonly number: number;
  readonly page: PageFacts;
}

/** A line at the edge of a page. */
interface MarginLine {
  /** Without the numbers in which it differs from page to page. */
  text: string;
  readonly y: number;
  /** The first page that has it. */
  readonly page: number;
  /** Another page has it too. */
  isKnown: boolean;
  isNumbered: boolean;
}

/** What is at the edge of pages, by its letters. */
function marginLinesOf(pages: readonly NumberedPage[]): ReadonlyMap<string, readonly MarginLine[]> {
  const marginLines = new Map<string, MarginLine[]>();
  for (const { number, page } of pages) {
    for (const line of page.lines ?? []) {
      const letters = lettersOf(line);
      // Numbers alone are those of pages, or values.
      if (!isAtEdge(line, page) || (letters === '' && !PAGE_NUMBER.test(line.text))) continue;
      const known = findMarginLine(marginLines, line);
      const list = marginLines.get(letters) ?? [];
      marginLines.set(letters, list);
      const { text, box } = line;
      if (!known) list.push({ text, y: box[1], page: number, isKnown: false, isNumbered: false });
      else if (known.page !== number) {
        known.isKnown = true;
        if (known.text === text) continue;
        known.isNumbered = true;
        known.text = known.text.replace(NUMBER, ' ');
      }
    }
  }
  return marginLines;
}

function findMarginLine(
  marginLines: ReadonlyMap<string, readonly MarginLine[]>,
  line: TextLine,
): MarginLine | undefined {
  const letters = lettersOf(line);
  const most = letters.length < KNOWN_LETTERS ? MAX_SHIFT : MAX_SHIFT_OF_KNOWN;
  return marginLines.get(letters)?.find(({ y }) => Math.abs(y - line.box[1]) <= most);
}

function lettersOf({ text }: TextLine): string {
  return text
    .toLowerCase()
    .trim()
    .replace(NUMBER, '')
    .replace(/[^\p{L}]+/gu, '');
}

/** Whether a line is where headers and footers are; the number of a page may stand next to its text. */
function isAtEdge(line: TextLine, page: PageFacts): boolean {
  const { text, box } = line;
  const [, y, , height] = box;
  if (PAGE_NUMBER.test(text) && isOutermost(line, page)) return true;
  const { left = 0, right = 0 } = page.turned ?? {};
  const share = (y + height / 2) / (left + right > page.glyphs / 2 ? page.width : page.height);
  return text.length <= MAX_MARGIN_CHARS && (share < MARGIN_SHARE || share > 1 - MARGIN_SHARE);
}

function isOutermost({ box: [, y] }: TextLine, { lines = [] }: PageFacts): boolean {
  const others = lines.filter(({ box }) => box[1] !== y);
  return others.every(({ box }) => box[1] < y) || others.every(({ box }) => box[1] > y);
}

/** A word that a line end cut in two is in the first of its lines. */
function withWholeWords(lines: readonly TextLine[]): TextLine[] {
  const whole = lines.map((line) => ({ ...line }));
  for (const [index, line] of whole.entries()) {
    const next = whole[index + 1];
    const rest = next && CUT_WORD.test(line.text) ? REST_OF_WORD.exec(next.text) : null;
    if (!rest) continue;
    whole[index] = { ...line, text: line.text.replace(/\s*$/, '').slice(0, -1) + rest[1]! };
    whole[index + 1] = { ...next!, text: next!.text.slice(rest[0].length) };
  }
  return whole;
}
