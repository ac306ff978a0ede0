import { centreInside } from '../../../content/pages/geometry.ts';
import { isBlank } from '../../../content/pages/model.ts';
import type { Grid, GridCell } from './lattice-grid.ts';
import { groupRows, type Row } from './rows.ts';
import type { Segment } from './segment.ts';
import { STACKED_ROWS } from '../thresholds/ruled-tables.ts';

const { MIN_CELLS, MIN_FILLED, MIN_SHARE, MIN_WORD_ROWS, MIN_SPACE, PADDING } = STACKED_ROWS;

/** A number with its signs, and no sign at its end that says that more follows. */
const VALUE = /^[^\p{L}]*\p{Nd}[^\p{L},;-]*$/u;

/** A drawn row, and the lines of text in it, each of which is a row of its own. */
interface Stack {
  readonly row: number;
  readonly lines: readonly Row[];
}

/**
 * Many tables have lines between their columns, and between head and body alone: what is drawn as one row is several where
 * its text stands line by line in all columns and no cell holds text that wraps.
 */
export function splitStackedRows(grid: Grid, segments: readonly Segment[]): Grid {
  const rows = Array.from({ length: grid.ys.length - 1 }, (_, row) => row);
  const stacks = rows.flatMap((row) => stackIn(grid, row, segments));
  // From the last one on, so that the numbers of the rows before it stay.
  return stacks.reduceRight(splitAt, grid);
}

function stackIn(grid: Grid, row: number, segments: readonly Segment[]): Stack[] {
  const cells = grid.cells.filter((cell) => cell.row <= row && row < cell.row + cell.rowSpan);
  if (cells.length < MIN_CELLS || cells.some(({ rowSpan }) => rowSpan > 1)) return [];
  const texts = cells.map((cell) => ({ cell, inside: segments.filter((segment) => centreInside(segment, cell.box)) }));
  const all = texts.flatMap(({ inside }) => inside);
  const lines = groupRows(all);
  if (lines.length < 2 || all.some(({ tag }) => tag?.cell !== undefined)) return [];
  const columns = texts
    .filter(({ inside }) => inside.length > 0)
    .map(({ cell, inside }) => ({ cell, rows: groupRows(inside) }));
  const isFull = (line: Row): boolean =>
    columns.filter(({ cell }) => line.segments.some((segment) => centreInside(segment, cell.box))).length >=
    MIN_FILLED * cells.length;
  const first = columns.find(({ cell }) => cell.column === 0);
  // lists side by side are read one after the other
  if (columns.every(({ rows: own }) => own.every(({ segments: [item] }) => item?.label))) return [];
  if (first?.rows.length !== lines.length || !lines.every(isFull) || overlap(lines)) return [];
  // A number on each line is a row each: a text beside it that wraps would leave lines without one.
  const values = columns.filter(({ rows }) => rows.length === lines.length && rows.every(isValue));
  const isOfValues = values.length >= MIN_SHARE * cells.length;
  const isOfWords =
    lines.length >= MIN_WORD_ROWS &&
    columns.every(({ cell, rows }) => rows.every(isValue) || rows.length === 1 || hasNeedlessBreak(cell, rows));
  return row > 0 && (isOfValues || isOfWords) ? [{ row, lines }] : [];
}

const overlap = (lines: readonly Row[]): boolean =>
  lines.some((line, index) => index > 0 && line.y0 < lines[index - 1]!.baseline);

const textOf = ({ segments }: Row): string =>
  segments
    .map(({ text }) => text)
    .join(' ')
    .trim();
const isValue = (row: Row): boolean => VALUE.test(textOf(row));

/** Whether a line ends though the next word would have had room: it is no line of a text that wraps. */
function hasNeedlessBreak({ box }: GridCell, rows: readonly Row[]): boolean {
  return rows.some((row, index) => {
    const next = rows[index + 1]?.segments[0];
    if (!next) return false;
    const blank = next.glyphs.findIndex(isBlank);
    const wordEnd = blank > 0 ? next.glyphs[blank - 1]!.x1 : next.x1;
    return row.x1 + MIN_SPACE * next.size + wordEnd - next.x0 < box.x1 - PADDING;
  });
}

function splitAt(grid: Grid, { row, lines }: Stack): Grid {
  const inner = lines.slice(1).map((line, index) => (lines[index]!.y1 + line.y0) / 2);
  const edges = [grid.ys[row]!, ...inner, grid.ys[row + 1]!];
  const added = inner.length;
  const cells = grid.cells.flatMap((cell): GridCell[] => {
    if (cell.row !== row) return [cell.row > row ? { ...cell, row: cell.row + added } : cell];
    const { top, bottom, ...sides } = cell.borders;
    return lines.map((_, index) => ({
      ...cell,
      row: row + index,
      box: { ...cell.box, y0: edges[index]!, y1: edges[index + 1]! },
      borders: { ...sides, ...(index === 0 && top && { top }), ...(index === added && bottom && { bottom }) },
    }));
  });
  return { ...grid, ys: grid.ys.toSpliced(row + 1, 0, ...inner), cells };
}
