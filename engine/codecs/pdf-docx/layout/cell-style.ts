import {
  areaOf,
  type Box,
  centreInside,
  intersect,
  overlapX,
  overlapY,
  widthOf,
} from '../../../content/pages/geometry.ts';
import type { Fill, PageModel, Rule } from '../../../content/pages/model.ts';
import type { CellBorders } from './blocks.ts';
import { CELL_STYLE } from '../thresholds/ruled-tables.ts';

const { MIN_SHADED_SHARE } = CELL_STYLE;

export const { SAME_GRID_LINE } = CELL_STYLE;

/** The lines of a page, joined where they touch. */
interface GridRules {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
}

/** The rule at `position` that covers the middle fifth of the interval. */
export function findWall(rules: readonly Rule[], position: number, from: number, to: number): Rule | undefined {
  const length = to - from;
  return rules.find(
    (rule) =>
      Math.abs(rule.position - position) <= SAME_GRID_LINE &&
      rule.start <= from + length * 0.4 &&
      rule.end >= from + length * 0.6,
  );
}

/** The lines around a cell; `x1` and `y1` end the part of each side that is looked at. */
export function bordersOf(
  box: Box,
  { horizontal, vertical }: GridRules,
  { x1, y1 }: Pick<Box, 'x1' | 'y1'> = box,
): CellBorders {
  return {
    top: findWall(horizontal, box.y0, box.x0, x1),
    bottom: findWall(horizontal, box.y1, box.x0, x1),
    left: findWall(vertical, box.x0, box.y0, y1),
    right: findWall(vertical, box.x1, box.y0, y1),
  };
}

/** Colour of the ground of a cell, painted at once or piece by piece; what is as wide as the page is its background. */
export function shadingOf(box: Box, page: PageModel): { fill?: string } {
  const grounds = page.fills.filter((fill) => widthOf(fill) < page.width * 0.98 && overlapsBox(fill, box));
  const isMost = (fill: Fill): boolean => areaOf(intersect(fill, box)) > MIN_SHADED_SHARE * areaOf(box);
  const whole = grounds.findLast((fill) => centreInside(box, fill) && isMost(fill));
  const above = grounds.filter((fill) => !whole || fill.order > whole.order);
  const color = colorOfPieces(box, above) ?? whole?.color;
  return color !== undefined && color !== '#ffffff' ? { fill: color } : {};
}

/** Word paints the margins of a cell, its lines and the rest of it by themselves. */
function colorOfPieces(box: Box, fills: readonly Fill[]): string | undefined {
  const pieces = fills.filter((fill) => centreInside(fill, box));
  const colors = Map.groupBy(pieces, ({ color }) => color);
  const most = MIN_SHADED_SHARE * areaOf(box);
  return [...colors].find(([, same]) => same.reduce((sum, fill) => sum + areaOf(intersect(fill, box)), 0) > most)?.[0];
}

const overlapsBox = (fill: Box, box: Box): boolean => overlapX(fill, box) > 0 && overlapY(fill, box) > 0;
