import { centreInside, heightOf, overlapY } from '../../../content/pages/geometry.ts';
import { isLineOfText, tableRowsOfBody } from './bound-titles.ts';
import { fieldsIn } from './filled-fields.ts';
import { headerOnlyPages } from './header-only-pages.ts';
import { DOT_LEADER } from './labels.ts';
import { groupRows, joinSideBySide, type Row } from './rows.ts';
import { fullText } from './segment.ts';
import { imageKey } from './header-images.ts';
import type { Segment } from './segment.ts';
import type { PageImage, PageModel } from '../../../content/pages/model.ts';
import { type PageNumbering, pageNumbering, type ShownNumber, splitAtNumber } from './page-numbers.ts';
import { RUNNING_TITLES } from '../thresholds/pages.ts';

const {
  ZONE,
  NUMBER_ZONE,
  FAR_SHARE,
  MIN_FAR_PAGES,
  SAME_HEIGHT,
  MIN_SHARE,
  MIN_CHANGING_SHARE,
  MAX_MARGINAL_SIZE,
  MAX_LONE_PAGES,
  MAX_MARGINAL_ROWS,
  NUMBERED_NEAR,
} = RUNNING_TITLES;

/** Part of the page height that is margin, and how far titles in it are from other text at least, in em. */
const MARGIN = { share: 0.07, distance: 1.2 };
/** The same for a page that is alone. */
const WIDE_MARGIN = { share: 0.1, distance: 4 };

export interface PageSegments {
  readonly height: number;
  readonly segments: readonly Segment[];
  /** Images that come back on most pages. */
  readonly images: readonly PageImage[];
  /** The page with its lines, where it is known what it draws. */
  readonly drawing?: PageModel;
}

export interface HeadersFooters {
  readonly header: readonly Row[];
  readonly footer: readonly Row[];
  readonly images: readonly PageImage[];
  /** The segments of the page's own content. */
  readonly body: readonly Segment[];
}

export interface TitledPages {
  readonly pages: readonly HeadersFooters[];
  /** Undefined without page numbers. */
  readonly numbering?: PageNumbering;
}

/** Takes headers and footers out of the pages: rows that come back at the same height with the same text but for digits. */
export function separateHeadersFooters(pages: readonly PageSegments[]): TitledPages {
  const wide = pages.map((page) => ({ top: widerRows(page, 'top'), bottom: widerRows(page, 'bottom') }));
  const isFarTitle = farTitles(wide.map(({ top, bottom }) => [...top, ...bottom]));
  const alone = headerOnlyPages(pages);
  const isHeadAlone = (row: Row): boolean => row.segments.every((segment) => alone.has(segment));
  const zones = wide.map((rows, index) => ({
    top: outerRows(rows.top, pages[index]!, 'top', (row) => isFarTitle(row) || isHeadAlone(row)),
    bottom: outerRows(rows.bottom, pages[index]!, 'bottom', isFarTitle),
  }));
  const outer = zones.map(({ top, bottom }) => [...top, ...bottom]);
  const counts = countTitles(outer);
  const needed = Math.max(2, Math.ceil(pages.length * MIN_SHARE));
  const comesBack = (segment: Segment): boolean => pages.length > 1 && titleCount(segment, counts) >= needed;
  const countsPages = pageCounter(outer);
  const isRecurring = (row: Row, index: number): boolean => {
    if (isEntry(row)) return false;
    const [worded, others] = partition(row.segments, hasLetters);
    // the rows of a table may share some of their cells, and their numbers count the rows
    const words = worded.filter(comesBack).length;
    if (words > 0 && 2 * words >= worded.length) return true;
    return others.some((segment) => comesBack(segment) && (!/\d/.test(segment.text) || countsPages(segment, index)));
  };
  const isTitle = (row: Row, index: number): boolean => isArtifact(row) || isPageCount(row) || isRecurring(row, index);
  const recurring = outer.flatMap((rows, index) => rows.filter((row) => isRecurring(row, index)));
  const changing = changingTitles(
    zones.map(({ top, bottom }, index) => [...top, ...bottom].filter((row) => isInMargin(row, pages[index]!))),
  );
  const titled = zones.map(({ top, bottom }, index): HeadersFooters => {
    const page = pages[index]!;
    const isOwnTitle = (row: Row): boolean => {
      if (isHeadAlone(row)) return true;
      if (isBesideText(row, page) || isOnlyText(row, page) || isRaised(row)) return false;
      // A field of a form is one of its page alone.
      if (fieldsIn(row.segments, page.drawing?.fields).length > 0) return false;
      if (isTitle(row, index) || isOwnNumber(row, index) || changing.has(row)) return true;
      const mayBeLone = pages.length <= MAX_LONE_PAGES || isInPlaceOf(row, recurring);
      return mayBeLone && isMarginal(row, page, pages.length === 1);
    };
    const header = leadingTitles(top, isOwnTitle);
    const footer = leadingTitles(bottom, isOwnTitle);
    return withoutBound({ header, footer }, page);
  });
  if (titled.every((titles, index) => isAllAtOneEnd(titles) && !hasImages(pages[index]!))) {
    return { pages: pages.map(withoutTitles) };
  }
  const numbering = pageNumbering(titled);
  return { pages: titled, ...(numbering && { numbering }) };
}

