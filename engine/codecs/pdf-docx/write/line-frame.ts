import type { Area, Paragraph } from '../layout/blocks.ts';
import type { FlowPart } from '../layout/flow.ts';
import type { Row } from '../layout/rows.ts';
import { isBlank } from '../../../content/pages/model.ts';
import { fitLines, fitSingleLine, scaleOfLine } from './line-fit.ts';
import type { DocumentFonts } from './document-fonts.ts';
import { LINE_FRAME } from '../thresholds/writing.ts';

const { MAX_OUTDENT, MAX_GROWTH, MAX_OVERHANG } = LINE_FRAME;

/** Indents of a paragraph in points from the edges of its column, and the scale of its text. */
export interface LineFrame {
  readonly left: number;
  readonly right: number;
  /** Indent of the first line beyond the others; negative when it hangs out. */
  readonly first: number;
  /** Percent of the usual width of its fonts. */
  readonly scale?: number;
}

interface FrameOptions {
  readonly area: Area;
  readonly inTable: boolean;
  /** A line of an upright cell, which the cell does not clip. */
  readonly mayReachOut?: boolean | undefined;
  readonly continuations?: readonly FlowPart[];
  /** The label is written by Word: the first line hangs by it. */
  readonly isListItem: boolean;
  readonly fonts: DocumentFonts;
}

/** Places the lines of a paragraph in its column so that they break as in the PDF. */
export function placeLines(paragraph: Paragraph, options: FrameOptions): LineFrame {
  const { area, continuations = [], mayReachOut, fonts } = options;
  const rows = [...paragraph.rows, ...continuations.flatMap((part) => part.paragraph.rows)];
  const { left, first } = leftEdges(paragraph, options);
  const widest = Math.max(1, area.x1 - area.x0 - left);
  const [row] = rows;
  if (rows.length === 1 && row!.segments.length > 1) {
    const spare = mayReachOut ? spareWidth(paragraph, fonts) : 0;
    return { left, first, right: overhang(paragraph, options) - spare, scale: scaleOfLine(row!, fonts) };
  }
  if (rows.length === 1) {
    const right = rightIndent(paragraph, options);
    const scale = fitSingleLine(row!, widest - right - Math.max(0, first), fonts);
    const spare = mayReachOut ? spareWidth(paragraph, fonts) : 0;
    const { align } = paragraph;
    return {
      left: align === 'left' ? left : left - spare,
      first,
      right: align === 'right' ? right : right - spare,
      scale,
    };
  }
  const own = paragraph.x1 - (isAligned(paragraph) ? paragraph.x0 : area.x0 + left);
  const lines = behindName(rows);
  const firstIndent = lines === rows ? first : lines[0]!.segments[0]!.x0 - paragraph.left;
  const fit = fitLines(paragraph, lines, { own, widest, firstIndent }, fonts);
  const rest = area.x1 - area.x0 - fit.width;
  if (paragraph.align === 'center') return { left: rest / 2, right: rest / 2, first: 0, scale: fit.scale };
  if (paragraph.align === 'right') return { left: rest, right: 0, first: 0, scale: fit.scale };
  return { left, first, right: widest - fit.width, scale: fit.scale };
}

/**
 * How far a single line may reach out of its cell rather than wrap, where its font is not the same everywhere: what
 * stands for it may be wider.
 */
function spareWidth({ rows: [row] }: Paragraph, fonts: DocumentFonts): number {
  const { segments, x0, x1 } = row!;
  const isKnown = segments.every(({ glyphs }) => glyphs.every((glyph) => isBlank(glyph) || fonts.hasKnownWidth(glyph)));
  return isKnown ? 0 : MAX_GROWTH * (x1 - x0);
}

/** The lines without the name before their first text: what they are broken by. */
function behindName(rows: readonly Row[]): readonly Row[] {
  const [first, ...others] = rows;
  if (!first || first.segments.length === 1) return rows;
  return [{ ...first, segments: first.segments.slice(-1) }, ...others];
}

const isAligned = ({ align }: Paragraph): boolean => align === 'center' || align === 'right';

function leftEdges(paragraph: Paragraph, { area, inTable, isListItem }: FrameOptions): { left: number; first: number } {
  const { rows, label, left, firstIndent } = paragraph;
  const clampLeft = (x: number): number => Math.max(inTable ? -3 : -MAX_OUTDENT, x - area.x0);
  if (label && (isListItem || label.apart)) {
    const textX = rows.length > 1 ? left : label.textX0;
    const hanging = Math.max(textX - label.x0, label.x1 - label.x0 + 2);
    return { left: Math.max(0, clampLeft(textX)), first: -hanging };
  }
  if (isAligned(paragraph)) return { left: 0, first: 0 };
  const start = label ? label.x0 : rows[0]!.x0;
  if (rows.length === 1) return { left: clampLeft(start), first: 0 };
  return { left: clampLeft(left), first: label ? start - left : firstIndent };
}

/** Text that ends at the right keeps its distance from the edge, as in a cell with room around its text. */
function rightIndent(paragraph: Paragraph, options: FrameOptions): number {
  const room = options.area.x1 - paragraph.x1;
  return paragraph.align === 'right' && room > 0 ? room : overhang(paragraph, options);
}

/** Negative right indent of a single line that is longer than its column or reaches out of its cell. */
function overhang({ rows, x1 }: Paragraph, { area, inTable, mayReachOut }: FrameOptions): number {
  if (inTable) return mayReachOut && rows.length === 1 ? Math.min(0, area.x1 - x1) : 0;
  return Math.max(-MAX_OVERHANG * (area.x1 - area.x0), Math.min(0, area.x1 - x1 - 1));
}
