import {
  areaOf,
  type Box,
  centreInside,
  heightOf,
  overlap,
  overlapX,
  overlapY,
  widthOf,
} from '../../../content/pages/geometry.ts';
import type { Fill, PageModel, Rule } from '../../../content/pages/model.ts';
import type { Table } from './blocks.ts';
import { mergeRules } from './rules.ts';
import type { Segment } from './segment.ts';
import { BACKDROPS } from '../thresholds/pages.ts';

const { MAX_HIGHLIGHT, MARK_MARGIN, MIN_LINE, MAX_GAP, MIN_BAR } = BACKDROPS;

/** The coloured boxes and lines of a page that are not borders or shading of a table. */
export interface Backdrops {
  /** Boxes behind words of a line, like those of a marker pen. */
  readonly highlights: readonly Fill[];
  /** Grounds, bars and separating lines, in paint order. */
  readonly shapes: readonly Fill[];
}

/** Paint order of lines: they lie above grounds and images. */
export const ABOVE_ALL = Number.MAX_SAFE_INTEGER;

export function findBackdrops(page: PageModel, segments: readonly Segment[], tables: readonly Table[]): Backdrops {
  const isInTable = (box: Box): boolean => tables.some((table) => centreInside(box, table, 3));
  const highlights: Fill[] = [];
  const shapes: Fill[] = [];
  for (const fill of page.fills) {
    if (segments.some((segment) => isHighlight(fill, segment))) highlights.push(fill);
    else if (!isShadingOf(fill, tables) && (fill.color !== '#ffffff' || isAboveOthers(fill, shapes, page))) {
      shapes.push(fill);
    }
  }
  const rules = [...mergeRules(page.rules, 'h'), ...mergeRules(page.rules, 'v')];
  const isLong = ({ start, end }: Rule): boolean => end - start >= MIN_LINE;
  const linesOf = (chosen: readonly Rule[]): Fill[] =>
    chosen
      .map((rule): Fill => ({ ...boxOf(rule), color: rule.color, order: ABOVE_ALL }))
      .filter((line) => !isInTable(line) && !segments.some((segment) => isTextLine(line, segment)));
  const lines = linesOf(rules.filter((rule) => isLong(rule) || isSideOfBox(rule, rules)));
  return { highlights, shapes: [...shapes, ...lines] };
}

/** Whether a short line ends at lines across it, as the sides of boxes in forms do. */
function isSideOfBox(side: Rule, rules: readonly Rule[]): boolean {
  const crossing = rules.filter(
    ({ axis, start, end }) => axis !== side.axis && overlap(start, end, side.position, side.position) > -MAX_GAP,
  );
  return [side.start, side.end].every((end) => crossing.some(({ position }) => Math.abs(position - end) <= MAX_GAP));
}

/** White upon white is nothing; upon what was painted before it is seen. */
function isAboveOthers(fill: Fill, shapes: readonly Fill[], { images }: PageModel): boolean {
  return (
    shapes.some((other) => overlaps(other, fill)) ||
    images.some((image) => image.order < fill.order && overlaps(image, fill))
  );
}

/** Whether a cell has the box as its shading. A table may have others: bars behind texts that no line surrounds. */
function isShadingOf(fill: Fill, tables: readonly Table[]): boolean {
  return tables.some(
    (table) =>
      centreInside(fill, table, 3) &&
      (areaOf(fill) < MIN_BAR * areaOf(table) ||
        table.cells.some((cell) => cell.fill === fill.color && overlaps(cell.box, fill))),
  );
}

function isHighlight(fill: Fill, { x0, x1, y0, y1, size }: Segment): boolean {
  return (
    heightOf(fill) <= MAX_HIGHLIGHT * size &&
    heightOf(fill) >= 0.5 * size &&
    fill.x0 >= x0 - MARK_MARGIN &&
    fill.x1 <= x1 + MARK_MARGIN &&
    overlapY(fill, { x0, x1, y0, y1 }) > 0.5 * heightOf(fill)
  );
}

/** A line under or through the text is its format. */
function isTextLine(line: Box, segment: Segment): boolean {
  return (
    widthOf(line) > heightOf(line) &&
    widthOf(line) < widthOf(segment) + 6 &&
    overlapX(line, segment) > 0.8 * widthOf(line) &&
    line.y0 > segment.y0 &&
    line.y1 < segment.baseline + 0.35 * segment.size
  );
}

function boxOf({ axis, position, start, end, width }: Rule): Box {
  const half = Math.max(width, 0.5) / 2;
  return axis === 'h'
    ? { x0: start, x1: end, y0: position - half, y1: position + half }
    : { x0: position - half, x1: position + half, y0: start, y1: end };
}

const overlaps = (a: Box, b: Box): boolean => overlapX(a, b) > 0 && overlapY(a, b) > 0;