function hasImages({ images, drawing }: PageSegments): boolean {
  return images.length + (drawing?.images.length ?? 0) > 0;
}

/** Whether a page has nothing else than a header, or than a footer; with both it is an empty page. */
function isAllAtOneEnd({ header, footer, body }: HeadersFooters): boolean {
  return body.length === 0 && (header.length === 0 || footer.length === 0);
}

/** Where pages have nothing else, what comes back at their heads is their content. */
function withoutTitles({ segments, images }: PageSegments): HeadersFooters {
  return { header: [], footer: [], images, body: segments };
}

type End = 'top' | 'bottom';

/** Rows in the zone of titles, from the edge of the page inwards. */
function outerRows(wide: readonly Row[], page: PageSegments, end: End, isTitle: (row: Row) => boolean): Row[] {
  const rows = wide.filter(
    (row) =>
      row.segments.every((segment) => isWithin(segment, page, end, ZONE) || /^\W*\d+\W*$/.test(segment.text)) ||
      isTitle(row),
  );
  return end === 'top' ? rows : rows.reverse();
}

/** All rows where numbers of pages may be. */
function widerRows(page: PageSegments, end: End): Row[] {
  return groupRows(page.segments.filter((segment) => isWithin(segment, page, end, NUMBER_ZONE)));
}

function isWithin({ y0, y1 }: Segment, { height }: PageSegments, end: End, zone: number): boolean {
  return end === 'top' ? y1 < height * zone : y0 > height * (1 - zone);
}

/** Tells of a row with words whether at least half of these are at the same place on most pages. */
function farTitles(pages: readonly (readonly Row[])[]): (row: Row) => boolean {
  const needed = Math.max(MIN_FAR_PAGES, FAR_SHARE * pages.length);
  if (pages.length < needed) return () => false;
  const counts = countTitles(pages);
  return ({ segments }) => {
    const worded = segments.filter(hasLetters);
    const recurring = worded.filter((segment) => titleCount(segment, counts) >= needed).length;
    return recurring > 0 && 2 * recurring >= worded.length;
  };
}

/** Titles are outside of the content: the first other row ends them. */
function leadingTitles(rows: readonly Row[], isTitle: (row: Row) => boolean): Row[] {
  const end = rows.findIndex((row) => !isTitle(row));
  return rows.slice(0, end < 0 ? rows.length : end);
}

/** What looked like titles, without the cells of tables and the lines of paragraphs of the page's own content. */
function withoutBound(
  { header, footer }: Pick<HeadersFooters, 'header' | 'footer'>,
  page: PageSegments,
): HeadersFooters {
  const outside = bodyWithout([...header, ...footer], page);
  const hasTitles = outside.length < page.segments.length;
  const tableRows = hasTitles && page.drawing ? tableRowsOfBody(page.drawing, outside) : [];
  const isApart = (row: Row): boolean => isArtifact(row) || !tableRows.some((box) => centreInside(row, box));
  const ends = { header: leadingTitles(header, isApart), footer: leadingTitles(footer, isApart) };
  for (const rows of [ends.header, ends.footer]) {
    while (rows.length > 0 && !isArtifact(rows.at(-1)!)) {
      if (!isLineOfText(rows.at(-1)!, bodyWithout([...ends.header, ...ends.footer], page))) break;
      rows.pop();
    }
  }
  const body = bodyWithout([...ends.header, ...ends.footer], page);
  return {
    header: joinSideBySide(ends.header),
    footer: joinSideBySide(ends.footer.reverse()),
    images: page.images,
    body,
  };
}

