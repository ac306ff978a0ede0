import { centreInside } from '../../../content/pages/geometry.ts';
import type { Area } from './blocks.ts';
import type { Grid } from './lattice-grid.ts';
import { groupRows, type Row } from './rows.ts';
import type { Segment } from './segment.ts';
import { isRunningText } from './stream-tables.ts';
import { columnEdges, projectColumns } from './stream-grid.ts';
import { UNDRAWN_COLUMNS } from '../thresholds/unruled-tables.ts';

const { MIN_COLUMNS, MIN_SPLIT_ROWS, MIN_SPLIT_SHARE, MAX_STACKED_SHARE, PADDING } = UNDRAWN_COLUMNS;

/** Gives a table that is drawn with lines between its rows alone the columns in which its text is. */
export function withUndrawnColumns(grid: Grid, segments: readonly Segment[]): Grid {
  if (grid.xs.length > 2) return grid;
  const written = grid.cells.map(({ box }) => groupRows(segments.filter((segment) => centreInside(segment, box))));
  const rows = written.flat();
  const split = rows.filter(isSplit);
  // where a drawn row holds several rows of the text, their cells would run into each other
  const stacked = written.filter((lines) => lines.filter(isSplit).length > 1);
  if (stacked.length > MAX_STACKED_SHARE * written.length) return grid;
  if (split.length < MIN_SPLIT_ROWS || split.length < MIN_SPLIT_SHARE * rows.length) return grid;
  const most = Math.max(...split.map(({ segments: pieces }) => pieces.length));
  const full = split.filter(({ segments: pieces }) => pieces.length === most);
  // a heading over two columns would make them one
  const columns = projectColumns(full.length < MIN_SPLIT_ROWS ? rows : full);
  if (columns.length < MIN_COLUMNS || isRunningText(split, columns)) return grid;
  const inner = columnEdges(columns, rows, grid.x1).slice(1, -1);
  const pieces = rows.flatMap((row) => row.segments);
  const xs = [grid.x0, ...inner.map((x, index) => clearest([x, ...inGap(columns, index)], pieces)), grid.x1];
  return { ...grid, xs, cells: grid.cells.map((cell) => ({ ...cell, columnSpan: columns.length })) };
}

const isSplit = ({ segments }: Row): boolean => segments.length > 1;

/** The end of a column and the middle between it and the next one. */
function inGap(columns: readonly Area[], index: number): number[] {
  const [{ x1 }, { x0 }] = [columns[index]!, columns[index + 1]!];
  return [Math.min(x1 + PADDING, x0), (x1 + x0) / 2];
}

/** Where the fewest pieces are crossed: headings are wider than the numbers below them. */
function clearest(xs: readonly number[], pieces: readonly Segment[]): number {
  const crossed = (x: number): number => pieces.filter(({ x0, x1 }) => x0 < x - 1 && x1 > x + 1).length;
  return xs.reduce((best, x) => (crossed(x) < crossed(best) ? x : best));
}
