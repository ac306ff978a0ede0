import { romanNumber } from '../../../content/document/list-numerals.ts';
import { PAGE_NUMBERS } from '../thresholds/pages.ts';
import type { Row } from './rows.ts';
import { fullText, type Segment } from './segment.ts';

const { MIN_NUMBERED_SHARE, MAX_GAP, NEAR_PAGES, SHOWN_BEFORE } = PAGE_NUMBERS;

type PageFormat = 'decimal' | 'lowerRoman' | 'upperRoman';

/** How a page is counted, whether its number is printed or not. */
export interface PageCount {
  readonly value: number;
  readonly format: PageFormat;
}

/** A number in a header or footer that is the number of its page. */
export interface ShownNumber {
  readonly segment: Segment;
  readonly text: string;
  /** Which of the equal numbers of the segment it is, from 0. */
  readonly nth: number;
}

export interface PageNumbering {
  /** One a page. */
  readonly counts: readonly PageCount[];
  /** One a page. */
  readonly shown: readonly (ShownNumber | undefined)[];
}

interface TitleRows {
  readonly header: readonly Row[];
  readonly footer: readonly Row[];
}

interface Candidate extends ShownNumber {
  readonly value: number;
  readonly format: PageFormat;
  /** Where in the titles it is. */
  readonly place: string;
}

/** Pages whose numbers count on together. */
interface Run {
  readonly format: PageFormat;
  /** Number of a page minus its index, from 0. */
  readonly offset: number;
  readonly pages: readonly number[];
}

/** Numbers by themselves: no parts of decimals, dates and versions. */
const DECIMAL = /(?<!\d|\d[.,:])\d{1,4}(?!\d|[.,:]\d)/g;
/** At an end of the text, where no word is one. */
const ROMAN = /^\W*([ivxlc]{1,7}|[IVXLC]{1,7})(?=\W*$|\s)|\s([ivxlc]{1,7}|[IVXLC]{1,7})\W*$/g;
const WELL_FORMED_ROMAN = /^c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;

/** How the pages are numbered: in runs, each of which may restart; undefined where they are not. */
export function pageNumbering(pages: readonly TitleRows[]): PageNumbering | undefined {
  const candidates = candidatesOf(pages);
  const runs = chooseRuns(candidates);
  const runOf = pages.map((_, index) => runs.find((run) => run.pages.includes(index)));
  const titled = pages.filter(({ header, footer }) => header.length + footer.length > 0).length;
  const numbered = runOf.filter((run) => run !== undefined).length;
  if (numbered === 0 || numbered < MIN_NUMBERED_SHARE * titled) return undefined;
  const own = candidates.map((ofPage, index) =>
    ofPage.filter(({ format, value }) => format === runOf[index]?.format && value === runOf[index].offset + index),
  );
  const usage = new Map<string, number>();
  for (const { place } of own.flat()) usage.set(place, (usage.get(place) ?? 0) + 1);
  const shown = own.map(
    (ofPage) => ofPage.toSorted((a, b) => usage.get(b.place)! - usage.get(a.place)! || a.nth - b.nth)[0],
  );
  return { shown, counts: pages.map((_, index) => countOf(index, runOf)) };
}

/** The numbers in the titles of each page, but for those in texts that come back on pages nearby. */
function candidatesOf(pages: readonly TitleRows[]): Candidate[][] {
  const placed = pages.map(({ header, footer }) => [
    ...header.flatMap(({ segments }) => segments.map((segment) => ({ segment, end: 'header' }))),
    ...footer.flatMap(({ segments }) => segments.map((segment) => ({ segment, end: 'footer' }))),
  ]);
  const texts = placed.map((titles) => new Set(titles.map(({ segment }) => fullText(segment))));
  return placed.map((titles, index) => {
    const near = [
      ...texts.slice(Math.max(0, index - NEAR_PAGES), index),
      ...texts.slice(index + 1, index + 1 + NEAR_PAGES),
    ];
    return titles.flatMap(({ segment, end }) =>
      near.some((others) => others.has(fullText(segment))) ? [] : numbersIn(segment, end),
    );
  });
}