function bodyWithout(titles: readonly Row[], { segments }: PageSegments): readonly Segment[] {
  const taken = new Set(titles.flatMap((row) => row.segments));
  return segments.filter((segment) => !taken.has(segment));
}

/** An entry of a list of contents: its number is that of another page. */
const isEntry = ({ segments }: Row): boolean => segments.some((segment) => DOT_LEADER.test(fullText(segment)));

const hasLetters = ({ text }: Segment): boolean => /\p{L}/u.test(text);

function partition<T>(all: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((item) => !isFirst(item))];
}

/** Tells of a number without words whether it counts on from a page nearby, or to one. */
function pageCounter(pages: readonly (readonly Row[])[]): (segment: Segment, index: number) => boolean {
  const numbers = pages.map((rows) =>
    rows.flatMap(({ segments }) => segments.filter((segment) => !hasLetters(segment)).flatMap(numbersIn)),
  );
  return (segment, index) => {
    const from = Math.max(0, index - NUMBERED_NEAR);
    const near = numbers.slice(from, index + NUMBERED_NEAR + 1);
    return numbersIn(segment).some((number) =>
      near.some((others, place) => from + place !== index && others.includes(number + from + place - index)),
    );
  };
}

const numbersIn = (segment: Segment): number[] => (fullText(segment).match(/\d{1,4}/g) ?? []).map(Number);

function titleKey(segment: Segment, shift = 0): string {
  const masked = fullText(segment).replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();
  return `${Math.round(segment.baseline / SAME_HEIGHT) + shift} ${masked}`;
}

