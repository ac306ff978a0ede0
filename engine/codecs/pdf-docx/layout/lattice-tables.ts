import { type Box, centreInside, middleX, overlapX, overlapY, transformBox } from '../../../content/pages/geometry.ts';
import type { PageModel, Rule } from '../../../content/pages/model.ts';
import type { Cell, Table } from './blocks.ts';
import { shadingOf } from './cell-style.ts';
import type { GridCell } from './lattice-grid.ts';
import { type GridNode, gridTree } from './nested-grids.ts';
import { buildParagraphs } from './paragraphs.ts';
import type { Segment } from './segment.ts';
import { splitShadedRows } from './shaded-rows.ts';
import { splitStackedRows } from './stacked-rows.ts';
import { isTaggedGrid } from './tagged-tables.ts';
import { frameMatrix, type TurnedSegment } from './turned-text.ts';
import { splitUndrawnRows } from './undrawn-rows.ts';
import { withUndrawnColumns } from './undrawn-columns.ts';
import { LATTICE_TABLES } from '../thresholds/ruled-tables.ts';

const { MIN_FILLED_BOXES } = LATTICE_TABLES;

export interface LatticeTables {
  readonly tables: readonly Table[];
  /** Segments outside of all tables. */
  readonly rest: readonly Segment[];
  /** Segments in the tables. */
  readonly taken: readonly Segment[];
  readonly turnedRest: readonly TurnedSegment[];
}

/** Tables that are drawn with ruling lines, and those in their cells. */
export function latticeTables(
  page: PageModel,
  segments: readonly Segment[],
  turned: readonly TurnedSegment[],
): LatticeTables {
  const inked = [...segments, ...turned.map(({ box }) => box)];
  const hasTableTags = segments.some(({ tag }) => tag?.cell !== undefined);
  const rules = page.rules.filter((rule) => shows(rule, page));
  const written = gridTree(rules, page).flatMap((node) => writtenGrids(node, inked));
  const drawn = hasTableTags ? written.flatMap((node) => taggedGrids(node, segments)) : written;
  const nodes = drawn.map(({ grid, inner }): GridNode => {
    // a grid with others in its cells is left as it is drawn
    if (inner.length > 0) return { grid, inner };
    const rows = splitUndrawnRows(splitShadedRows(grid, page, inked), inked);
    return { grid: withUndrawnColumns(splitStackedRows(rows, segments), segments), inner };
  });
  const taken = new Set<Segment | TurnedSegment>();
  const tables = nodes.map((node) => fillGrid(node, { page, segments, turned, taken }));
  return {
    tables,
    rest: segments.filter((segment) => !taken.has(segment)),
    taken: segments.filter((segment) => taken.has(segment)),
    turnedRest: turned.filter((segment) => !taken.has(segment)),
  };
}

/** A grid without the empty ones in its cells; none when it is empty itself. */
function writtenGrids({ grid, inner }: GridNode, inked: readonly Box[]): GridNode[] {
  if (!inked.some((box) => centreInside(box, grid, 1))) return [];
  const nested = inner.flatMap(({ cell, node }) => {
    const filled = node.grid.cells.filter(({ box }) => inked.some((ink) => centreInside(ink, box)));
    const isRow = node.grid.xs.length < 3 || node.grid.ys.length < 3;
    if (isRow && filled.length < MIN_FILLED_BOXES) return [];
    return writtenGrids(node, inked).map((other) => ({ cell, node: other }));
  });
  return [{ grid, inner: nested }];
}

/** The grids that are tables by their tags as well. */
function taggedGrids({ grid, inner }: GridNode, segments: readonly Segment[]): GridNode[] {
  const nested = inner.flatMap(({ cell, node }) => taggedGrids(node, segments).map((other) => ({ cell, node: other })));
  const own = segments.filter((segment) => !nested.some(({ node }) => centreInside(segment, node.grid)));
  const boxes = grid.cells.map(({ box }) => box);
  return isTaggedGrid(grid, boxes, own) ? [{ grid, inner: nested }] : nested.map(({ node }) => node);
}

/** A white line shows on a coloured ground alone. */
export function shows({ color, axis, position, start, end }: Rule, { fills }: PageModel): boolean {
  if (color !== '#ffffff') return true;
  const middle = (start + end) / 2;
  const [x, y] = axis === 'h' ? [middle, position] : [position, middle];
  const ground = fills.findLast((fill) => x >= fill.x0 - 1 && x <= fill.x1 + 1 && y >= fill.y0 - 1 && y <= fill.y1 + 1);
  return ground !== undefined && ground.color !== '#ffffff';
}

interface Content {
  readonly page: PageModel;
  readonly segments: readonly Segment[];
  readonly turned: readonly TurnedSegment[];
  /** What is in a table already. */
  readonly taken: Set<Segment | TurnedSegment>;
}

function fillGrid({ grid, inner }: GridNode, content: Content): Table {
  const { page, segments, turned, taken } = content;
  // what is in the innermost table belongs to it
  const nested = inner.map(({ cell, node }) => ({ cell, table: fillGrid(node, content) }));
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
    const tables = nested.filter((item) => item.cell === cell).map(({ table }) => table);
    if (tables.length > 0) return [fillAround(cell, tables, segmentsInCell)];
    return splitAtColumns(cell, { xs: grid.xs, page }, segmentsInCell).map((part) => {
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
function splitAtColumns(
  cell: GridCell,
  { xs, page }: { readonly xs: readonly number[]; readonly page: PageModel },
  segments: readonly Segment[],
): readonly GridCell[] {
  if (cell.columnSpan < 2 || segments.length < 2) return [cell];
  const left = Math.min(...segments.map(({ x1 }) => x1));
  const right = Math.max(...segments.map(({ x0 }) => x0));
  const inner = xs.slice(cell.column + 1, cell.column + cell.columnSpan);
  const walls = inner.filter((x) => {
    return x > left - 1 && x < right + 1 && segments.every(({ x0, x1 }) => x1 <= x + 1 || x0 >= x - 1);
  });
  if (walls.length === 0) return [cell];
  const edges = [cell.box.x0, ...walls, cell.box.x1];
  const { fill: _, ...whole } = cell;
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
    const box = { ...cell.box, x0, x1 };
    return { ...whole, column, columnSpan: end - column, box, borders, ...shadingOf(box, page) };
  });
}

/** Paragraphs do not run across the tables in their cell. */
function fillAround(cell: GridCell, tables: readonly Table[], segments: readonly Segment[]): Cell {
  const groups = Map.groupBy(segments, ({ baseline }) => tables.filter(({ y0 }) => y0 < baseline).length);
  return { ...cell, tables, paragraphs: [...groups.values()].flatMap((group) => buildParagraphs(group, cell.box)) };
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
