import {
  cell as markupCell,
  textOf,
  type Table as MarkupTable,
  type TableCell,
} from '../../../content/document/model.ts';
import { type Cell, paragraphsOfCell, type Table } from '../layout/blocks.ts';
import type { PageModel } from '../../../content/pages/model.ts';
import { readNumber } from '../tables/numbers.ts';
import { inlinesOfCell } from './inlines.ts';

/** A table as rows of cells; places without a cell are empty ones. */
export function markupTable(table: Table, page: PageModel): MarkupTable {
  const rows = Array.from({ length: table.ys.length - 1 }, (_, row) => cellsOfRow(table, row, page));
  return { kind: 'table', rows: rows.filter((cells) => cells.length > 0) };
}

function cellsOfRow(table: Table, row: number, page: PageModel): TableCell[] {
  const covering = table.cells
    .filter((cell) => cell.row <= row && row < cell.row + cell.rowSpan)
    .sort((a, b) => a.column - b.column);
  const cells: TableCell[] = [];
  let column = 0;
  const fillTo = (end: number): void => {
    for (; column < end; column++) cells.push({ blocks: [] });
  };
  for (const cell of covering) {
    fillTo(cell.column);
    column = cell.column + cell.columnSpan;
    if (cell.row === row) cells.push(cellOf(cell, page));
  }
  if (covering.length > 0) fillTo(table.xs.length - 1);
  return cells;
}

function cellOf(cell: Cell, page: PageModel): TableCell {
  const { row, columnSpan, rowSpan } = cell;
  // What names the columns stands out by itself.
  const inlines = inlinesOfCell(paragraphsOfCell(cell), page, { plain: row === 0 });
  return markupCell(inlines, {
    ...(columnSpan > 1 && { columns: columnSpan }),
    ...(rowSpan > 1 && { rows: rowSpan }),
    ...(readNumber(textOf(inlines)) && { isNumber: true }),
  });
}
