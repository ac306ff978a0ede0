import { middleY } from '../../../content/pages/geometry.ts';
import type { Cell, Table } from './blocks.ts';
import { buildParagraphs } from './paragraphs.ts';
import type { Segment } from './segment.ts';
import { SIDE_CELLS } from '../thresholds/ruled-tables.ts';

const { PADDING, OVERHANG } = SIDE_CELLS;

export interface SideCells {
  readonly tables: readonly Table[];
  /** Segments that are beside none of the tables. */
  readonly rest: readonly Segment[];
}

/**
 * Text beside a table that is not in rows with it becomes one cell along the whole table: a flow cannot go back up, and
 * behind the table the text would push down everything else. Only the text of the table's own column is given.
 */
export function addSideCells(tables: readonly Table[], segments: readonly Segment[]): SideCells {
  let rest = segments;
  const widened = tables.map((table) => {
    const isBeside = (segment: Segment): boolean => middleY(segment) > table.y0 && middleY(segment) < table.y1;
    const left = rest.filter((segment) => isBeside(segment) && segment.x1 < table.x0 + OVERHANG);
    const right = rest.filter((segment) => isBeside(segment) && segment.x0 > table.x1 - OVERHANG);
    if (left.length + right.length === 0 || hasNeighbour(table, tables)) return table;
    const taken = new Set([...left, ...right]);
    rest = rest.filter((segment) => !taken.has(segment));
    return withRightCell(withLeftCell(table, left), right);
  });
  return { tables: widened, rest };
}

/** Two tables side by side stay as they are. */
function hasNeighbour(table: Table, tables: readonly Table[]): boolean {
  return tables.some((other) => other !== table && other.y0 < table.y1 && other.y1 > table.y0);
}

function withLeftCell(table: Table, segments: readonly Segment[]): Table {
  if (segments.length === 0) return table;
  const x0 = Math.min(...segments.map((segment) => segment.x0)) - PADDING;
  const cells = table.cells.map((cell) => ({ ...cell, column: cell.column + 1 }));
  return withoutHead({
    ...table,
    x0,
    xs: [x0, ...table.xs],
    cells: [...cells, sideCell(table, segments, { column: 0, x0, x1: table.x0 })],
  });
}

function withRightCell(table: Table, segments: readonly Segment[]): Table {
  if (segments.length === 0) return table;
  const x1 = Math.max(...segments.map((segment) => segment.x1)) + PADDING;
  const column = table.xs.length - 1;
  return withoutHead({
    ...table,
    x1,
    xs: [...table.xs, x1],
    cells: [...table.cells, sideCell(table, segments, { column, x0: table.x1, x1 })],
  });
}

interface SidePlace {
  readonly column: number;
  readonly x0: number;
  readonly x1: number;
}

function sideCell({ y0, y1, ys }: Table, segments: readonly Segment[], { column, x0, x1 }: SidePlace): Cell {
  const box = { x0, x1, y0, y1 };
  const paragraphs = buildParagraphs(segments, { x0: x0 + PADDING, x1: x1 - PADDING });
  return { row: 0, column, rowSpan: ys.length - 1, columnSpan: 1, box, borders: {}, paragraphs };
}

/** A head cannot be repeated when a cell reaches from it into the body. */
function withoutHead(table: Table): Table {
  const { kind, ruled, x0, x1, y0, y1, xs, ys, cells } = table;
  return { kind, ruled, x0, x1, y0, y1, xs, ys, cells };
}
