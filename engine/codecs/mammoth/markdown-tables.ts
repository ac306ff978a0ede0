import type { WordElement } from './transform.ts';

interface Cell extends WordElement {
  readonly colSpan?: number;
  readonly rowSpan?: number;
}

/** A merged cell may not make a row longer than Word itself allows. */
const MAX_COLUMNS = 63;

/**
 * Shapes a table as GFM holds it: every cell of its own, merged ones followed by empty cells, all rows of one length,
 * and the first row as the header when the document names none.
 */
export function shapeForMarkdown(table: WordElement): WordElement {
  const rows = table.children ?? [];
  if (rows.some(({ type, children }) => type !== 'tableRow' || children?.some((cell) => cell.type !== 'tableCell'))) {
    return table;
  }
  const grid = spreadCells(rows);
  const width = Math.max(...grid.map((cells) => cells.length));
  const children = rows.map((row, index) => ({
    ...row,
    isHeader: index === 0 && rows.length > 1,
    children: Array.from({ length: width }, (_, column) => grid[index]![column] ?? emptyCell()),
  }));
  return { ...table, children };
}

/** Rows with holes (undefined) where cells of the rows above reach down or a cell to the left reaches over. */
function spreadCells(rows: readonly WordElement[]): (Cell | undefined)[][] {
  const reach: number[] = [];
  return rows.map((row) => {
    const cells: (Cell | undefined)[] = [];
    const skipReached = (): void => {
      for (; (reach[cells.length] ?? 0) > 0; cells.push(undefined)) reach[cells.length]!--;
    };
    for (const cell of (row.children ?? []) as readonly Cell[]) {
      skipReached();
      const columns = Math.max(1, Math.min(cell.colSpan ?? 1, MAX_COLUMNS));
      for (let offset = 0; offset < columns; offset++) {
        reach[cells.length] = Math.max(1, cell.rowSpan ?? 1) - 1;
        cells.push(offset === 0 ? { ...cell, colSpan: 1, rowSpan: 1 } : undefined);
      }
    }
    skipReached();
    return cells;
  });
}

function emptyCell(): Cell {
  return { type: 'tableCell', children: [], colSpan: 1, rowSpan: 1 };
}
