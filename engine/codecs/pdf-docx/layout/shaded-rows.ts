import { type Box, centreInside, heightOf, middleX, middleY } from '../../../content/pages/geometry.ts';
import type { PageModel } from '../../../content/pages/model.ts';
import { shadingOf } from './cell-style.ts';
import type { Grid, GridCell } from './lattice-grid.ts';
import { SHADED_ROWS } from '../thresholds/ruled-tables.ts';

const { BESIDE_EDGE, MIN_CLEARANCE, MAX_FILLS } = SHADED_ROWS;

/**
 * Rows of many tables are told apart by their ground alone: a drawn row is two where another colour begins in all of its
 * columns and text is on both sides.
 */
export function splitShadedRows(grid: Grid, page: PageModel, inked: readonly Box[]): Grid {
  if (page.fills.length > MAX_FILLS) return grid;
  const edges = [...new Set(page.fills.flatMap(({ y0, y1 }) => [y0, y1]))].sort((a, b) => a - b);
  return edges.reduce((split, y) => splitAt(split, y, page, inked), grid);
}

function splitAt(grid: Grid, y: number, page: PageModel, inked: readonly Box[]): Grid {
  const row = grid.ys.findLastIndex((top) => top < y);
  const cells = grid.cells.filter((cell) => cell.row <= row && row < cell.row + cell.rowSpan);
  const isDrawn = cells.some(({ rowSpan }) => rowSpan > 1) || !cells.every(({ box }) => changesAt(box, y, page));
  if (cells.length === 0 || isDrawn || !standsOnBothSides(cells, y, inked)) return grid;
  return {
    ...grid,
    ys: grid.ys.toSpliced(row + 1, 0, y),
    cells: [
      ...grid.cells.filter((cell) => cell.row < row),
      ...cells.map((cell) => upperPart(cell, y, page)),
      ...cells.map((cell) => lowerPart(cell, y, page)),
      ...grid.cells.filter((cell) => cell.row > row).map((cell) => ({ ...cell, row: cell.row + 1 })),
    ],
  };
}

const changesAt = (cell: Box, y: number, page: PageModel): boolean =>
  groundAt(middleX(cell), y - BESIDE_EDGE, page) !== groundAt(middleX(cell), y + BESIDE_EDGE, page);

/** Text above and below the edge, and none across it. */
function standsOnBothSides(cells: readonly GridCell[], y: number, inked: readonly Box[]): boolean {
  const inRow = inked.filter((ink) => cells.some(({ box }) => centreInside(ink, box)));
  if (inRow.some((ink) => Math.abs(middleY(ink) - y) < MIN_CLEARANCE * heightOf(ink))) return false;
  return inRow.some((ink) => middleY(ink) < y) && inRow.some((ink) => middleY(ink) > y);
}

function upperPart(cell: GridCell, y: number, page: PageModel): GridCell {
  const { bottom: _, ...borders } = cell.borders;
  return partOf({ ...cell, box: { ...cell.box, y1: y }, borders }, page);
}

function lowerPart(cell: GridCell, y: number, page: PageModel): GridCell {
  const { top: _, ...borders } = cell.borders;
  return partOf({ ...cell, row: cell.row + 1, box: { ...cell.box, y0: y }, borders }, page);
}

function partOf(part: GridCell, page: PageModel): GridCell {
  const { fill: _, ...plain } = part;
  return { ...plain, ...shadingOf(part.box, page) };
}

/** What is painted at a place, where it is not white. */
function groundAt(x: number, y: number, { fills }: PageModel): string | undefined {
  const ground = fills.findLast((fill) => x > fill.x0 && x < fill.x1 && y > fill.y0 && y < fill.y1);
  return ground?.color === '#ffffff' ? undefined : ground?.color;
}
