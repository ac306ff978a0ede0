import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import { logicalOrder } from './bidi.ts';
import type { CellOf, GlyphLine, Segment } from './segment.ts';
import { orderLine } from './overlapping-texts.ts';
import { findGutters } from './gutters.ts';
import type { Separator } from './rules.ts';
import { attachScripts, joinBehindScripts, markScripts } from './scripts.ts';
import { type Piece, SPACE_GAP, spaceBetween, textOf, tightnessOf } from './spaces.ts';
import { joinStretched } from './stretched-lines.ts';
import { SEGMENTS } from '../thresholds/lines.ts';

const {
  SEGMENT_GAP,
  NUMBER_GAP,
  PHANTOM_GAP,
  STROKE_WIDTH,
  LINES_LOOKED_BACK,
  MAX_ROUNDING,
  MAX_SHIFT,
  MAX_SCRIPT_SHIFT,
  SCRIPT_SIZE,
} = SEGMENTS;

const ENDS_NUMBER = /\p{Nd}$/u;
const STARTS_NUMBER = /^[\p{Nd}\-\u2212\u2013]/u;

/** Upright glyphs of a page (in reading direction) to line segments, split at wide gaps, separators and gutters. */
export function lineSegments(
  glyphs: readonly Glyph[],
  verticalRules: readonly Separator[],
  rtl: boolean,
  cellOf: CellOf = () => undefined,
): Segment[] {
  const lines = groupLines(glyphs);
  const separators = [...verticalRules, ...findGutters(lines)];
  const pieces = lines.flatMap((line) => splitLine(line, separators, cellOf));
  const isApart = (piece: Piece, next: Piece): boolean => startsSegment(piece, next.glyphs[0]!, separators, cellOf);
  return joinBehindScripts(attachScripts(joinStretched(pieces.map(markScripts), separators)), isApart)
    .map((piece) => finishSegment(piece, rtl))
    .filter(({ text }) => text.trim() !== '');
}

interface DraftLine extends GlyphLine {
  baseline: number;
  size: number;
  readonly glyphs: Glyph[];
  /** Where another text begins over the end of the one before. */
  readonly starts: ReadonlySet<Glyph>;
}