function countTitles(pages: readonly (readonly Row[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const rows of pages) {
    const keys = new Set(rows.flatMap((row) => row.segments.map((segment) => titleKey(segment))));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function titleCount(segment: Segment, counts: ReadonlyMap<string, number>): number {
  return [-1, 0, 1].reduce((sum, shift) => sum + (counts.get(titleKey(segment, shift)) ?? 0), 0);
}

/** The rows that most pages have at one place in their margins, as those of first, even and odd pages. */
function changingTitles(pages: readonly (readonly Row[])[]): ReadonlySet<Row> {
  const needed = Math.max(2, MIN_CHANGING_SHARE * pages.length);
  const titles = pages.map((rows) => rows.filter((row) => !endsParagraph(row)));
  const others = (row: Row) => titles.filter((rows) => isInPlaceOf(row, rows)).length;
  return new Set(titles.flat().filter((row) => others(row) >= needed));
}

/** A line that goes on in lower case and ends a sentence is the last one of a paragraph. */
function endsParagraph({ segments }: Row): boolean {
  const text = segments.map(fullText).join(' ').trim();
  return /^\p{Ll}/u.test(text) && /[.!?]$/.test(text);
}

/** Small text in the margin, above or below all other text of the page if there is any. */
function isInMargin(row: Row, page: PageSegments): boolean {
  const isAlone = page.segments.every((segment) => row.segments.includes(segment));
  if (!isAlone) return isMarginal(row, page, false);
  const { share } = MARGIN;
  return row.size <= MAX_MARGINAL_SIZE && (row.y1 < share * page.height || row.y0 > (1 - share) * page.height);
}

/** The first page of a chapter may have a title of its own where the other pages have theirs. */
function isInPlaceOf({ baseline, size }: Row, titles: readonly Row[]): boolean {
  return titles.some((row) => Math.abs(row.baseline - baseline) < SAME_HEIGHT && Math.abs(row.size - size) < 0.5);
}

/** A page that shows nothing but its first lines has them as its content, unless they are in the margin. */
function isOnlyText(row: Row, page: PageSegments): boolean {
  const { height, segments } = page;
  if (isArtifact(row) || row.y1 < WIDE_MARGIN.share * height || row.y0 > (1 - ZONE) * height) return false;
  return !hasImages(page) && segments.every(({ y1 }) => y1 < NUMBER_ZONE * height);
}

/** `Page 3` and `3 of 12` are titles on any page, in small type. */
function isPageCount({ segments, size }: Row): boolean {
  if (size > MAX_MARGINAL_SIZE) return false;
  const text = segments.map(fullText).join(' ').trim();
  return (
    /^(?:\p{L}{1,8}\s)?\d{1,4}\s?(?:of|von|de|di|\/)\s?\d{1,4}$/iu.test(text) ||
    /^(?:page|seite|p\.)\s\d{1,4}$/i.test(text)
  );
}

/** Numbers beside other text count the rows of a table. */
function isBesideText(row: Row, { segments }: PageSegments): boolean {
  if (!row.segments.every(({ text }) => /^\W*\d+\W*$/.test(text))) return false;
  return segments.some((other) => !row.segments.includes(other) && overlapY(other, row) > 0.3 * heightOf(row));
}

/** A row that begins with the raised mark of a note. */
const isRaised = ({ segments }: Row): boolean => segments[0]?.glyphs[0]?.script === 'super';

/** A number alone that counts the pages from one. */
function isOwnNumber({ segments }: Row, pageIndex: number): boolean {
  return segments.length === 1 && new RegExp(`^\\W*${pageIndex + 1}\\W*$`).test(fullText(segments[0]!));
}

/**
 * Small text in the margin of the paper, far from all other text, is a header or footer also where there are no other pages
 * to compare with.
 */
function isMarginal(row: Row, page: PageSegments, isAlone: boolean): boolean {
  if (row.size > MAX_MARGINAL_SIZE || row.segments.some(({ tag }) => tag !== undefined)) return false;
  const margins = isAlone && !isSentence(row) ? [MARGIN, WIDE_MARGIN] : [MARGIN];
  return margins.some(({ share, distance }) => isFarOut(row, page, { margin: share * page.height, distance }));
}

/** Notes below a form are sentences; titles are none. */
function isSentence({ segments }: Row): boolean {
  return /[^.]{30}[.!?]$/.test(segments.map(fullText).join(' ').trim());
}

interface Margin {
  readonly margin: number;
  readonly distance: number;
}

/** Whether a row is in a margin with few others, `distance` em from what is not in it. */
function isFarOut(row: Row, { height, segments }: PageSegments, { margin, distance }: Margin): boolean {
  const isAtTop = row.y1 < margin;
  if (!isAtTop && row.y0 < height - margin) return false;
  const isInMargin = ({ y0, y1 }: Segment): boolean => (isAtTop ? y1 < margin : y0 > height - margin);
  const inMargin = segments.filter(isInMargin);
  const others = segments.filter((segment) => !isInMargin(segment));
  if (others.length === 0 || groupRows(inMargin).length > MAX_MARGINAL_ROWS) return false;
  const gap = isAtTop
    ? Math.min(...others.map(({ y0 }) => y0)) - Math.max(...inMargin.map(({ y1 }) => y1))
    : Math.min(...inMargin.map(({ y0 }) => y0)) - Math.max(...others.map(({ y1 }) => y1));
  return gap > distance * row.size;
}

/** A tagged PDF says itself what is not part of the content. */
function isArtifact(row: Row): boolean {
  return row.segments.every(({ glyphs }) => glyphs.every((glyph) => glyph.artifact === true));
}

/** What must be equal for two pages to share their headers and footers: images, and texts without the page's number. */
export function titleSignature({ header, footer, images }: HeadersFooters, number: ShownNumber | undefined): string {
  return [rowsSignature(header, number), rowsSignature(footer, number), ...images.map(imageKey)].join('\f');
}

function rowsSignature(rows: readonly Row[], number: ShownNumber | undefined): string {
  return rows
    .map((row) =>
      row.segments
        .map((segment) => {
          const text = fullText(segment).trim();
          const masked = segment === number?.segment ? splitAtNumber(text, number)?.join('#') : undefined;
          return `${Math.round(segment.x0 / 6)}:${masked ?? text}`;
        })
        .join('|'),
    )
    .join('\n');
}
