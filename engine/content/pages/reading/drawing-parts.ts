import { type Box, centreInside, contains, heightOf, unionOf, widthOf } from '../geometry.ts';
import type { Fill, Rule } from '../model.ts';
import type { VectorPath } from './vector-paths.ts';
import { DRAWING_PARTS } from './thresholds.ts';

const { NEAR, TOUCH, MAX_FRAME_GROWTH } = DRAWING_PARTS;

/** The straight lines and upright boxes of a page, which a drawing may have among its parts. */
interface StraightShapes<DrawnFill extends Fill> {
  readonly rules: readonly Rule[];
  readonly fills: readonly DrawnFill[];
}

/** A diagram has its axes, bars and grid, also those that reach beyond its curves, and the box in which it is. */
export function partsOfDiagram<DrawnFill extends Fill>(
  box: Box,
  { rules, fills }: StraightShapes<DrawnFill>,
): StraightShapes<DrawnFill> {
  const frame = frameOf(box, rules, fills);
  return {
    rules: rules.filter((rule) => contains(frame, centreLineOf(rule), NEAR)),
    fills: fills.filter((fill) => contains(frame, fill, NEAR)),
  };
}

function frameOf(box: Box, rules: readonly Rule[], fills: readonly Fill[]): Box {
  const isOwn = (other: Box): boolean =>
    isNear(box, other) &&
    widthOf(other) < MAX_FRAME_GROWTH * widthOf(box) &&
    heightOf(other) < MAX_FRAME_GROWTH * heightOf(box);
  const around = [...rules.map(centreLineOf), ...fills].filter(isOwn);
  return unionOf([box, ...around])!;
}

/**
 * Stems of outlined letters and bars of a logo: what lies in the drawing and hangs together with nothing outside of it,
 * as the borders of a table do. A drawing with text in it has none: its lines may be those of a table.
 */
export function partsOfSymbol<DrawnFill extends Fill>(
  box: Box,
  { rules, fills }: StraightShapes<DrawnFill>,
  glyphs: readonly Box[],
): StraightShapes<DrawnFill> {
  const inside = <T>(shapes: readonly T[], boxOf: (shape: T) => Box): T[] =>
    shapes.filter((shape) => contains(box, boxOf(shape), NEAR));
  const parts = { rules: inside(rules, centreLineOf), fills: inside(fills, (fill) => fill) };
  if (parts.rules.length + parts.fills.length === 0) return parts;
  const whole = unionOf([box, ...parts.rules.map(centreLineOf), ...parts.fills])!;
  if (glyphs.some((glyph) => centreInside(glyph, whole))) return { rules: [], fills: [] };
  const outside = rules.map(centreLineOf).filter((line) => !contains(box, line, NEAR) && isNear(box, line));
  return { rules: untouched(parts.rules, outside), fills: parts.fills };
}

/** Lines that touch none of the others, not even through each other. */
function untouched(rules: readonly Rule[], others: readonly Box[]): Rule[] {
  const touched = [...others];
  let left = [...rules];
  for (const other of touched) {
    const [touching, free] = split(left, (rule) => isNear(centreLineOf(rule), other, TOUCH));
    touched.push(...touching.map(centreLineOf));
    left = free;
  }
  return left;
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

export function isNear(a: Box, b: Box, distance = NEAR): boolean {
  return a.x0 < b.x1 + distance && b.x0 < a.x1 + distance && a.y0 < b.y1 + distance && b.y0 < a.y1 + distance;
}

export function centreLineOf({ axis, position, start, end }: Rule): Box {
  return axis === 'h'
    ? { x0: start, x1: end, y0: position, y1: position }
    : { x0: position, x1: position, y0: start, y1: end };
}

/** The straight parts of a drawing as paths. Lines whose place in the order is not known lie above the areas. */
export function pathsOf({ rules, fills }: StraightShapes<Fill>): VectorPath[] {
  const above = Math.max(-1, ...fills.map(({ order }) => order)) + 0.5;
  return [...fills.map(pathOfFill), ...rules.map((rule) => pathOfRule(rule, rule.order ?? above))];
}

function pathOfRule(rule: Rule, order: number): VectorPath {
  const { x0, y0, x1, y1 } = centreLineOf(rule);
  const data = `M${x0.toFixed(2)} ${y0.toFixed(2)}L${x1.toFixed(2)} ${y1.toFixed(2)}`;
  const { color: stroke, width: strokeWidth } = rule;
  return { x0, y0, x1, y1, data, segments: 2, isFrame: true, stroke, strokeWidth, order };
}

function pathOfFill({ x0, y0, x1, y1, color, order }: Fill): VectorPath {
  const data = `M${x0.toFixed(2)} ${y0.toFixed(2)}H${x1.toFixed(2)}V${y1.toFixed(2)}H${x0.toFixed(2)}Z`;
  return { x0, y0, x1, y1, data, segments: 5, isFrame: true, fill: color, order };
}