/** Upright glyphs by their lines, from top to bottom. */
function groupLines(glyphs: readonly Glyph[]): DraftLine[] {
  const sorted = glyphs.toSorted((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  const lines: DraftLine[] = [];
  for (const glyph of sorted) {
    let line = lines
      .slice(-LINES_LOOKED_BACK)
      .findLast(({ baseline, size }) => Math.abs(baseline - glyph.baseline) < sameBaseline(size, glyph.size));
    if (!line) {
      line = { baseline: glyph.baseline, size: glyph.size, glyphs: [], starts: new Set() };
      lines.push(line);
    }
    line.glyphs.push(glyph);
    if (glyph.size > line.size && !isBlank(glyph)) line.size = glyph.size;
  }
  for (const line of lines) {
    line.baseline = prevailingBaseline(line.glyphs);
    Object.assign(line, orderLine(line.glyphs));
  }
  return lines;
}

/** By how many points the baselines of one line differ at most. */
function sameBaseline(a: number, b: number): number {
  const shift = Math.min(a, b) < SCRIPT_SIZE * Math.max(a, b) ? MAX_SCRIPT_SHIFT : MAX_SHIFT;
  return Math.max(MAX_ROUNDING, shift * Math.min(a, b));
}

/** The baseline of most glyphs of a line: a bullet may be raised a little. */
function prevailingBaseline(glyphs: readonly Glyph[]): number {
  const groups = Map.groupBy(glyphs, ({ baseline }) => Math.round(baseline * 10));
  const [first, ...others] = [...groups.values()];
  return others.reduce((a, b) => (b.length > a.length ? b : a), first!)[0]!.baseline;
}

/** The same character at nearly the same place: fake bold or a shadow. */
function isDuplicate(glyph: Glyph, previous: Glyph | undefined): boolean {
  if (!previous || glyph.text !== previous.text || glyph.advance < STROKE_WIDTH * glyph.size) return false;
  return Math.abs(glyph.x0 - previous.x0) < 0.12 * glyph.size && Math.abs(glyph.x1 - previous.x1) < 0.5;
}

/** Whether a space behind `glyphs` does not show before a glyph, or was painted apart from the letters beside it. */
function isPhantom(glyphs: readonly Glyph[], gap: number, glyph: Glyph): boolean {
  if (gap + tightnessOf(glyphs) < PHANTOM_GAP * glyph.size) return true;
  const before = glyphs.at(-2);
  return before !== undefined && Math.abs(glyph.order - before.order) === 1 && gap < SPACE_GAP * glyph.size;
}

function separatorBetween(piece: Piece, glyph: Glyph, separators: readonly Separator[]): boolean {
  return separators.some(
    ({ position, start, end }) =>
      position > piece.x1 - 1 &&
      position < glyph.x0 + 1 &&
      start < glyph.baseline - 0.2 * glyph.size &&
      end > glyph.baseline - 0.5 * glyph.size,
  );
}

function startsSegment(piece: Piece, glyph: Glyph, separators: readonly Separator[], cellOf: CellOf): boolean {
  const gap = glyph.x0 - piece.x1;
  const limit = isBetweenNumbers(piece.glyphs, glyph) ? NUMBER_GAP : SEGMENT_GAP;
  if (gap > Math.max(limit * glyph.size, 5)) return true;
  if (gap <= 0.1 * glyph.size) return false;
  return separatorBetween(piece, glyph, separators) || cellOf(piece.glyphs[0]!) !== cellOf(glyph);
}

/** Columns of numbers are set closer to each other than other columns: their gaps are no spaces between words. */
function isBetweenNumbers(before: readonly Glyph[], { text }: Glyph): boolean {
  return STARTS_NUMBER.test(text) && ENDS_NUMBER.test(before.findLast((glyph) => !isBlank(glyph))?.text ?? '');
}

/** Whether a gap in front of a glyph stands for a space: between letters that are set tight a narrow one does. */
function isSpace(glyphs: readonly Glyph[], gap: number, { size }: Glyph): boolean {
  if (gap > SPACE_GAP * size) return true;
  return gap > 0 && gap + tightnessOf(glyphs) > SPACE_GAP * size;
}

/** Cuts one line into pieces; adds the spaces that the PDF expresses by gaps and drops double ones. */
function splitLine(line: DraftLine, separators: readonly Separator[], cellOf: CellOf): Piece[] {
  const nearby = separators.filter(({ start, end }) => start < line.baseline && end > line.baseline - line.size);
  const pieces: Piece[] = [];
  let current: Piece | undefined;
  let previous: Glyph | undefined;
  for (const glyph of line.glyphs) {
    if (isDuplicate(glyph, previous)) continue;
    const blank = isBlank(glyph);
    if (!current || line.starts.has(glyph) || (!blank && startsSegment(current, glyph, nearby, cellOf))) {
      if (blank) continue;
      const { x0, x1, y0, y1, size } = glyph;
      current = { x0, x1, y0, y1, baseline: line.baseline, size, glyphs: [glyph] };
      pieces.push(current);
      previous = glyph;
      continue;
    }
    let last = current.glyphs.at(-1)!;
    if (blank && isBlank(last)) continue;
    if (!blank && isBlank(last) && isPhantom(current.glyphs, glyph.x0 - current.x1, glyph)) {
      current.glyphs.pop();
      last = current.glyphs.at(-1)!;
    }
    if (!blank && !isBlank(last) && isSpace(current.glyphs, glyph.x0 - current.x1, glyph)) {
      current.glyphs.push(spaceBetween(current.x1, glyph));
    }
    current.glyphs.push(glyph);
    previous = glyph;
    if (blank) continue;
    current.x1 = Math.max(current.x1, glyph.x1);
    current.y0 = Math.min(current.y0, glyph.y0);
    current.y1 = Math.max(current.y1, glyph.y1);
    current.size = Math.max(current.size, glyph.size);
  }
  return pieces;
}

function finishSegment({ x0, y0, x1, y1, baseline, size, glyphs }: Piece, rtl: boolean): Segment {
  const end = glyphs.findLastIndex((glyph) => !isBlank(glyph));
  const ordered = logicalOrder(glyphs.slice(0, end + 1), rtl);
  return { kind: 'segment', x0, y0, x1, y1, baseline, size, glyphs: ordered, text: textOf(ordered) };
}
