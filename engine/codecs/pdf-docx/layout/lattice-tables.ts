import {
  areaOf,
  type Box,
  centreInside,
  contains,
  middleX,
  overlapX,
  overlapY,
  transformBox,
  unionOf,
} from '../geometry.ts';
import type { PageModel, Rule } from '../page-model.ts';
import type { Cell, Table } from './blocks.ts';
import { bordersOf, findWall, SAME_GRID_LINE, shadingOf } from './cell-look.ts';
import { buildParagraphs } from './paragraphs.ts';
import { mergeRules } from './rules.ts';
import type { Segment } from './segments.ts';
import { isTaggedGrid } from './tagged-tables.ts';
import { frameMatrix, type TurnedSegment } from './turned-text.ts';

/** Rules meet when they come this close. */
const MEETING = 3;
/** Lines that reach this far beyond the last one across them border an open cell. */
const OPEN_SIDE = 8;
/** A grid above this is a drawing or graph paper. */
const MAX_GRID_CELLS = 4000;

/** The grid of a table before text is put into it. */
interface Grid extends Box {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly GridCell[];
}

type GridCell = Omit<Cell, 'paragraphs' | 'rotation'>;

export interface LatticeTables {
  readonly tables: readonly Table[];
  /** Segments outside of all tables. */
  readonly rest: readonly Segment[];
  /** Segments in the tables. */
  readonly taken: readonly Segment[];
  readonly turnedRest: readonly TurnedSegment[];
}

/** Tables that are drawn with ruling lines. Tables inside a cell of another one are dissolved into its text. */
export function latticeTables(
  page: PageModel,
  segments: readonly Segment[],
  turned: readonly TurnedSegment[],
): LatticeTables {
  const inked = [...segments, ...turned.map(({ box }) => box)];
  const hasTableTags = segments.some(({ tag }) => tag?.cell !== undefined);
  const boxesOf = (grid: Grid): Box[] => grid.cells.map(({ box }) => box);
  const rules = page.rules.filter((rule) => shows(rule, page));
  const grids = connectedRules(mergeRules(rules, 'h'), mergeRules(rules, 'v'))
    .map((rules) => gridOf(rules, page))
    .filter((grid) => grid !== undefined)
    .filter((grid) => inked.some((box) => centreInside(box, grid, 1)))
    .filter((grid) => !hasTableTags || isTaggedGrid(grid, boxesOf(grid), segments))
    .sort((a, b) => areaOf(b) - areaOf(a));
  const outer: Grid[] = [];
  for (const grid of grids) if (!outer.some((other) => contains(other, grid, 2))) outer.push(grid);

  const taken = new Set<Segment | TurnedSegment>();
  const tables = outer.map((grid) => fillGrid(grid, segments, turned, taken));
  return {
    tables,
    rest: segments.filter((segment) => !taken.has(segment)),
    taken: segments.filter((segment) => taken.has(segment)),
    turnedRest: turned.filter((segment) => !taken.has(segment)),
  };
}

/** A white line shows on a coloured ground alone. */
function shows({ color, axis, position, start, end }: Rule, { fills }: PageModel): boolean {
  if (color !== '#ffffff') return true;
  const middle = (start + end) / 2;
  const [x, y] = axis === 'h' ? [middle, position] : [position, middle];
  const ground = fills.findLast((fill) => x >= fill.x0 - 1 && x <= fill.x1 + 1 && y >= fill.y0 - 1 && y <= fill.y1 + 1);
  return ground !== undefined && ground.color !== '#ffffff';
}

/** Groups rules that cross or touch each other. */
function connectedRules(horizontal: readonly Rule[], vertical: readonly Rule[]): Rule[][] {
  const all = [...horizontal, ...vertical];
  const parent = new Map<Rule, Rule>(all.map((rule) => [rule, rule]));
  const rootOf = (rule: Rule): Rule => {
    let root = rule;
    while (parent.get(root) !== root) root = parent.get(root)!;
    parent.set(rule, root);
    return root;
  };
  const reaches = (value: number, rule: Rule): boolean => value >= rule.start - MEETING && value <= rule.end + MEETING;
  for (const h of horizontal) {
    for (const v of vertical) {
      if (reaches(v.position, h) && reaches(h.position, v)) parent.set(rootOf(h), rootOf(v));
    }
  }
  return [...Map.groupBy(all, rootOf).values()];
}

/** Sorted values without those that are close to the one before. */
function distinct(values: readonly number[]): number[] {
  const result: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    if (result.length === 0 || value - result.at(-1)! > SAME_GRID_LINE) result.push(value);
  }
  return result;
}

