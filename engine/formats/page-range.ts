import { ConversionError } from '../contract/errors.ts';

/** Pages from `first` to `last`, both counted from 1 and included. */
interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** What a page list looks like; the JSON Schema of the option says the same. */
export const PAGES_PATTERN = '^\\s*[0-9]{1,6}(\\s*-\\s*[0-9]{1,6})?(\\s*,\\s*[0-9]{1,6}(\\s*-\\s*[0-9]{1,6})?)*\\s*$';

/** Characters of a page list: room for some two hundred ranges. */
export const MAX_PAGES_LENGTH = 1_000;

const PATTERN = new RegExp(PAGES_PATTERN);

/**
 * Reads a page list such as `3`, `1-4` or `1,3-5` into ranges that are sorted and do not touch. Throws
 * `invalid_options` for anything else: page 0, a range that runs backwards, other characters.
 */
export function parsePages(text: string): PageRange[] {
  if (text.length > MAX_PAGES_LENGTH || !PATTERN.test(text)) throw invalidPages(text);
  const ranges = text.split(',').map((part) => {
    const [first, last = first] = part.split('-').map(Number) as [number, number?];
    return { first, last };
  });
  if (ranges.some(({ first, last }) => first < 1 || last < first)) throw invalidPages(text);
  return joinRanges(ranges.sort((a, b) => a.first - b.first));
}

/** The numbers of the pages that a document with `pageCount` pages has of the ranges, ascending, counted from 1. */
export function pageNumbers(ranges: readonly PageRange[], pageCount: number): number[] {
  const numbers: number[] = [];
  for (const { first, last } of ranges)
    for (let page = first; page <= Math.min(last, pageCount); page++) numbers.push(page);
  return numbers;
}

function joinRanges(sorted: readonly PageRange[]): PageRange[] {
  const joined: PageRange[] = [];
  for (const range of sorted) {
    const before = joined.at(-1);
    if (before && range.first <= before.last + 1)
      joined[joined.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
    else joined.push(range);
  }
  return joined;
}

function invalidPages(text: string): ConversionError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new ConversionError({
    code: 'invalid_options',
    message: `Expected pages such as 3, 1-4 or 1,3-5 for pages, but received ${shown || 'nothing'}.`,
    details: { option: 'pages' },
  });
}

/** How many pages of a document an option's value names: without it all, if it is known how many these are. */
export function wantedPages(count: number | undefined, pages: string | undefined): number | undefined {
  return count === undefined || pages === undefined ? count : pageNumbers(parsePages(pages), count).length;
}
