import { median, middleX } from '../../../content/pages/geometry.ts';
import type { Cell, Table } from './blocks.ts';
import { buildParagraphs } from './paragraphs.ts';
import { groupRows, type Row } from './rows.ts';
import type { Segment } from './segment.ts';
import { OPEN_HEADS } from '../thresholds/ruled-tables.ts';

const { MAX_GAP, ALIGNED } = OPEN_HEADS;

export interface HeadedTables {
  readonly tables: readonly Table[];
  readonly rest: readonly Segment[];
}

/** Puts heads into their tables that are above their first line: in many styles the lines begin below the head. */
export function addOpenHeads(tables: readonly Table[], segments: readonly Segment[]): HeadedTables {
  const taken = new Set<Segment>();
  const rows = groupRows(segments);
  const headed = tables.map((table) => {
    const index = rows.findLastIndex(({ y1 }) => y1 < table.y0 + ALIGNED);
    const head = rows[index];
    if (!head || !isHeadOf(head, table) || isRowBelow(head, rows[index - 1], table)) return table;
    for (const segment of head.segments) taken.add(segment);
    return withHead(table, head);
  });
  return { tables: headed, rest: segments.filter((segment) => !taken.has(segment)) };
}

/** Whether a row of several pieces keeps to the columns of the table below it, over at least half of them. */
function isHeadOf({ segments, size, y1 }: Row, table: Table): boolean {
  if (table.y0 - y1 > MAX_GAP * size || segments.length < 2) return false;
  const columns = segments.map((segment) => columnOf(segment, table));
  const isInOrder = columns.every((column, index) => column >= 0 && (index === 0 || column > columns[index - 1]!));
  return isInOrder && 2 * segments.length >= table.xs.length - 1;
}

/** The last row of another table is below a row with the same columns. */
function isRowBelow(row: Row, above: Row | undefined, { xs }: Table): boolean {
  const isNear =
    above !== undefined && row.y0 - above.y1 < MAX_GAP * row.size && above.x1 > xs[0]! && above.x0 < xs.at(-1)!;
  return isNear && above.segments.length > 1;
}

/** The column whose text a piece is aligned with; -1 if there is none. */
function columnOf({ x0, x1 }: Segment, { xs, cells }: Table): number {
  const column = xs.slice(1).findIndex((edge, index) => x0 > xs[index]! - ALIGNED && x1 < edge + ALIGNED);
  const texts = cells
    .filter((cell) => cell.column === column && cell.columnSpan === 1)
    .flatMap(({ paragraphs }) => paragraphs);
  if (texts.length === 0) return -1;
  const isAt = (value: number, values: readonly number[]): boolean => Math.abs(median(values) - value) < ALIGNED;
  const isAligned =
    isAt(
      x0,
      texts.map((text) => text.x0),
    ) ||
    isAt(
      x1,
      texts.map((text) => text.x1),
    ) ||
    isAt((x0 + x1) / 2, texts.map(middleX));
  return isAligned ? column : -1;
}

function withHead(table: Table, { segments, y0 }: Row): Table {
  const { xs, ys, cells } = table;
  const above = xs.slice(1).map((x1, column): Cell => {
    const box = { x0: xs[column]!, x1, y0: y0 - 1, y1: ys[0]! };
    const inColumn = segments.filter((segment) => columnOf(segment, table) === column);
    const bottom = cells.find(
      (cell) => cell.row === 0 && cell.column <= column && column < cell.column + cell.columnSpan,
    )?.borders.top;
    const borders = bottom ? { bottom } : {};
    return { row: 0, column, rowSpan: 1, columnSpan: 1, box, borders, paragraphs: buildParagraphs(inColumn, box) };
  });
  return {
    ...table,
    y0: y0 - 1,
    ys: [y0 - 1, ...ys],
    cells: [...above, ...cells.map((cell) => ({ ...cell, row: cell.row + 1 }))],
    headRows: 1,
  };
}
