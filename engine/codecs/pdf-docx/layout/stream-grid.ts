import { isBlank } from '../../../content/pages/model.ts';
import type { Area, Cell } from './blocks.ts';
import { buildParagraphs } from './paragraphs.ts';
import { type Row, rowOf } from './rows.ts';
import type { Segment } from './segment.ts';
import { STREAM_GRID } from '../thresholds/unruled-tables.ts';

const { NEXT_LINE, PADDING, RICH_SHARE, SAME_LINE_SHARE, MIN_SPACE, MAX_CELL_PADDING } = STREAM_GRID;

/** Rows with nearly as many pieces as the richest one: they show where the columns are. */
export function richRows(rows: readonly Row[]): Row[] {
  const most = Math.max(...rows.map(({ segments }) => segments.length));
  return rows.filter(({ segments }) => segments.length >= Math.max(2, RICH_SHARE * most));
}

/**
 * Merges the x intervals of the pieces of the richest rows into columns; other rows may have headings across columns,
 * and names before the first of them.
 */
export function projectColumns(rows: readonly Row[]): Area[] {
  const columns = mergeIntervals(richRows(rows).flatMap(({ segments }) => segments));
  const start = columns[0]?.x0 ?? 0;
  const names = rows.flatMap(({ segments }) => segments.filter(({ x1 }) => x1 < start));
  return [...mergeIntervals(names), ...columns];
}

function mergeIntervals(intervals: readonly Area[]): Area[] {
  const merged: { x0: number; x1: number }[] = [];
  for (const { x0, x1 } of intervals.toSorted((a, b) => a.x0 - b.x0)) {
    const last = merged.at(-1);
    if (last && x0 < last.x1 + 1) last.x1 = Math.max(last.x1, x1);
    else merged.push({ x0, x1 });
  }
  return merged;
}

/** Edges close to the text: before a left-aligned column, behind a right-aligned one. */
export function columnEdges(columns: readonly Area[], rows: readonly Row[], right: number): number[] {
  const inner = columns.slice(1).map((column, index) => {
    const previous = columns[index]!;
    const gap = column.x0 - previous.x1;
    const padding = Math.min(PADDING, gap / 2);
    return isRightAligned(previous, rows) ? previous.x1 + padding : column.x0 - padding;
  });
  // the last column may run to the edge of the text: a wider font must not wrap it
  return [columns[0]!.x0 - PADDING, ...inner, Math.max(columns.at(-1)!.x1 + PADDING, right)];
}

export function isRightAligned(column: Area, rows: readonly Row[]): boolean {
  const inside = rows.flatMap(({ segments }) =>
    segments.filter(({ x0, x1 }) => x0 >= column.x0 - 1 && x1 <= column.x1 + 1),
  );
  const atRight = inside.filter(({ x1 }) => column.x1 - x1 < 2).length;
  const atLeft = inside.filter(({ x0 }) => x0 - column.x0 < 2).length;
  return atRight > atLeft;
}

export function columnIndex(segment: Segment, xs: readonly number[]): number {
  const index = xs.slice(1).findIndex((edge) => segment.x0 < edge - 0.5);
  return index < 0 ? xs.length - 2 : index;
}

/** Joins the lines of a table that are one row of it. */
export function joinWrappedRows(rows: readonly Row[], xs: readonly number[]): Row[] {
  const result: Row[] = [];
  for (const row of rows) {
    const above = result.at(-1);
    if (above && (overlapsBeside(above, row, xs) || goesOn(above, row, xs))) {
      const joined = rowOf([...above.segments, ...row.segments]);
      result[result.length - 1] = { ...joined, baseline: above.baseline };
    } else {
      result.push(row);
    }
  }
  return result;
}

/** A row is beside a part of the one above: cells of several lines are centred on their row. */
function overlapsBeside(above: Row, row: Row, xs: readonly number[]): boolean {
  const own = columnsOf(row, xs);
  const beside = above.segments.filter((segment) => !own.has(columnIndex(segment, xs)));
  if (beside.length === 0) return false;
  const bottom = Math.max(...beside.map(({ y1 }) => y1));
  return bottom - row.y0 > SAME_LINE_SHARE * (row.y1 - row.y0);
}

/**
 * A row which follows closely is a second line of the cells above: its first column is empty, or all goes on in lower
 * case.
 */
function goesOn(above: Row, row: Row, xs: readonly number[]): boolean {
  if (row.y0 - above.y1 >= NEXT_LINE * row.size) return false;
  const own = columnsOf(row, xs);
  const aboveColumns = columnsOf(above, xs);
  if (!aboveColumns.has(0) || ![...own].every((column) => aboveColumns.has(column))) return false;
  return !own.has(0) || row.segments.every((segment) => isWrapped(segment, above, xs));
}

/** Whether a piece goes on in lower case with a text above it: with several words, or one that left no room for more. */
function isWrapped(piece: Segment, above: Row, xs: readonly number[]): boolean {
  if (piece.label || !/^\p{Ll}/u.test(piece.text)) return false;
  const column = columnIndex(piece, xs);
  const { text, x1: end } = above.segments.findLast((segment) => columnIndex(segment, xs) === column)!;
  if (/\S\s+\S/.test(text)) return true;
  const blank = piece.glyphs.findIndex(isBlank);
  const wordEnd = blank > 0 ? piece.glyphs[blank - 1]!.x1 : piece.x1;
  return end + (wordEnd - piece.x0) + MIN_SPACE * piece.size > xs[column + 1]! - MAX_CELL_PADDING;
}

const columnsOf = (row: Row, xs: readonly number[]): ReadonlySet<number> =>
  new Set(row.segments.map((segment) => columnIndex(segment, xs)));

/** Edges in the middle between two rows, a point outside at the ends. */
export function rowEdges(rows: readonly Row[]): number[] {
  const inner = rows.slice(1).map((row, index) => (rows[index]!.y1 + row.y0) / 2);
  return [rows[0]!.y0 - 1, ...inner, rows.at(-1)!.y1 + 1];
}

export function rowCells(row: Row, rowIndex: number, xs: readonly number[], ys: readonly number[]): Cell[] {
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
