import type { Box, Cell, Point } from './model.ts';

/** A cell with its place on the page. */
export interface Placed {
  readonly cell: Cell;
  readonly box: Box;
  /** Where points of a line begin to count. */
  readonly origin: Point;
  /** The line on which this label stands. */
  readonly onEdge: string | undefined;
}

const MOST_LEVELS = 100;

/** Cells that are shown, with their places, in the order in which they are drawn. */
export function placedCells(cells: readonly Cell[]): ReadonlyMap<string, Placed> {
  const byParent = new Map<string, Cell[]>();
  const ids = new Set(cells.map(({ id }) => id));
  const roots: Cell[] = [];
  for (const cell of cells) {
    if (!ids.has(cell.parent) || cell.parent === cell.id) roots.push(cell);
    else {
      const siblings = byParent.get(cell.parent);
      if (siblings) siblings.push(cell);
      else byParent.set(cell.parent, [cell]);
    }
  }
  const placed = new Map<string, Placed>();
  const visit = (cell: Cell, parent: Placed | undefined, level: number): void => {
    if (!cell.isVisible || level > MOST_LEVELS || placed.has(cell.id)) return;
    const own = place(cell, parent);
    placed.set(cell.id, own);
    if (cell.isCollapsed && cell.kind === 'vertex') return;
    for (const child of byParent.get(cell.id) ?? []) visit(child, own, level + 1);
  };
  for (const root of roots) visit(root, undefined, 0);
  return placed;
}

function place(cell: Cell, parent: Placed | undefined): Placed {
  const { geometry, kind } = cell;
  const { width, height, offset } = geometry;
  const isOnEdge = parent?.cell.kind === 'edge';
  const origin: Point = parent && !isOnEdge ? [parent.box.x, parent.box.y] : (parent?.origin ?? [0, 0]);
  if (kind !== 'vertex')
    return { cell, box: { x: origin[0], y: origin[1], width: 0, height: 0 }, origin, onEdge: undefined };
  const x = geometry.isRelative ? (parent?.box.width ?? 0) * geometry.x + offset[0] : geometry.x;
  const y = geometry.isRelative ? (parent?.box.height ?? 0) * geometry.y + offset[1] : geometry.y;
  const box = { x: origin[0] + x, y: origin[1] + y, width, height };
  return { cell, box, origin, onEdge: isOnEdge ? parent.cell.id : undefined };
}
