import {
  AlignmentType,
  ColumnBreak,
  type IParagraphOptions,
  LeaderType,
  LineRuleType,
  Paragraph as WordParagraph,
  type ParagraphChild,
  Run,
  TabStopType,
} from 'docx';
import type { Alignment, Area, Paragraph } from '../layout/blocks.ts';
import type { FlowPart } from '../layout/flow.ts';
import { linePitch } from '../layout/flow.ts';
import { makeRuns } from './runs.ts';
import { paragraphSpans, type TabTarget } from './spans.ts';
import { STYLE_IDS } from './style-sheet.ts';
import { twips } from './units.ts';
import type { WriterContext } from './writer-context.ts';

export interface ParagraphPlace {
  readonly pageIndex: number;
  /** Column or cell in which it stands. */
  readonly area: Area;
  readonly spaceBefore: number;
  readonly inTable: boolean;
  readonly continuations?: readonly FlowPart[];
  readonly breakBefore?: 'page' | 'column';
  /** Floating things that are anchored here. */
  readonly anchored?: readonly ParagraphChild[];
}

const ALIGNMENTS: Readonly<Record<Alignment, (typeof AlignmentType)[keyof typeof AlignmentType]>> = {
  both: AlignmentType.BOTH,
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
};

/** Free space to the right of wrapped lines, against wrapping that a slightly wider font would cause. */
const SLACK = 1.5;

/** Exact line pitch: text stands where the PDF has it, whatever font shows it. */
export function exactSpacing(before: number, pitch: number) {
  return {
    before: Math.max(0, twips(before)),
    after: 0,
    line: Math.max(20, twips(pitch)),
    lineRule: LineRuleType.EXACT,
  };
}

export function makeParagraph(paragraph: Paragraph, place: ParagraphPlace, context: WriterContext): WordParagraph {
  const { area, pageIndex, continuations = [], anchored = [] } = place;
  const heading = context.headings.get(paragraph);
  const list = context.lists.get(paragraph);
  const page = context.pages[pageIndex]!;
  const { spans, tabs } = paragraphSpans(
    [
      { paragraph, page },
      ...continuations.map((part) => ({ paragraph: part.paragraph, page: context.pages[part.pageIndex]! })),
    ],
    { dropLabel: list !== undefined, right: area.x1 },
  );
  const mirrored = context.isMirrored(pageIndex);
  const base = (heading !== undefined && context.styles.headings.get(heading)) || context.styles.normal;
  const columnBreak = place.breakBefore === 'column' ? [new Run({ children: [new ColumnBreak()] })] : [];
  const flipped = !mirrored && paragraph.rtl;
  const options: IParagraphOptions = {
    ...(heading !== undefined && { style: STYLE_IDS[heading] }),
    ...(list && { style: 'ListParagraph' }),
    spacing: exactSpacing(place.spaceBefore, linePitch(paragraph)),
    alignment: ALIGNMENTS[flipped ? flip(paragraph.align) : paragraph.align],
    ...(place.breakBefore === 'page' && { pageBreakBefore: true }),
    ...((mirrored || paragraph.rtl) && { bidirectional: true }),
    ...(tabs.length > 0 && { tabStops: tabs.map((tab) => tabStop(tab, area)) }),
    ...(list ? listOptions(paragraph, place, context) : { indent: indentOf(paragraph, place, flipped) }),
    children: [...columnBreak, ...anchored, ...makeRuns(spans, { base })],
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

function listOptions(paragraph: Paragraph, { area }: ParagraphPlace, context: WriterContext) {
  const list = context.lists.get(paragraph)!;
  const label = paragraph.label!;
  const textX = paragraph.rows.length > 1 ? paragraph.left : label.textX0;
  const indent = {
    left: Math.max(0, textX - area.x0),
    hanging: Math.max(textX - label.x0, label.x1 - label.x0 + 2),
  };
  return {
    numbering: context.numbering.use(list, paragraph, indent),
    indent: { left: twips(indent.left), hanging: twips(indent.hanging) },
  };
}

function indentOf(paragraph: Paragraph, { area, inTable }: ParagraphPlace, flipped: boolean) {
  const { align, rows } = paragraph;
  if (align === 'center' || align === 'right') return {};
  const apartLabel = paragraph.label?.apart ? paragraph.label : undefined;
  const start = apartLabel ? apartLabel.x0 : rows[0]!.x0;
  const left = rows.length > 1 ? paragraph.left : apartLabel ? apartLabel.textX0 : start;
  const first = rows.length > 1 || apartLabel ? start - left : 0;
  const free = area.x1 - paragraph.x1;
  // one row may run over the edge rather than wrap; several keep their right edge
  const right = rows.length > 1 ? Math.max(0, free - SLACK) : inTable ? 0 : Math.min(0, free);
  const near = Math.max(inTable ? -3 : -60, left - area.x0);
  const sides = flipped ? { left: twips(right), right: twips(near) } : { left: twips(near), right: twips(right) };
  if (first > 1) return { ...sides, firstLine: twips(first) };
  return first < -1 ? { ...sides, hanging: twips(-first) } : sides;
}

/** A paragraph without text of a given height, for what needs one. */
export function makeSpacer(
  height: number,
  { anchored = [], breakBefore }: Pick<ParagraphPlace, 'anchored' | 'breakBefore'> = {},
): WordParagraph {
  const columnBreak = breakBefore === 'column' ? [new Run({ children: [new ColumnBreak()] })] : [];
  return new WordParagraph({
    spacing: exactSpacing(0, Math.max(1, height)),
    ...(breakBefore === 'page' && { pageBreakBefore: true }),
    children: [...columnBreak, ...anchored],
  });
}