function numbersIn(segment: Segment, end: string): Candidate[] {
  const text = fullText(segment);
  const decimals = [...text.matchAll(DECIMAL)].map((match) => ({ at: match.index, text: match[0] }));
  const romans = [...text.matchAll(ROMAN)].flatMap((match) => {
    const numeral = match[1] ?? match[2]!;
    return WELL_FORMED_ROMAN.test(numeral.toLowerCase())
      ? [{ at: match.index + match[0].indexOf(numeral), text: numeral }]
      : [];
  });
  return [...decimals, ...romans].map((number): Candidate => {
    const before = text.slice(0, number.at);
    const isFirst = !/\w/.test(before);
    const isLast = !/\w/.test(text.slice(number.at + number.text.length));
    const nth = occurrences(before, number.text);
    const inner = before.slice(-SHOWN_BEFORE).replace(/\d+/g, '#');
    const place = `${end} ${isFirst ? (isLast ? 'alone' : 'first') : isLast ? 'last' : inner}`;
    return { segment, text: number.text, nth, place, ...readNumber(number.text) };
  });
}

function readNumber(text: string): PageCount {
  if (/^\d/.test(text)) return { value: Number(text), format: 'decimal' };
  const lower = text.toLowerCase();
  return { value: romanNumber(lower), format: text === lower ? 'lowerRoman' : 'upperRoman' };
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The longest runs first; each holds pages that are in none before it. */
function chooseRuns(candidates: readonly (readonly Candidate[])[]): Run[] {
  const byOffset = new Map<string, { format: PageFormat; offset: number; pages: number[]; isAlone: boolean }>();
  candidates.forEach((ofPage, index) => {
    for (const { value, format, place } of ofPage) {
      const key = `${format} ${value - index}`;
      const entry = byOffset.get(key) ?? { format, offset: value - index, pages: [], isAlone: false };
      byOffset.set(key, entry);
      if (entry.pages.at(-1) !== index) entry.pages.push(index);
      if (place.endsWith('alone')) entry.isAlone = true;
    }
  });
  const runs = [...byOffset.values()].flatMap(({ pages, ...entry }) =>
    splitAtGaps(pages).map((part) => ({ ...entry, pages: part })),
  );
  const taken = new Set<number>();
  return runs
    .toSorted((a, b) => b.pages.length - a.pages.length)
    .flatMap(({ format, offset, pages, isAlone }) => {
      const free = pages.filter((page) => !taken.has(page));
      // a number alone that counts the pages from one needs no other
      const isRun = free.length >= 2 || (free.length === 1 && offset === 1 && format === 'decimal' && isAlone);
      if (!isRun || candidates.length < 2) return [];
      for (const page of free) taken.add(page);
      return [{ format, offset, pages: free }];
    });
}

function splitAtGaps(pages: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (const page of pages) {
    const last = parts.at(-1);
    if (last && page - last.at(-1)! <= MAX_GAP) last.push(page);
    else parts.push([page]);
  }
  return parts;
}

/** Pages without a number count on, or up to the next number where that is not the first of its run. */
function countOf(index: number, runOf: readonly (Run | undefined)[]): PageCount {
  const before = runOf.slice(0, index + 1).findLast((run) => run !== undefined);
  const after = runOf.slice(index).find((run) => run !== undefined);
  const run = after && (after.offset + index >= 1 || (before === undefined && after.offset >= 0)) ? after : before;
  return run ? { value: run.offset + index, format: run.format } : { value: index + 1, format: 'decimal' };
}

/** What is before and behind the number of a page in the text of its segment. */
export function splitAtNumber(text: string, { text: number, nth }: ShownNumber): [string, string] | undefined {
  const parts = text.split(number);
  if (parts.length < nth + 2) return undefined;
  return [parts.slice(0, nth + 1).join(number), parts.slice(nth + 1).join(number)];
}

/** Whether a page does not count on from the one before it. */
export function restartsAt({ counts }: PageNumbering, index: number): boolean {
  const [before, own] = [counts[index - 1], counts[index]!];
  return before ? own.format !== before.format || own.value !== before.value + 1 : own.value !== 1;
}
