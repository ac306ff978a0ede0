import { middleX } from '../../../content/pages/geometry.ts';
import type { Area } from './blocks.ts';
import type { Rule } from '../../../content/pages/model.ts';
import type { Segment } from './segment.ts';
import { TEXT_AREA } from '../thresholds/columns.ts';

const {
  STEP,
  MIN_LEFT_SHARE,
  MIN_RIGHT_SHARE,
  SYMMETRY,
  RAGGED_SYMMETRY,
  FLUSH_SHARE,
  MIN_WRAPPED,
  MIN_PROSE,
  WRAP_ROOM,
  MAX_LEADING,
  USUAL_MARGIN,
  SAME_MIDDLE,
  MAX_OVERHANG,
  MIN_TABLE_LINES,
  MIN_LINE_SHARE,
  SAME_END,
} = TEXT_AREA;

/** The text area with room for the tables that are drawn on the pages: their lines, apart from short ones. */
export function withTables(area: Area, rules: readonly Rule[], pageWidth: number): Area {
  const long = rules.filter(({ axis, start, end }) => {
    return axis === 'h' && end - start > MIN_LINE_SHARE * pageWidth && start > 0 && end < pageWidth;
  });
  const groups = Map.groupBy(long, ({ start, end }) => `${Math.round(start / SAME_END)} ${Math.round(end / SAME_END)}`);
  const shared = [...groups.values()].filter(({ length }) => length >= MIN_TABLE_LINES).flat();
  const left = shared.reduce((edge, { start }) => Math.min(edge, start), area.x0);
  const right = shared.reduce((edge, { end }) => Math.max(edge, end), area.x1);
  return {
    x0: area.x0 - left > MAX_OVERHANG ? left : area.x0,
    x1: right - area.x1 > MAX_OVERHANG ? right : area.x1,
  };
}

/**
 * Left and right margin of pages of one width, from the edges of all their text: single pieces that stick out do not
 * move them (they get a negative indent, as in Word).
 */
export function textArea(segments: readonly Segment[], pageWidth: number): Area {
  const usual = { x0: USUAL_MARGIN, x1: Math.max(USUAL_MARGIN + 1, pageWidth - USUAL_MARGIN) };
  if (segments.every((segment) => isInMiddle(segment, usual, pageWidth))) return usual;
  const left = outerEdge(segments, MIN_LEFT_SHARE, (segment) => segment.x0);
  const right = -outerEdge(segments, MIN_RIGHT_SHARE, (segment) => -segment.x1);
  const symmetric = pageWidth - left;
  const flush = segments.filter(({ x1 }) => Math.abs(x1 - right) < 2).length > FLUSH_SHARE * segments.length;
  const isSymmetric = !flush && right < symmetric + SYMMETRY && right > symmetric - RAGGED_SYMMETRY;
  const x1 = isSymmetric || !isWrappedAt(right, segments) ? Math.max(symmetric, right) : right;
  return { x0: Math.max(0, left), x1: Math.min(pageWidth, Math.max(x1, left + 72)) };
}

/** Lines around the middle show no margin. */
const isInMiddle = (line: Segment, { x0, x1 }: Area, pageWidth: number): boolean =>
  Math.abs(middleX(line) - pageWidth / 2) < SAME_MIDDLE && line.x0 > x0 && line.x1 < x1;

/** Whether several lines go so far, or one that goes on in the next: short ones do not show where text wraps. */
function isWrappedAt(right: number, segments: readonly Segment[]): boolean {
  const reaching = segments.filter(({ x0, x1, size }) => right - x1 < WRAP_ROOM * size && x1 - x0 > MIN_PROSE * size);
  return reaching.length >= MIN_WRAPPED || reaching.some((line) => segments.some((next) => goesOnIn(line, next)));
}

function goesOnIn({ x0, baseline, size }: Segment, next: Segment): boolean {
  const leading = next.baseline - baseline;
  return leading > 0 && leading < MAX_LEADING * size && Math.abs(next.x0 - x0) < STEP && /^\p{Ll}/u.test(next.text);
}

/** The smallest value that enough text shares. */
function outerEdge(segments: readonly Segment[], minShare: number, valueOf: (segment: Segment) => number): number {
  const total = segments.reduce((sum, segment) => sum + segment.text.length, 0);
  const bins = new Map<number, { weight: number; min: number }>();
  for (const segment of segments) {
    const value = valueOf(segment);
    const bin = Math.round(value / STEP);
    const entry = bins.get(bin) ?? { weight: 0, min: Infinity };
    bins.set(bin, { weight: entry.weight + segment.text.length, min: Math.min(entry.min, value) });
  }
  const sorted = [...bins].sort(([a], [b]) => a - b);
  let sum = 0;
  for (const [bin, { weight, min }] of sorted) {
    sum += weight;
    const withNext = weight + (bins.get(bin + 1)?.weight ?? 0);
    if (withNext >= minShare * total || sum >= 2 * minShare * total) return min;
  }
  return sorted[0]![1].min;
}
