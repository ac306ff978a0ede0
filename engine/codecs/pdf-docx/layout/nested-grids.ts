import { areaOf, type Box, contains } from '../../../content/pages/geometry.ts';
import type { PageModel, Rule } from '../../../content/pages/model.ts';
import { innerFrames, rulesIn } from './inner-frames.ts';
import { connectedRules, type Grid, type GridCell, gridOf } from './lattice-grid.ts';
import { mergeRules } from './rules.ts';
import { NESTED_GRIDS } from '../thresholds/ruled-tables.ts';

const { MEETING, SAME_STROKE, OVERHANG, MIN_INSET, MAX_FRAME_ROOM } = NESTED_GRIDS;

/** A grid, and the grids in its cells. */
export interface GridNode {
  readonly grid: Grid;
  readonly inner: { readonly cell: GridCell; readonly node: GridNode }[];
}

/** The grids that the lines of a page draw. A grid in a cell of another one hangs below it. */
export function gridTree(rules: readonly Rule[], page: PageModel): GridNode[] {
  let others = [...mergeRules(rules, 'h', SAME_STROKE), ...mergeRules(rules, 'v', SAME_STROKE)];
  const inner: Grid[] = [];
  const hosts: Grid[] = [];
  for (const frame of innerFrames(others)) {
    const members = new Set(rulesIn(frame, others));
    const grid = gridOf([...members], page);
    const around = others.filter((rule) => !members.has(rule));
    const host = grid && grid.cells.length > 1 && gridsOf(around, page, 1).find((other) => isInset(grid, other));
    if (!grid || !host) continue;
    inner.push(grid);
    if (host.cells.length === 1) hosts.push(host);
    others = around;
  }
  return nest([...gridsOf(others, page), ...hosts, ...inner]);
}

function gridsOf(rules: readonly Rule[], page: PageModel, minCells = 2): Grid[] {
  return connectedRules(mergeRules(rules, 'h'), mergeRules(rules, 'v'), MEETING)
    .map((group) => gridOf(group, page, minCells))
    .filter((grid) => grid !== undefined);
}

/** Whether a grid is in one cell of another, with room at both sides; the only cell of its host has little more. */
function isInset(grid: Box, host: Grid): boolean {
  const box = cellAround(grid, host)?.box;
  if (!box || box.x0 > grid.x0 - MIN_INSET || box.x1 < grid.x1 + MIN_INSET) return false;
  const rooms = [grid.x0 - box.x0, box.x1 - grid.x1, grid.y0 - box.y0, box.y1 - grid.y1];
  return host.cells.length > 1 || Math.max(...rooms) < MAX_FRAME_ROOM;
}

function cellAround(box: Box, { cells }: Grid): GridCell | undefined {
  return cells.find((cell) => contains(cell.box, box, OVERHANG) && areaOf(cell.box) > areaOf(box));
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
