import { type Box, centreInside, overlap, unionOf } from '../../../content/pages/geometry.ts';
import type { PageModel, Rule } from '../../../content/pages/model.ts';
import type { TagElement, Segment } from './segment.ts';
import type { Area, Cell, Table } from './blocks.ts';
import { bordersOf, shadingOf } from './cell-style.ts';
import { buildParagraphs } from './paragraphs.ts';
import { mergeRules } from './rules.ts';
import { TAGGED_TABLES } from '../thresholds/ruled-tables.ts';

const { MAX_CELL_FACTOR, PADDING, OUTER_REACH, MIN_RULED_SHARE } = TAGGED_TABLES;

/** A cell with its text, before it is placed in the grid. */
interface TaggedCell {
  readonly segments: readonly Segment[];
  readonly box: Box;
}

type TaggedRow = readonly TaggedCell[];

/** Whether a drawn grid on a page of a tagged PDF is the table that the tags declare there. */
export function isTaggedGrid(grid: Box, cells: readonly Box[], segments: readonly Segment[]): boolean {
  const inside = segments.filter((segment) => centreInside(segment, grid));
  const cellTags = new Set(inside.flatMap(({ tag }) => tag?.cell ?? []));
  if (cellTags.size === 0) return false;
  const filled = cells.filter((cell) => inside.some((segment) => centreInside(segment, cell))).length;
  return filled <= cellTags.size * MAX_CELL_FACTOR && cellTags.size <= filled * MAX_CELL_FACTOR;
}

/**
 * Builds the tables that a tagged PDF declares from their rows and cells; their spans follow from the geometry. Of a
 * table that is drawn (`drawn` are the segments in it) only what is outside of its lines is left, which is no table.
 */
export function taggedTables(
  page: PageModel,
  segments: readonly Segment[],
  drawn: readonly Segment[],
  area: Area,
): { readonly tables: readonly Table[]; readonly rest: readonly Segment[] } {
  const drawnTables = new Set(drawn.map(({ tag }) => tag?.table));
  const groups = Map.groupBy(segments, ({ tag }) => {
    return tag?.cell && tag.row && !drawnTables.has(tag.table) ? tag.table : undefined;
  });
  const tables: Table[] = [];
  const rest = [...(groups.get(undefined) ?? [])];
  for (const [element, members] of groups) {
    if (element === undefined) continue;
    const table = tableOf(page, tableRows(members), area);
    if (table) tables.push(table);
    else rest.push(...members);
  }
  return { tables, rest };
}

function tableRows(segments: readonly Segment[]): TaggedRow[] {
  const byIndex = ([a]: readonly [TagElement, unknown], [b]: readonly [TagElement, unknown]): number =>
    a.index - b.index;
  const rows = [...Map.groupBy(segments, ({ tag }) => tag!.row!)].sort(byIndex);
  return rows.map(([, members]) => {
    const cells = [...Map.groupBy(members, ({ tag }) => tag!.cell!)].sort(byIndex);
    return cells
      .map(([, own]): TaggedCell => ({ segments: own, box: unionOf(own)! }))
      .sort((a, b) => a.box.x0 - b.box.x0);
  });
}

function tableOf(page: PageModel, unsorted: readonly TaggedRow[], area: Area): Table | undefined {
  const rows = unsorted.toSorted((a, b) => topOf(a) - topOf(b));
  const rules = { horizontal: mergeRules(page.rules, 'h'), vertical: mergeRules(page.rules, 'v') };
  const xs = columnEdges(rows, rules.vertical, area);
  const overlaps = rows.slice(1).some((row, index) => topOf(row) < middleOf(rows[index]!));
  if (overlaps || rows.length * (xs.length - 1) < 2) return undefined;
  const ys = rowEdges(rows);
  const cells = rows.flatMap((row, rowIndex): Cell[] =>
    placeCells(row, xs).map(({ column, columnSpan, segments }): Cell => {
      const box = { x0: xs[column]!, x1: xs[column + columnSpan]!, y0: ys[rowIndex]!, y1: ys[rowIndex + 1]! };
      return {
        row: rowIndex,
        column,
        rowSpan: 1,
        columnSpan,
        box,
        borders: bordersOf(box, rules),
        ...shadingOf(box, page),
        paragraphs: buildParagraphs(segments, box),
      };
    }),
  );
  const edges = { x0: xs[0]!, y0: ys[0]!, x1: xs.at(-1)!, y1: ys.at(-1)! };
  return { kind: 'table', ruled: false, ...edges, xs, ys, cells };
}

