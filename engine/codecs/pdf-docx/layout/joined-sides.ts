import { overlapX, overlapY } from '../../../content/pages/geometry.ts';
import type { Cell, Table } from './blocks.ts';
import { JOINED_SIDES } from '../thresholds/unruled-tables.ts';

const { MIN_GAP } = JOINED_SIDES;

/**
 * Text in rows beside a drawn table is a part of it that has no lines: what is on one line of the page must be in
 * one row, as a flow cannot go back up. Tables whose rows do not fit each other are left as they are.
 */
export function joinSides(drawn: readonly Table[], undrawn: readonly Table[]): Table[] {
  const rest = [...undrawn];
  const tables = drawn.map((table) => {
    let joined = table;
    for (const side of undrawn) {
      const whole = rest.includes(side) ? joinSide(joined, side) : undefined;
      if (!whole) continue;
      joined = whole;
      rest.splice(rest.indexOf(side), 1);
    }
    return joined;
  });
  return [...tables, ...rest];
}

/** A table without lines takes all room to its right: it ends where the one beside it begins, if its text does. */
function endedBefore(side: Table, { x0 }: Table): Table {
  const textEnd = Math.max(...side.cells.flatMap(({ paragraphs }) => paragraphs.map(({ x1 }) => x1)));
  if (textEnd > x0 || side.x1 < x0) return side;
  return { ...side, x1: x0, xs: [...side.xs.slice(0, -1), x0] };
}

function joinSide(table: Table, undrawn: Table): Table | undefined {
  const side = endedBefore(undrawn, table);
  if (overlapY(table, side) <= 0 || overlapX(table, side) > 1) return undefined;
  const rows = side.ys.slice(1).map((y1, row) => rowAt(table, (side.ys[row]! + y1) / 2));
  if (rows.some((row) => row === undefined) || new Set(rows).size < rows.length) return undefined;
  const isLeft = side.x0 < table.x0;
  const [first, second] = isLeft ? [side, table] : [table, side];
  const gap = second.x0 - first.x1 > MIN_GAP ? 1 : 0;
  const xs = gap === 1 ? [...first.xs, ...second.xs] : [...first.xs.slice(0, -1), ...second.xs];
  const shift = first.xs.length - 1 + gap;
  const place = (cell: Cell, row: number, isSecond: boolean): Cell => {
    const column = cell.column + (isSecond ? shift : 0);
    const box = { ...cell.box, x0: xs[column]!, x1: xs[column + cell.columnSpan]! };
    return { ...cell, row, column, box };
  };
  const own = table.cells.map((cell) => place(cell, cell.row, isLeft));
  const added = side.cells.map((cell) => {
    const row = rows[cell.row]!;
    return place({ ...cell, box: { ...cell.box, y0: table.ys[row]!, y1: table.ys[row + 1]! } }, row, !isLeft);
  });
  const cells = withEmptyCells([...own, ...added], xs, table.ys);
  return { ...table, x0: xs[0]!, x1: xs.at(-1)!, xs, cells };
}

/** The row of a table at a height on the page. */
function rowAt({ ys }: Table, y: number): number | undefined {
  const row = ys.findLastIndex((edge) => edge <= y);
  return row < 0 || row > ys.length - 2 ? undefined : row;
}

/** Word wants a cell at every place of the grid. */
function withEmptyCells(cells: readonly Cell[], xs: readonly number[], ys: readonly number[]): Cell[] {
  const taken = new Set<string>();
  for (const { row, column, rowSpan, columnSpan } of cells) {
    for (let y = row; y < row + rowSpan; y++) for (let x = column; x < column + columnSpan; x++) taken.add(`${y} ${x}`);
  }
  const empty: Cell[] = [];
  for (let row = 0; row < ys.length - 1; row++) {
    for (let column = 0; column < xs.length - 1; column++) {
      if (taken.has(`${row} ${column}`)) continue;
      const box = { x0: xs[column]!, x1: xs[column + 1]!, y0: ys[row]!, y1: ys[row + 1]! };
      empty.push({ row, column, rowSpan: 1, columnSpan: 1, box, borders: {}, paragraphs: [] });
    }
  }
  return [...cells, ...empty];
}
