import { type Glyph, isBlank } from '../page-model.ts';
import type { Paragraph } from '../layout/blocks.ts';
import type { Row } from '../layout/rows.ts';
import { firstWordWidth, sumWidths, writtenWidth } from './text-width.ts';

/** How a paragraph is set so that its lines break where the PDF breaks them. */
export interface LineFit {
  /** Percent of the natural width of the glyphs. */
  readonly scale: number;
  /** Width of the lines in points, from the left indent to the right one. */
  readonly width: number;
  /** Lines that will break elsewhere than in the PDF, as far as can be foreseen. */
  readonly wrongBreaks: number;
}

/** Where a paragraph may stand. */
export interface Room {
  /** Width that its lines take. */
  readonly own: number;
  /** Width up to the edge of the column. */
  readonly widest: number;
  /** Indent of the first line beyond the others. */
  readonly firstIndent: number;
  /** Scale of the paragraph's style, in percent. */
  readonly usualScale: number;
}

/** Text scaled by more than this looks squeezed or spread. */
const MIN_SCALE = 75;
const MAX_SCALE = 125;
/** How far from the measured scale a fitting one is looked for, in percent. */
const SEARCH = 6;
/** Width of a space in most fonts, in em. */
const USUAL_SPACE = 0.25;
/** The scale of the style serves when it is this close, in percent. */
const USUAL_TOLERANCE = 3;
/** Free space that a line needs against rounding, in points. */
const SAFETY = 0.6;

/** A line as Word would set it at 100 %: its own width, and what more would pull the next word up. */
interface SetLine {
  readonly width: number;
  readonly withNext: number | undefined;
  /** The room of this line compared with the others (first-line indents). */
  readonly indent: number;
}

/**
 * Scale at which the written words are as wide as in the PDF, in percent. Words are measured from end to end, so that
 * letter spacing and kerning count.
 */
export function measuredScale(rows: readonly Row[]): number {
  let source = 0;
  let written = 0;
  for (const { segments } of rows) {
    for (const { glyphs } of segments) {
      for (const word of wordsOf(glyphs)) {
        source += Math.max(...word.map(({ x1 }) => x1)) - Math.min(...word.map(({ x0 }) => x0));
        written += sumWidths(word);
      }
    }
  }
  return written > 0 ? (100 * source) / written : 100;
}

/** Runs of glyphs on the line without spaces. */
function wordsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const words: Glyph[][] = [];
  let word: Glyph[] = [];
  for (const glyph of glyphs) {
    if (!isBlank(glyph) && !glyph.script) {
      word.push(glyph);
      continue;
    }
    if (word.length > 0) words.push(word);
    word = [];
  }
  if (word.length > 0) words.push(word);
  return words;
}

/**
 * Finds scale and line width for a paragraph. Justified text ends at its own right edge, other text may end anywhere
 * between its longest line and the edge of the column.
 */
export function fitLines(paragraph: Paragraph, rows: readonly Row[], room: Room): LineFit {
  const { own, widest, firstIndent, usualScale } = room;
  const measured = measuredScale(rows);
  const lines = rows.map((row, index): SetLine => {
    const next = rows[index + 1];
    const glyphs = row.segments.flatMap((segment) => segment.glyphs);
    const width = sumWidths(glyphs);
    const space = spaceWidth(row);
    const nextGlyphs = next?.segments[0]?.glyphs ?? [];
    return {
      width,
      withNext: next && width + space + firstWordWidth(nextGlyphs),
      indent: index === 0 && paragraph.label === undefined ? firstIndent : 0,
    };
  });
  const widths = paragraph.align === 'both' ? [own] : [widest, own + SAFETY, (own + widest) / 2];
  let best: LineFit = { scale: clampScale(Math.round(measured)), width: widest, wrongBreaks: Infinity };
  for (const width of widths) {
    const fit = bestScale(lines, width, measured, usualScale);
    if (fit.wrongBreaks < best.wrongBreaks) best = { ...fit, width };
    if (best.wrongBreaks === 0) break;
  }
  return best;
}

function spaceWidth(row: Row): number {
  const space = row.segments.flatMap(({ glyphs }) => glyphs).find(isBlank);
  return space ? writtenWidth(space) : USUAL_SPACE * row.size;
}

/** The scale with the fewest wrong breaks; among those the style's own, then the nearest to the measured one. */
function bestScale(lines: readonly SetLine[], width: number, measured: number, usual: number) {
  const wrongAt = (scale: number): number => lines.filter((line) => breaksWrongly(line, width, scale / 100)).length;
  const nearest = Math.round(measured);
  const candidates = [...(Math.abs(usual - measured) < USUAL_TOLERANCE ? [usual] : []), nearest];
  for (let offset = 1; offset <= SEARCH; offset++) candidates.push(nearest - offset, nearest + offset);
  let best = { scale: clampScale(nearest), wrongBreaks: Infinity };
  for (const scale of candidates.map(clampScale)) {
    const wrongBreaks = wrongAt(scale);
    if (wrongBreaks < best.wrongBreaks) best = { scale, wrongBreaks };
    if (wrongBreaks === 0) break;
  }
  return best;
}

function breaksWrongly({ width, withNext, indent }: SetLine, room: number, scale: number): boolean {
  const own = room - indent;
  if (width * scale > own + 0.05) return true;
  return withNext !== undefined && withNext * scale <= own + SAFETY;
}

/** A single line: about as wide as in the PDF, and never wider than its room. */
export function fitSingleLine(row: Row, { widest, usualScale }: Pick<Room, 'widest' | 'usualScale'>): number {
  const measured = Math.round(measuredScale([row]));
  const natural = sumWidths(row.segments.flatMap((segment) => segment.glyphs));
  const fitting = Math.floor((100 * (widest - SAFETY)) / Math.max(1, natural));
  const isUsual = Math.abs(measured - usualScale) < USUAL_TOLERANCE;
  const wanted = isUsual ? usualScale : clampScale(measured);
  return Math.max(MIN_SCALE, Math.min(wanted, fitting));
}

function clampScale(scale: number): number {
  return Math.max(MIN_SCALE, Math.min(MAX_SCALE, scale));
}
