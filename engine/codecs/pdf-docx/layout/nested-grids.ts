import { areaOf, type Box, contains } from '../geometry.ts';
import type { PageModel, Rule } from '../page-model.ts';
import { innerFrames, rulesIn } from './inner-frames.ts';
import { connectedRules, type Grid, type GridCell, gridOf } from './lattice-grid.ts';
import { mergeRules } from './rules.ts';

/** Rules meet when they come this close. */
const MEETING = 3;
/** Lines as close as this are one, also where a frame stands close to the lines of its cell. */
const SAME_STROKE = 0.3;
/** How far a frame may reach over the lines of the cell that it stands in. */
const OVERHANG = 2;
/** A table in a cell stands at least this far from the walls at its sides: else its lines are those of the cell. */
const MIN_INSET = 1.5;

/** A grid, and the grids in its cells. */
export interface GridNode {
  readonly grid: Grid;
  readonly inner: { readonly cell: GridCell; readonly node: GridNode }[];
}

/** The grids that the lines of a page draw. A grid in a cell of another one hangs below it. */
export function gridTree(rules: readonly Rule[], page: PageModel): GridNode[] {
  let others = [...mergeRules(rules, 'h', SAME_STROKE), ...mergeRules(rules, 'v', SAME_STROKE)];
  const inner: Grid[] = [];
  for (const frame of innerFrames(others)) {
    const members = new Set(rulesIn(frame, others));
    const grid = gridOf([...members], page);
    const around = others.filter((rule) => !members.has(rule));
    if (!grid || grid.cells.length < 2 || !gridsOf(around, page).some((host) => isInset(grid, host))) continue;
    inner.push(grid);
    others = around;
  }
  return nest([...gridsOf(others, page), ...inner]);
}

function gridsOf(rules: readonly Rule[], page: PageModel): Grid[] {
  return connectedRules(mergeRules(rules, 'h'), mergeRules(rules, 'v'), MEETING)
    .map((group) => gridOf(group, page))
    .filter((grid) => grid !== undefined);
}

/** Whether a grid stands in one cell of another, with room at both sides. */
function isInset(grid: Box, host: Grid): boolean {
  const cell = host.cells.length > 1 ? cellAround(grid, host) : undefined;
  return cell !== undefined && cell.box.x0 < grid.x0 - MIN_INSET && cell.box.x1 > grid.x1 + MIN_INSET;
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
