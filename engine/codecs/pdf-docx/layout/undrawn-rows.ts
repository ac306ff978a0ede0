import { type Box, centreInside, heightOf, middleY } from '../../../content/pages/geometry.ts';
import type { Grid, GridCell } from './lattice-grid.ts';
import { UNDRAWN_ROWS } from '../thresholds/ruled-tables.ts';

const { MIN_ROWS, MIN_FILLED, MIN_CLEARANCE } = UNDRAWN_ROWS;

/**
 * A ground hides the lines between the rows of its column: where the text on it stands line by line in the rows beside
 * it, these are its rows as well.
 */
export function splitUndrawnRows(grid: Grid, inked: readonly Box[]): Grid {
  return { ...grid, cells: grid.cells.flatMap((cell) => rowsOf(cell, grid.ys, inked)) };
}

function rowsOf(cell: GridCell, ys: readonly number[], inked: readonly Box[]): readonly GridCell[] {
  const { row, rowSpan, box, fill } = cell;
  if (rowSpan < MIN_ROWS || !fill) return [cell];
  const lines = inked.filter((ink) => centreInside(ink, box));
  const edges = ys.slice(row, row + rowSpan + 1);
  const isAcross = (ink: Box): boolean =>
    edges.slice(1, -1).some((y) => Math.abs(middleY(ink) - y) < MIN_CLEARANCE * heightOf(ink));
  const counts = edges.slice(1).map((y1, index) => {
    return lines.filter((ink) => middleY(ink) > edges[index]! && middleY(ink) < y1).length;
  });
  const filled = counts.filter((count) => count === 1).length;
  if (filled < MIN_FILLED * rowSpan || lines.some(isAcross)) return [cell];
  return edges.slice(1).map((y1, index): GridCell => {
    const { top, bottom, ...sides } = cell.borders;
    const borders = {
      ...sides,
      ...(index === 0 && top && { top }),
      ...(index === rowSpan - 1 && bottom && { bottom }),
    };
    return { ...cell, row: row + index, rowSpan: 1, borders, box: { ...box, y0: edges[index]!, y1 } };
  });
}
