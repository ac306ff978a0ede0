import { median } from '../geometry.ts';
import type { Area, Cell, Table } from './blocks.ts';
import { DOT_LEADER } from './paragraph-text.ts';
import { buildParagraphs } from './paragraphs.ts';
import { groupRows, type Row, rowOf } from './rows.ts';
import type { Segment } from './segments.ts';

/** Rows of a table stand at most this many em apart. */
const MAX_ROW_GAP = 1.6;
/** Rows with several segments that make a table. */
const MIN_ROWS = 3;
/** Segments that fill more than this share of their column are running text. */
const RUNNING_TEXT_SHARE = 0.75;
/** Lines of prose are longer than this many em. */
const PROSE_LENGTH = 13;
/** What an evident table has: columns, rows with all of them, and pieces no wider than this share of the page. */
const EVIDENT_COLUMNS = 3;
const EVIDENT_SHARE = 0.6;
const EVIDENT_WIDTH = 0.4;
/** Free space between a column's edge and its text. */
const PADDING = 2;

export interface StreamTables {
  readonly tables: readonly Table[];
  readonly rest: readonly Segment[];
}

/**
 * Tables without ruling lines in one column of text: runs of rows whose pieces are aligned. On a page whose columns are
 * not known yet only `evident` ones are taken: three columns of short pieces.
 */
export function streamTables(
  segments: readonly Segment[],
  area: Area,
  { evident = false }: { readonly evident?: boolean } = {},
): StreamTables {
  const rows = groupRows(segments);
  const tables: Table[] = [];
  const rest: Segment[] = [];
  for (let index = 0; index < rows.length;) {
    const end = isSplit(rows[index]!) ? endOfRun(rows, index) : index;
    const run = rows.slice(index, end + 1);
    const table = evident && !isEvident(run, area) ? undefined : tableOf(run, area);
    if (table) tables.push(table);
    else rest.push(...run.flatMap((row) => row.segments));
    index = end + 1;
  }
  return { tables, rest };
}

const isSplit = (row: Row): boolean => row.segments.length >= 2;

/** Last row of a run of split rows; one unsplit row may stand between two. */
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
  return end;
}

function tableOf(rows: readonly Row[], area: Area): Table | undefined {
  const split = rows.filter(isSplit);
  if (split.length < MIN_ROWS) return undefined;
  if (rows.filter(({ segments }) => segments.some(({ text }) => DOT_LEADER.test(text))).length * 2 > rows.length) {
    return undefined;
  }
  const columns = projectColumns(rows, area);
  if (columns.length < 2 || isRunningText(split, columns)) return undefined;
  const xs = columnEdges(columns, rows, isRightAligned(columns.at(-1)!, rows) ? -Infinity : area.x1);
  const merged = joinWrappedRows(rows, xs);
  const ys = rowEdges(merged);
  const cells = merged.flatMap((row, index) => rowCells(row, index, xs, ys));
  return { kind: 'table', ruled: false, x0: xs[0]!, y0: ys[0]!, x1: xs.at(-1)!, y1: ys.at(-1)!, xs, ys, cells };
}

/** Merges the x intervals of the segments into columns; long pieces of unsplit rows are headings across columns. */
function projectColumns(rows: readonly Row[], area: Area): Area[] {
  const width = area.x1 - area.x0;
  const intervals = rows
    .flatMap((row) => row.segments.filter((segment) => isSplit(row) || segment.x1 - segment.x0 < width * 0.45))
    .sort((a, b) => a.x0 - b.x0);
  const columns: { x0: number; x1: number }[] = [];
  for (const { x0, x1 } of intervals) {
    const last = columns.at(-1);
    if (last && x0 < last.x1 + 1) last.x1 = Math.max(last.x1, x1);
    else columns.push({ x0, x1 });
  }
  return columns;
}

/** Rows of at least three pieces, all of them short. */
function isEvident(rows: readonly Row[], area: Area): boolean {
  const rich = rows.filter(({ segments }) => segments.length >= EVIDENT_COLUMNS);
  if (rich.length < MIN_ROWS || rich.length < EVIDENT_SHARE * rows.length) return false;
  const pieces = rows.flatMap(({ segments }) => segments);
  return pieces.every(({ x0, x1 }) => x1 - x0 < EVIDENT_WIDTH * (area.x1 - area.x0));
}

