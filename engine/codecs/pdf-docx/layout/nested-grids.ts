import { areaOf, type Box, contains } from '../geometry.ts';
import type { PageModel, Rule } from '../page-model.ts';
import { connectedRules, type Grid, type GridCell, gridOf } from './lattice-grid.ts';

/** Rules meet when they come this close. */
const MEETING = 3;
/** The frame of a table in a cell may stand closer to the lines of the cell, but hardly ever touches them. */
const TOUCHING = 1.2;
/** How far a frame may reach over the lines of the cell that it stands in. */
const OVERHANG = 2;
/** A line at the side of a frame leaves at most this much of the side open, in points. */
const FRAME_GAP = 2;

/** A grid, and the grids in its cells. */
export interface GridNode {
  readonly grid: Grid;
  readonly inner: { readonly cell: GridCell; readonly node: GridNode }[];
}

/** The grids that the lines of a page draw. A grid in a cell of another one hangs below it. */
export function gridTree(horizontal: readonly Rule[], vertical: readonly Rule[], page: PageModel): GridNode[] {
  const inner = innerGroups(connectedRules(horizontal, vertical, TOUCHING), page);
  const taken = new Set(inner.flat());
  const isFree = (rule: Rule): boolean => !taken.has(rule);
  const groups = [...connectedRules(horizontal.filter(isFree), vertical.filter(isFree), MEETING), ...inner];
  const grids = groups.map((rules) => gridOf(rules, page)).filter((grid) => grid !== undefined);
  return nest(grids);
}

/** Groups of rules that draw a whole table, with its frame, in one cell of another table. */
function innerGroups(groups: readonly (readonly Rule[])[], page: PageModel): (readonly Rule[])[] {
  if (groups.length < 2) return [];
  const drawn = groups.flatMap((rules) => {
    const grid = rules.length > 4 ? gridOf(rules, page) : undefined;
    return grid && grid.cells.length > 1 ? [{ rules, grid }] : [];
  });
  return drawn
    .filter(({ rules, grid }) => {
      const hosts = drawn.filter((other) => other.grid !== grid && cellAround(grid, other.grid));
      return hosts.length > 0 && hasFrame(rules, grid);
    })
    .map(({ rules }) => rules);
}

function cellAround(box: Box, { cells }: Grid): GridCell | undefined {
  return cells.find((cell) => contains(cell.box, box, OVERHANG) && areaOf(cell.box) > areaOf(box));
}

/** Whether lines run along all four sides of a grid. */
function hasFrame(rules: readonly Rule[], grid: Box): boolean {
  const covers = (axis: Rule['axis'], position: number, from: number, to: number): boolean =>
    rules.some(
      (rule) =>
        rule.axis === axis &&
        Math.abs(rule.position - position) < FRAME_GAP &&
        rule.start < from + FRAME_GAP &&
        rule.end > to - FRAME_GAP,
    );
  return (
    covers('h', grid.y0, grid.x0, grid.x1) &&
    covers('h', grid.y1, grid.x0, grid.x1) &&
    covers('v', grid.x0, grid.y0, grid.y1) &&
    covers('v', grid.x1, grid.y0, grid.y1)
  );
}

/** Hangs every grid below the smallest cell around it; one that lies across the cells of another is no table. */
function nest(grids: readonly Grid[]): GridNode[] {
  const roots: GridNode[] = [];
  const all: GridNode[] = [];
  for (const grid of grids.toSorted((a, b) => areaOf(b) - areaOf(a))) {
    const node: GridNode = { grid, inner: [] };
    const around = all.filter((other) => contains(other.grid, grid, OVERHANG));
    const host = around.at(-1);
    const cell = host && cellAround(grid, host.grid);
    if (host && cell) host.inner.push({ cell, node });
    else if (around.length > 0) continue;
    else roots.push(node);
    all.push(node);
  }
  return roots;
}
