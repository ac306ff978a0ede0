import {
  AlignmentType,
  Bookmark,
  ColumnBreak,
  type IParagraphOptions,
  LeaderType,
  LineRuleType,
  Paragraph as WordParagraph,
  type ParagraphChild,
  TabStopType,
} from 'docx';
import type { Alignment, Area, Paragraph } from '../layout/blocks.ts';
import type { FlowPart } from '../layout/flow.ts';
import { linePitch } from '../layout/flow.ts';
import { type LineFrame, placeLines } from './line-frame.ts';
import { makeRuns } from './runs.ts';
import { type BreakType, paragraphSpans, type TabTarget } from './spans.ts';
import { isWidow } from './placed-parts.ts';
import { STYLE_IDS } from './style-sheet.ts';
import { twips } from './units.ts';
import type { WriterContext } from './writer-context.ts';

/** The rest of a paragraph in another column. */
export interface PlacedPart extends FlowPart {
  /** Where Word would not go on by itself at the same line as the PDF. */
  readonly breakBefore?: BreakType | undefined;
}

interface ParagraphPlace {
  readonly pageIndex: number;
  /** Column or cell in which it is. */
  readonly area: Area;
  readonly spaceBefore: number;
  readonly spaceAfter?: number;
  /** Distance of the baselines; the paragraph's own if absent. */
  readonly pitch?: number;
  readonly inTable: boolean;
  /** A single line may reach out of its cell rather than wrap. */
  readonly mayReachOut?: boolean;
  readonly continuations?: readonly PlacedPart[];
  readonly breakBefore?: BreakType | undefined;
  /** What follows begins the next page or column: a heading is not to be taken along there. */
  readonly endsPage?: boolean | undefined;
  /** Floating things that are anchored here. */
  readonly anchored?: readonly ParagraphChild[];
  /** Floating texts that are read after it. */
  readonly followers?: readonly ParagraphChild[];
}

const ALIGNMENTS: Readonly<Record<Alignment, (typeof AlignmentType)[keyof typeof AlignmentType]>> = {
  both: AlignmentType.BOTH,
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
};

/** Exact line pitch: text is where the PDF has it, whatever font shows it. */
export function exactSpacing(before: number, pitch: number, after = 0) {
  return {
    before: Math.max(0, twips(before)),
    after: Math.max(0, twips(after)),
    line: Math.max(20, twips(pitch)),
    lineRule: LineRuleType.EXACT,
  };
}

export function makeParagraph(paragraph: Paragraph, place: ParagraphPlace, context: WriterContext): WordParagraph {
  const { area, pageIndex, continuations = [], anchored = [], followers = [] } = place;
  const heading = context.headings.get(paragraph);
  const list = context.lists.get(paragraph);
  const page = context.pages[pageIndex]!;
  const { spans, tabs } = paragraphSpans(
    [
      { paragraph, page, notes: context.notes },
      ...continuations.map((part) => ({
        paragraph: part.paragraph,
        page: context.pages[part.pageIndex]!,
        notes: context.notes,
        breakBefore: part.breakBefore,
      })),
    ],
    { dropLabel: list !== undefined, right: area.x1, chooseFont: context.fonts.choose },
  );
  const base = (heading !== undefined && context.styles.headings.get(heading)) || context.styles.normal;
  const frame = placeLines(paragraph, { ...place, isListItem: list !== undefined, fonts: context.fonts });
  const mirrored = context.isMirrored(pageIndex);
  const columnBreak = place.breakBefore === 'column' ? [new ColumnBreak()] : [];
  const name = context.bookmarks.get(paragraph);
  const bookmark = name === undefined ? [] : [new Bookmark({ id: name, children: [] })];
  const flipped = !mirrored && paragraph.rtl;
  const indent = indentOptions(frame, flipped);
  const options: IParagraphOptions = {
    ...((heading !== undefined || list) && { style: heading === undefined ? 'ListParagraph' : STYLE_IDS[heading] }),
    ...(list && {
      numbering: context.numbering.use(list, paragraph, { left: frame.left, hanging: -frame.first }),
    }),
    spacing: {
      ...exactSpacing(place.spaceBefore, place.pitch ?? linePitch(paragraph), place.spaceAfter),
      // a formula may be higher than its line, and an image of letters as well
      ...(spans.some(({ kind }) => kind === 'formula' || kind === 'picture') && { lineRule: LineRuleType.AT_LEAST }),
    },
    // docx takes the side of the page and turns it for bidirectional paragraphs itself
    alignment: ALIGNMENTS[mirrored ? flip(paragraph.align) : paragraph.align],
    ...(place.breakBefore === 'page' && { pageBreakBefore: true }),
    ...(heading !== undefined && place.endsPage && { keepNext: false }),
    ...(continuations.some(isWidow) && { widowControl: true }),
    ...((mirrored || paragraph.rtl) && { bidirectional: true }),
    ...(tabs.length > 0 && { tabStops: tabs.map((tab) => tabStop(tab, area)) }),
    ...(indent && { indent }),
    children: [
      ...columnBreak,
      ...anchored,
      ...bookmark,
      ...makeRuns(spans, { base, scale: frame.scale, images: context.images }),
      ...followers,
    ],
  };
  return new WordParagraph(options);
}

function flip(align: Alignment): Alignment {
  if (align === 'left') return 'right';
  return align === 'right' ? 'left' : align;
}

function tabStop({ x, type, leader }: TabTarget, area: Area) {
  return {
    type: type === 'right' ? TabStopType.RIGHT : TabStopType.LEFT,
    position: Math.max(0, twips(x - area.x0)),
    ...(leader && { leader: LeaderType.DOT }),
  };
}

/** Indents are left out when they are zero. */
function indentOptions({ left, right, first }: LineFrame, flipped: boolean) {
  const indent = {
    ...(twips(left) !== 0 && { [flipped ? 'right' : 'left']: twips(left) }),
    ...(twips(right) !== 0 && { [flipped ? 'left' : 'right']: twips(right) }),
    ...(twips(first) > 0 && { firstLine: twips(first) }),
    ...(twips(first) < 0 && { hanging: twips(-first) }),
  };
  return Object.keys(indent).length > 0 ? indent : undefined;
}

/** A paragraph without text of a given height, for what needs one. */
export function makeSpacer(
  height: number,
  { anchored = [], breakBefore }: Pick<ParagraphPlace, 'anchored' | 'breakBefore'> = {},
): WordParagraph {
  const columnBreak = breakBefore === 'column' ? [new ColumnBreak()] : [];
  return new WordParagraph({
    spacing: exactSpacing(0, Math.max(1, height)),
    ...(breakBefore === 'page' && { pageBreakBefore: true }),
    children: [...columnBreak, ...anchored],
  });
}