/** Columns of prose side by side: most pieces are long, fill their column and go on in the next row. */
function isRunningText(rows: readonly Row[], columns: readonly Area[]): boolean {
  const shares = rows.flatMap((row) =>
    row.segments.map((segment) => {
      const column = columns.find(({ x0, x1 }) => segment.x0 >= x0 - 1 && segment.x1 <= x1 + 1);
      const long = segment.x1 - segment.x0 > PROSE_LENGTH * segment.size;
      return column && long ? (segment.x1 - segment.x0) / (column.x1 - column.x0) : 0;
    }),
  );
  return rows.length > 3 && median(shares) > RUNNING_TEXT_SHARE;
}

/** Edges close to the text: before a left-aligned column, behind a right-aligned one. */
function columnEdges(columns: readonly Area[], rows: readonly Row[], right: number): number[] {
  const inner = columns.slice(1).map((column, index) => {
    const previous = columns[index]!;
    const gap = column.x0 - previous.x1;
    const padding = Math.min(PADDING, gap / 2);
    return isRightAligned(previous, rows) ? previous.x1 + padding : column.x0 - padding;
  });
  // the last column may run to the edge of the text: a wider font must not wrap it
  return [columns[0]!.x0 - PADDING, ...inner, Math.max(columns.at(-1)!.x1 + PADDING, right)];
}

function isRightAligned(column: Area, rows: readonly Row[]): boolean {
  const inside = rows.flatMap(({ segments }) =>
    segments.filter(({ x0, x1 }) => x0 >= column.x0 - 1 && x1 <= column.x1 + 1),
  );
  const atRight = inside.filter(({ x1 }) => column.x1 - x1 < 2).length;
  const atLeft = inside.filter(({ x0 }) => x0 - column.x0 < 2).length;
  return atRight > atLeft;
}

function columnIndex(segment: Segment, xs: readonly number[]): number {
  const index = xs.slice(1).findIndex((edge) => segment.x0 < edge - 0.5);
  return index < 0 ? xs.length - 2 : index;
}

/** A row without its first column which follows closely is a second line of the cells above. */
function joinWrappedRows(rows: readonly Row[], xs: readonly number[]): Row[] {
  const result: Row[] = [];
  for (const row of rows) {
    const above = result.at(-1);
    const startsLate = columnIndex(row.segments[0]!, xs) > 0;
    const closeBelow = above && row.y0 - above.y1 < 0.35 * row.size;
    const aboveColumns = new Set(above?.segments.map((segment) => columnIndex(segment, xs)));
    const wraps = row.segments.every((segment) => aboveColumns.has(columnIndex(segment, xs)));
    if (above && closeBelow && startsLate && wraps && aboveColumns.has(0)) {
      const joined = rowOf([...above.segments, ...row.segments]);
      result[result.length - 1] = { ...joined, baseline: above.baseline };
    } else {
      result.push(row);
    }
  }
  return result;
}

/** Edges in the middle between two rows, a point outside at the ends. */
function rowEdges(rows: readonly Row[]): number[] {
  const inner = rows.slice(1).map((row, index) => (rows[index]!.y1 + row.y0) / 2);
  return [rows[0]!.y0 - 1, ...inner, rows.at(-1)!.y1 + 1];
}

function rowCells(row: Row, rowIndex: number, xs: readonly number[], ys: readonly number[]): Cell[] {
  const columns = xs.length - 1;
  const slots: { span: number; segments: Segment[] }[] = [];
  for (const segment of row.segments) {
    const first = columnIndex(segment, xs);
    let last = first;
    while (last + 1 < columns && segment.x1 > xs[last + 1]! + PADDING) last++;
    const slot = slots[first];
    if (slot) {
      slot.segments.push(segment);
      slot.span = Math.max(slot.span, last - first + 1);
    } else {
      slots[first] = { span: last - first + 1, segments: [segment] };
    }
  }
  const cells: Cell[] = [];
  for (let column = 0; column < columns;) {
    const { span = 1, segments = [] } = slots[column] ?? {};
    let columnSpan = span;
    for (let k = 1; k < columnSpan; k++) if (slots[column + k]) columnSpan = k;
    const box = { x0: xs[column]!, y0: ys[rowIndex]!, x1: xs[column + columnSpan]!, y1: ys[rowIndex + 1]! };
    const paragraphs = buildParagraphs(segments, box);
    cells.push({ row: rowIndex, column, rowSpan: 1, columnSpan, box, borders: {}, paragraphs });
    column += columnSpan;
  }
  return cells;
}
