import { type Box, unionOf } from '../../../content/pages/geometry.ts';
import type { PageModel, Rule } from '../../../content/pages/model.ts';
import type { Cell } from './blocks.ts';
import { bordersOf, findWall, SAME_GRID_LINE, shadingOf } from './cell-style.ts';
import { LATTICE_GRID } from '../thresholds/ruled-tables.ts';

const { OPEN_SIDE, MAX_OPEN_ROW, MAX_GRID_CELLS } = LATTICE_GRID;

/** The grid of a table before text is put into it. */
export interface Grid extends Box {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly GridCell[];
}

export type GridCell = Omit<Cell, 'paragraphs' | 'tables' | 'rotation'>;

/** Groups rules that cross or touch each other; rules meet when they come as close as `meeting`. */
export function connectedRules(horizontal: readonly Rule[], vertical: readonly Rule[], meeting: number): Rule[][] {
  const all = [...horizontal, ...vertical];
  const parent = new Map<Rule, Rule>(all.map((rule) => [rule, rule]));
  const rootOf = (rule: Rule): Rule => {
    let root = rule;
    while (parent.get(root) !== root) root = parent.get(root)!;
    parent.set(rule, root);
    return root;
  };
  const reaches = (value: number, rule: Rule): boolean => value >= rule.start - meeting && value <= rule.end + meeting;
  for (const h of horizontal) {
    for (const v of vertical) {
      if (reaches(v.position, h) && reaches(h.position, v)) parent.set(rootOf(h), rootOf(v));
    }
  }
  return [...Map.groupBy(all, rootOf).values()];
}

/** Sorted values without those that are close to the one before. */
export function distinct(values: readonly number[]): number[] {
  const result: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    if (result.length === 0 || value - result.at(-1)! > SAME_GRID_LINE) result.push(value);
  }
  return result;
}

/**
 * Adds the sides on which no line is drawn: where two or more lines across reach beyond the outermost one, or one alone
 * by no more than `reach`.
 */
function withOpenSides(positions: readonly number[], across: readonly Rule[], reach = 0): readonly number[] {
  if (positions.length === 0) return positions;
  const side = (ends: readonly number[], outermost: number, sign: 1 | -1): number[] => {
    const beyond = ends.filter((end) => (end - outermost) * sign > OPEN_SIDE);
    const farthest = sign > 0 ? Math.max(...beyond) : Math.min(...beyond);
    const count = beyond.filter((end) => Math.abs(end - farthest) <= SAME_GRID_LINE).length;
    return count >= 2 || (count === 1 && Math.abs(farthest - outermost) <= reach) ? [farthest] : [];
  };
  return [
    ...side(
      across.map(({ start }) => start),
      positions[0]!,
      -1,
    ),
    ...positions,
    ...side(
      across.map(({ end }) => end),
      positions.at(-1)!,
      1,
    ),
  ];
}

/** Height of the highest of two or more rows. */
function highestRow(ys: readonly number[]): number {
  return ys.length < 3 ? 0 : Math.max(...ys.slice(1).map((y, index) => y - ys[index]!));
}

/** The grid that a group of connected rules draws; undefined when it has too few or too many cells. */
export function gridOf(rules: readonly Rule[], page: PageModel, minCells = 2): Grid | undefined {
  const horizontal = rules.filter((rule) => rule.axis === 'h');
  const vertical = rules.filter((rule) => rule.axis === 'v');
  const xs = withOpenSides(distinct(vertical.map((rule) => rule.position)), horizontal);
  const lines = distinct(horizontal.map((rule) => rule.position));
  const ys = withOpenSides(lines, vertical, MAX_OPEN_ROW * highestRow(lines));
  const size = (xs.length - 1) * (ys.length - 1);
  if (xs.length < 2 || ys.length < 2 || size < minCells || size > MAX_GRID_CELLS) return undefined;
  return compactGrid(xs, ys, gridCells(xs, ys, horizontal, vertical, page));
}

/** Cells of a grid: each grows to the right, then down, where there is no wall. */
function gridCells(
  xs: readonly number[],
  ys: readonly number[],
  horizontal: readonly Rule[],
  vertical: readonly Rule[],
  page: PageModel,
): GridCell[] {
  const rows = ys.length - 1;
  const columns = xs.length - 1;
  const used = Array.from({ length: rows }, () => new Uint8Array(columns));
  const wallLeftOf = (row: number, column: number) => findWall(vertical, xs[column]!, ys[row]!, ys[row + 1]!);
  const wallAbove = (row: number, column: number) => findWall(horizontal, ys[row]!, xs[column]!, xs[column + 1]!);
  const canGrowInto = (row: number, column: number, span: number): boolean => {
    for (let k = 0; k < span; k++) {
      if (used[row]![column + k] || wallAbove(row, column + k)) return false;
      if (k > 0 && wallLeftOf(row, column + k)) return false;
    }
    return true;
  };
  const cells: GridCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (used[row]![column]) continue;
      let columnSpan = 1;
      while (
        column + columnSpan < columns &&
        !used[row]![column + columnSpan] &&
        !wallLeftOf(row, column + columnSpan)
      ) {
        columnSpan++;
      }
      let rowSpan = 1;
      while (row + rowSpan < rows && canGrowInto(row + rowSpan, column, columnSpan)) rowSpan++;
      for (let k = 0; k < rowSpan; k++) used[row + k]!.fill(1, column, column + columnSpan);
      const box = { x0: xs[column]!, y0: ys[row]!, x1: xs[column + columnSpan]!, y1: ys[row + rowSpan]! };
      const borders = bordersOf(box, { horizontal, vertical }, { x1: xs[column + 1]!, y1: ys[row + 1]! });
      cells.push({ row, column, rowSpan, columnSpan, box, borders, ...shadingOf(box, page) });
    }
  }
  return cells;
}

/** Removes the grid rows and columns in which no cell starts: Word does not accept a row without cells. */
function compactGrid(xs: readonly number[], ys: readonly number[], cells: readonly GridCell[]): Grid {
  const rows = [...new Set(cells.map((cell) => cell.row))].sort((a, b) => a - b);
  const columns = [...new Set(cells.map((cell) => cell.column))].sort((a, b) => a - b);
  const kept = cells.map((cell) => ({
    ...cell,
    row: rows.indexOf(cell.row),
    column: columns.indexOf(cell.column),
    rowSpan: rows.filter((index) => index >= cell.row && index < cell.row + cell.rowSpan).length,
    columnSpan: columns.filter((index) => index >= cell.column && index < cell.column + cell.columnSpan).length,
  }));
  const keptYs = [...rows.map((index) => ys[index]!), ys.at(-1)!];
  const keptXs = [...columns.map((index) => xs[index]!), xs.at(-1)!];
  return { xs: keptXs, ys: keptYs, cells: kept, ...unionOf(cells.map(({ box }) => box))! };
}