/** Adds the sides on which no line is drawn: where two or more lines across reach beyond the outermost one. */
function withOpenSides(positions: readonly number[], across: readonly Rule[]): readonly number[] {
  if (positions.length === 0) return positions;
  const side = (ends: readonly number[], outermost: number, sign: 1 | -1): number[] => {
    const beyond = ends.filter((end) => (end - outermost) * sign > OPEN_SIDE);
    const farthest = sign > 0 ? Math.max(...beyond) : Math.min(...beyond);
    return beyond.filter((end) => Math.abs(end - farthest) <= SAME_GRID_LINE).length >= 2 ? [farthest] : [];
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

/** The grid that a group of connected rules draws; undefined when it has fewer than two cells. */
function gridOf(rules: readonly Rule[], page: PageModel): Grid | undefined {
  const horizontal = rules.filter((rule) => rule.axis === 'h');
  const vertical = rules.filter((rule) => rule.axis === 'v');
  const xs = withOpenSides(distinct(vertical.map((rule) => rule.position)), horizontal);
  const ys = withOpenSides(distinct(horizontal.map((rule) => rule.position)), vertical);
  const size = (xs.length - 1) * (ys.length - 1);
  if (xs.length < 2 || ys.length < 2 || size < 2 || size > MAX_GRID_CELLS) return undefined;
  return compactGrid(xs, ys, gridCells(xs, ys, horizontal, vertical, page));
}

/** Cells of a grid: each grows to the right, then down, where no wall stands. */
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

function fillGrid(
  grid: Grid,
  segments: readonly Segment[],
  turned: readonly TurnedSegment[],
  taken: Set<Segment | TurnedSegment>,
): Table {
  const upright = new Map<GridCell, Segment[]>();
  const rotated = new Map<GridCell, TurnedSegment[]>();
  const put = <T extends Segment | TurnedSegment>(item: T, box: Box, target: Map<GridCell, T[]>): void => {
    if (taken.has(item) || !centreInside(box, grid, 1)) return;
    const cell =
      grid.cells.find((candidate) => centreInside(box, candidate.box)) ??
      grid.cells.find((candidate) => overlapX(box, candidate.box) > 0 && overlapY(box, candidate.box) > 0);
    if (!cell) return;
    taken.add(item);
    const items = target.get(cell);
    if (items) items.push(item);
    else target.set(cell, [item]);
  };
  for (const segment of segments) put(segment, segment, upright);
  for (const segment of turned) if (segment.rotation % 180 === 90) put(segment, segment.box, rotated);
  const cells = grid.cells.flatMap((cell): Cell[] => {
    const segmentsInCell = upright.get(cell) ?? [];
    return splitAtColumns(cell, grid.xs, segmentsInCell).map((part) => {
      const inPart = segmentsInCell.filter((segment) => part === cell || isInColumns(segment, part.box));
      return fillCell(part, inPart, rotated.get(cell) ?? []);
    });
  });
  return { kind: 'table', ruled: true, ...grid, cells };
}

const isInColumns = (segment: Box, { x0, x1 }: Box): boolean => middleX(segment) >= x0 && middleX(segment) < x1;

/**
 * Many tables have no lines between the columns of their body, but in their head. Pieces of text that keep to those
 * columns are cells of their own.
 */
function splitAtColumns(cell: GridCell, xs: readonly number[], segments: readonly Segment[]): readonly GridCell[] {
  if (cell.columnSpan < 2 || segments.length < 2) return [cell];
  const left = Math.min(...segments.map(({ x1 }) => x1));
  const right = Math.max(...segments.map(({ x0 }) => x0));
  const inner = xs.slice(cell.column + 1, cell.column + cell.columnSpan);
  const walls = inner.filter((x) => {
    return x > left - 1 && x < right + 1 && segments.every(({ x0, x1 }) => x1 <= x + 1 || x0 >= x - 1);
  });
  const edges = [cell.box.x0, ...walls, cell.box.x1];
  return edges.slice(1).map((x1, index): GridCell => {
    const x0 = edges[index]!;
    const column = index === 0 ? cell.column : xs.indexOf(x0);
    const end = index === walls.length ? cell.column + cell.columnSpan : xs.indexOf(x1);
    const { left: leftBorder, right: rightBorder, ...across } = cell.borders;
    const borders = {
      ...across,
      ...(index === 0 && { left: leftBorder }),
      ...(index === walls.length && { right: rightBorder }),
    };
    return { ...cell, column, columnSpan: end - column, box: { ...cell.box, x0, x1 }, borders };
  });
}

/** A Word cell has one text direction: turned text wins when it is all there is. */
function fillCell(cell: GridCell, upright: readonly Segment[], turned: readonly TurnedSegment[]): Cell {
  const [first] = turned;
  if (!first || upright.length > 0) {
    const straightened = turned.map(({ segment, box }) => ({ ...segment, ...box, baseline: box.y1 }));
    return { ...cell, paragraphs: buildParagraphs([...upright, ...straightened], cell.box) };
  }
  const frame = transformBox(frameMatrix(first.rotation), cell.box);
  const paragraphs = buildParagraphs(
    turned.filter(({ rotation }) => rotation === first.rotation).map(({ segment }) => segment),
    frame,
  );
  return { ...cell, paragraphs, rotation: first.rotation };
}