const topOf = (row: TaggedRow): number => Math.min(...row.map(({ box }) => box.y0));
const bottomOf = (row: TaggedRow): number => Math.max(...row.map(({ box }) => box.y1));
const middleOf = (row: TaggedRow): number => (topOf(row) + bottomOf(row)) / 2;

/**
 * Edges of the columns: as few as lie between any two neighbouring cells. Where no line is drawn a column runs up to
 * the text of the next one: a wider font must not wrap it.
 */
function columnEdges(rows: readonly TaggedRow[], rules: readonly Rule[], area: Area): number[] {
  const all = unionOf(rows.flatMap((row) => row.map(({ box }) => box)))!;
  const height = { start: all.y0, end: all.y1 };
  const inner: number[] = [];
  const gaps = gapsOf(rows).sort((a, b) => a.to - b.to);
  const lefts = rows.flatMap((row) => row.map(({ box }) => box.x0));
  for (const { from, to } of gaps) {
    if (inner.some((edge) => edge >= from && edge <= to)) continue;
    const shared = gaps.filter((gap) => gap.from <= to && gap.to >= to);
    const start = Math.max(...shared.map((gap) => gap.from));
    // cells that begin their row show no gap, but the edge is not in them either
    const end = Math.min(to, ...lefts.filter((x0) => x0 > start));
    inner.push(ruleBetween(start, end, height, rules) ?? Math.max((start + end) / 2, end - PADDING));
  }
  return [
    ruleBetween(all.x0 - OUTER_REACH, all.x0, height, rules) ?? all.x0 - PADDING,
    ...inner,
    ruleBetween(all.x1, all.x1 + OUTER_REACH, height, rules) ?? Math.max(all.x1 + PADDING, area.x1),
  ];
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The free space between neighbouring cells of all rows. */
function gapsOf(rows: readonly TaggedRow[]): Gap[] {
  return rows.flatMap((row) =>
    row.slice(1).map(({ box }, index): Gap => ({ from: Math.min(row[index]!.box.x1, box.x0), to: box.x0 })),
  );
}

/** Edges in the middle between two rows, a point outside at the ends. */
function rowEdges(rows: readonly TaggedRow[]): number[] {
  const inner = rows.slice(1).map((row, index) => (bottomOf(rows[index]!) + topOf(row)) / 2);
  return [topOf(rows[0]!) - 1, ...inner, bottomOf(rows.at(-1)!) + 1];
}

/** Where a line runs between two texts; the one nearest to the middle. */
function ruleBetween(
  from: number,
  to: number,
  { start, end }: { readonly start: number; readonly end: number },
  rules: readonly Rule[],
): number | undefined {
  const middle = (from + to) / 2;
  const between = rules.filter((rule) => {
    const isBetween = rule.position > Math.min(from, to) - 1 && rule.position < Math.max(from, to) + 1;
    return isBetween && overlap(rule.start, rule.end, start, end) > MIN_RULED_SHARE * (end - start);
  });
  const nearest = between.toSorted((a, b) => Math.abs(a.position - middle) - Math.abs(b.position - middle))[0];
  return nearest?.position;
}

interface PlacedCell {
  readonly column: number;
  readonly columnSpan: number;
  readonly segments: readonly Segment[];
}

/** Puts the cells of a row into the columns that they are in; columns without a cell get an empty one. */
function placeCells(row: TaggedRow, xs: readonly number[]): PlacedCell[] {
  const columns = xs.length - 1;
  const placed: PlacedCell[] = [];
  let next = 0;
  const addEmpty = (end: number): void => {
    for (; next < end; next++) placed.push({ column: next, columnSpan: 1, segments: [] });
  };
  row.forEach(({ box, segments }, index) => {
    const last = columns - (row.length - index);
    const start = xs.findLastIndex((x) => x <= box.x0 + 1);
    const end = xs.findIndex((x, edge) => edge > start && x >= box.x1 - 1);
    addEmpty(Math.min(last, Math.max(next, start)));
    const columnSpan = Math.max(1, Math.min(last + 1, end < 0 ? columns : end) - next);
    placed.push({ column: next, columnSpan, segments });
    next += columnSpan;
  });
  addEmpty(columns);
  return placed;
}
