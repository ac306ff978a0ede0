import { areaOf, type Box, centreInside, intersect, widthOf } from '../geometry.ts';
import type { PageModel, Rule } from '../page-model.ts';
import type { CellBorders } from './blocks.ts';

/** Grid lines closer than this are one. */
export const SAME_GRID_LINE = 3;
/** A fill under less of a cell marks its text. */
const MIN_SHADED_SHARE = 0.6;

/** The lines of a page, joined where they touch. */
export interface GridRules {
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

/** Colour of the last fill that covers most of a cell; one as wide as the page is its background. */
export function shadingOf(box: Box, page: PageModel): { fill?: string } {
  const fill = page.fills.findLast(
    (candidate) =>
      centreInside(box, candidate) &&
      widthOf(candidate) < page.width * 0.98 &&
      areaOf(intersect(candidate, box)) > MIN_SHADED_SHARE * areaOf(box),
  );
  return fill && fill.color !== '#ffffff' ? { fill: fill.color } : {};
}
