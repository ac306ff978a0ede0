import { Paragraph as WordParagraph, type ParagraphChild, Tab, TabStopType, TextRun } from 'docx';
import { middleX } from '../../../content/pages/geometry.ts';
import type { Area } from '../layout/blocks.ts';
import { ABOVE_BASELINE, SINGLE_LEADING } from '../layout/flow.ts';
import { type ShownNumber, splitAtNumber } from '../layout/page-numbers.ts';
import type { Row } from '../layout/rows.ts';
import type { Titles } from '../layout/sections.ts';
import type { Segment } from '../layout/segment.ts';
import { makeDrawings } from './drawings.ts';
import { fieldRuns } from './fields.ts';
import { exactSpacing, makeSpacer } from './paragraphs.ts';
import { makeRuns, runOptions } from './runs.ts';
import { rowSpans, type Span } from './spans.ts';
import { twips } from './units.ts';
import type { WriterContext } from './writer-context.ts';
import { RUNNING_TITLES } from '../thresholds/writing.ts';

const { NEAR, RIGHT_PART } = RUNNING_TITLES;

export interface TitlesOptions {
  /** Left and right margin of the section. */
  readonly area: Area;
  /** The number of the page from which the titles are taken. */
  readonly number: ShownNumber | undefined;
  readonly pageCount: number;
}

/** Top edge of the first line of a header or footer. */
export function topOfTitles({ rows }: Titles): number | undefined {
  const [first] = rows;
  return first && first.baseline - titlePitch(first) * ABOVE_BASELINE;
}

export function bottomOfTitles({ rows }: Titles): number | undefined {
  const last = rows.at(-1);
  return last && last.baseline + titlePitch(last) * (1 - ABOVE_BASELINE);
}

const titlePitch = (row: Row): number => row.size * SINGLE_LEADING;

/** Paragraphs of a header or footer; one empty paragraph when there is none, which ends an inherited one. */
export function makeTitles(titles: Titles, options: TitlesOptions, context: WriterContext): WordParagraph[] {
  const { pageIndex } = titles;
  const { behind: anchored } = makeDrawings({ fills: [], images: titles.images, turned: [] }, pageIndex, context);
  let y: number | undefined;
  const paragraphs = titles.rows.map((row, index) => {
    const top = row.baseline - titlePitch(row) * ABOVE_BASELINE;
    const spaceBefore = y === undefined ? 0 : top - y;
    y = top + titlePitch(row);
    return makeTitleRow(row, { pageIndex, spaceBefore, anchored: index === 0 ? anchored : [] }, options, context);
  });
  return paragraphs.length > 0 ? paragraphs : [makeSpacer(1, { anchored })];
}

interface TitleRowPlace {
  readonly pageIndex: number;
  readonly spaceBefore: number;
  readonly anchored: readonly ParagraphChild[];
}

function makeTitleRow(
  row: Row,
  { pageIndex, spaceBefore, anchored }: TitleRowPlace,
  options: TitlesOptions,
  context: WriterContext,
): WordParagraph {
  const { area } = options;
  const stops = row.segments.map((segment) => tabStop(segment, area));
  // text at the left edge needs no tab
  const needsTab = (index: number): boolean => index > 0 || stops[0]!.type !== TabStopType.LEFT;
  const children = rowSpans(row, context.pages[pageIndex]!, context.fonts.choose).flatMap(
    (spans, index): ParagraphChild[] => [
      ...(needsTab(index) ? [new TextRun({ children: [new Tab()] })] : []),
      ...withPageNumber(spans, row.segments[index]!, options, context),
    ],
  );
  const tabStops = stops.filter((_, index) => needsTab(index));
  const [first] = row.segments;
  const startsLeft = first && !needsTab(0);
  return new WordParagraph({
    spacing: exactSpacing(spaceBefore, titlePitch(row)),
    indent: {
      ...(startsLeft && { left: twips(first.x0 - area.x0) }),
      // titles may be wider than the text
      ...(row.x1 > area.x1 && { right: twips(area.x1 - row.x1 - 1) }),
    },
    ...(tabStops.length > 0 && { tabStops }),
    ...(context.isMirrored(pageIndex) && { bidirectional: true }),
    children: [...anchored, ...children],
  });
}

function tabStop(segment: Segment, area: Area) {
  const middle = (area.x0 + area.x1) / 2;
  if (Math.abs(middleX(segment) - middle) < NEAR) {
    return { type: TabStopType.CENTER, position: twips(middle - area.x0) };
  }
  const isAtRight = area.x1 - segment.x1 < RIGHT_PART * (area.x1 - area.x0);
  if (isAtRight && segment.x0 > middle) return { type: TabStopType.RIGHT, position: twips(segment.x1 - area.x0) };
  return { type: TabStopType.LEFT, position: Math.max(0, twips(segment.x0 - area.x0)) };
}

/** Runs of one piece, with fields in place of the page's own number and of the number of pages. */
function withPageNumber(
  spans: readonly Span[],
  segment: Segment,
  { number, pageCount }: TitlesOptions,
  { styles: { normal: base }, images }: WriterContext,
): ParagraphChild[] {
  if (segment !== number?.segment) return makeRuns(spans, { base, images });
  let nth = number.nth;
  return spans.flatMap((span): ParagraphChild[] => {
    const parts = span.kind === 'text' ? splitAtNumber(span.text, { ...number, nth }) : undefined;
    if (span.kind === 'text') nth -= span.text.split(number.text).length - 1;
    if (span.kind !== 'text' || !parts || nth >= 0) return makeRuns([span], { base, images });
    const [before, after] = parts;
    nth = Infinity;
    const format = runOptions(span.format, { base });
    const text = (part: string): TextRun[] => (part === '' ? [] : [new TextRun({ ...format, text: part })]);
    const total = new RegExp(`^(\\D{1,8})(?<!\\d)${pageCount}(?!\\d)(.*)$`, 's').exec(after);
    const tail = total
      ? [...text(total[1]!), ...fieldRuns('NUMPAGES', String(pageCount), format), ...text(total[2]!)]
      : text(after);
    return [...text(before), ...fieldRuns('PAGE', number.text, format), ...tail];
  });
}
