import { median, middleY, overlapX, overlapY, unionOf } from '../../../content/pages/geometry.ts';
import type { Area, Table } from './blocks.ts';
import { DOT_LEADER } from './labels.ts';
import { groupRows, type Row, rowOf } from './rows.ts';
import type { Segment } from './segment.ts';
import { isMonospaced } from './wrapping.ts';
import {
  columnEdges,
  columnIndex,
  isRightAligned,
  joinWrappedRows,
  projectColumns,
  richRows,
  rowCells,
  rowEdges,
} from './stream-grid.ts';
import { STREAM_GRID, STREAM_TABLES } from '../thresholds/unruled-tables.ts';

const {
  MAX_ROW_GAP,
  SAME_SIDE,
  MIN_ROWS,
  RUNNING_TEXT_SHARE,
  PROSE_LENGTH,
  MIN_ITEMS,
  MIN_LABELLED,
  EVIDENT_COLUMNS,
  EVIDENT_SHARE,
  EVIDENT_WIDTH,
} = STREAM_TABLES;
const { NEXT_LINE } = STREAM_GRID;

export interface StreamTables {
  readonly tables: readonly Table[];
  readonly rest: readonly Segment[];
}

export interface StreamOptions {
  /** On a page whose columns are not known yet only evident tables are taken: three columns of short pieces. */
  readonly evident?: boolean;
  /** The tables that are known already: no other one lies over them. */
  readonly drawn?: readonly Table[];
}

/** Tables without ruling lines in one column of text: runs of rows whose pieces are aligned. */
export function streamTables(
  segments: readonly Segment[],
  area: Area,
  { evident = false, drawn = [] }: StreamOptions = {},
): StreamTables {
  const rows = groupRows(segments);
  const tables: Table[] = [];
  const rest: Segment[] = [];
  const take = (run: readonly Row[], isSure: boolean): void => {
    const table = isSure ? streamTable(run, area) : undefined;
    const isOver = table !== undefined && drawn.some((other) => liesOver(run, other));
    const parts = isOver ? splitAtTables(run, drawn) : [];
    if (parts.length > 1) {
      for (const part of parts) take(part.rows, !evident || (!part.isBeside && isEvident(part.rows, area)));
      return;
    }
    if (table && !isOver) tables.push(table);
    else rest.push(...run.flatMap((row) => row.segments));
  };
  for (let index = 0; index < rows.length;) {
    const end = isSplit(rows[index]!) ? endOfRun(rows, index) : index;
    const run = rows.slice(index, end + 1);
    take(run, !evident || isEvident(run, area));
    index = end + 1;
  }
  return { tables, rest };
}

/** Whether a table lies between the pieces of some rows. */
function liesOver(rows: readonly Row[], table: Table): boolean {
  const text = unionOf(rows);
  return text !== undefined && overlapX(text, table) > 1 && overlapY(text, table) > 1;
}

/** Rows above, beside and below the tables that are known. */
function splitAtTables(
  rows: readonly Row[],
  drawn: readonly Table[],
): { readonly rows: readonly Row[]; readonly isBeside: boolean }[] {
  const sideOf = (row: Row, { y0, y1 }: Table): 'above' | 'beside' | 'below' =>
    middleY(row) < y0 ? 'above' : middleY(row) > y1 ? 'below' : 'beside';
  const groups = Map.groupBy(rows, (row) => drawn.map((table) => sideOf(row, table)).join(' '));
  return [...groups].map(([sides, members]) => ({ rows: members, isBeside: sides.includes('beside') }));
}

const isSplit = (row: Row): boolean => row.segments.length >= 2;

/** Last row of a run of split rows; one unsplit row may be between two, and lines of its last cell below the last. */
function endOfRun(rows: readonly Row[], start: number): number {
  let end = start;
  let misses = 0;
  for (let index = start + 1; index < rows.length; index++) {
    const previous = rows[index - 1]!;
    const row = rows[index]!;
    if (row.y0 - previous.y1 >= MAX_ROW_GAP * previous.size) break;
    if (isSplit(row)) {
      end = index;
      misses = 0;
    } else if (++misses > 1) {
      break;
    }
  }
  const [, ...later] = rows[end]!.segments;
  while (end + 1 < rows.length && later.length > 0 && goesOnBelow(rows[end]!, rows[end + 1]!, later.at(-1)!)) end++;
  return end;
}

/** Whether a row is the next line of a cell, at whose left side it begins. */
function goesOnBelow(above: Row, { segments, y0, size }: Row, cell: Segment): boolean {
  const [piece] = segments;
  return segments.length === 1 && y0 - above.y1 < NEXT_LINE * size && Math.abs(piece!.x0 - cell.x0) < SAME_SIDE;
}

/** The table that some rows make; undefined where their pieces are not aligned as cells. */
function streamTable(rows: readonly Row[], area: Area): Table | undefined {
  const split = rows.filter(isSplit);
  if (split.length < MIN_ROWS) return undefined;
  if (rows.filter(({ segments }) => segments.some(({ text }) => DOT_LEADER.test(text))).length * 2 > rows.length) {
    return undefined;
  }
  // the gaps of one line of monospace text are no columns
  if (rows.every(isMonospaced) && richRows(rows).length < MIN_ROWS) return undefined;
  const columns = projectColumns(rows);
  if (columns.length < 2 || isRunningText(split, columns)) return undefined;
  const xs = columnEdges(columns, rows, isRightAligned(columns.at(-1)!, rows) ? -Infinity : area.x1);
  const merged = areLists(rows, xs) ? [rowOf(rows.flatMap(({ segments }) => segments))] : joinWrappedRows(rows, xs);
  const ys = rowEdges(merged);
  const cells = merged.flatMap((row, index) => rowCells(row, index, xs, ys));
  return { kind: 'table', ruled: false, x0: xs[0]!, y0: ys[0]!, x1: xs.at(-1)!, y1: ys.at(-1)!, xs, ys, cells };
}

/** Whether every column is a list: lists side by side are read one after the other, not line by line. */
function areLists(rows: readonly Row[], xs: readonly number[]): boolean {
  const columns = Map.groupBy(
    rows.flatMap(({ segments }) => segments),
    (segment) => columnIndex(segment, xs),
  );
  return [...columns.values()].every((column) => {
    const items = column.filter(({ label }) => label);
    return items.length >= MIN_ITEMS && items.length >= MIN_LABELLED * column.length;
  });
}

/** Rows of at least three pieces, all of them short. */
function isEvident(rows: readonly Row[], area: Area): boolean {
  const rich = rows.filter(({ segments }) => segments.length >= EVIDENT_COLUMNS);
  if (rich.length < MIN_ROWS || rich.length < EVIDENT_SHARE * rows.length) return false;
  const pieces = rows.flatMap(({ segments }) => segments);
  return pieces.every(({ x0, x1 }) => x1 - x0 < EVIDENT_WIDTH * (area.x1 - area.x0));
}

/** Columns of prose side by side: most pieces are long, fill their column and go on in the next row. */
export function isRunningText(rows: readonly Row[], columns: readonly Area[]): boolean {
  const shares = rows.flatMap((row) =>
    row.segments.map((segment) => {
      const column = columns.find(({ x0, x1 }) => segment.x0 >= x0 - 1 && segment.x1 <= x1 + 1);
      const long = segment.x1 - segment.x0 > PROSE_LENGTH * segment.size;
      return column && long ? (segment.x1 - segment.x0) / (column.x1 - column.x0) : 0;
    }),
  );
  return rows.length > 3 && median(shares) > RUNNING_TEXT_SHARE;
}
