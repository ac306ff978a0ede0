import { type Box, overlap } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import type { Cell, Table } from './blocks.ts';
import { bordersOf } from './cell-style.ts';
import { linesDown, withDrawnEdges } from './drawn-edges.ts';
import { groupRows, type Row } from './rows.ts';
import type { Segment } from './segment.ts';
import { isRunningText } from './stream-tables.ts';
import { columnEdges, joinWrappedRows, projectColumns, rowCells, rowEdges } from './stream-grid.ts';
import { headCells, tableHead } from './table-heads.ts';
import { RULED_TABLES } from '../thresholds/ruled-tables.ts';

const { SAME_END, MIN_LENGTH, MIN_SPLIT_SHARE, MAX_HEAD_LINES, MIN_SPLIT_ROWS } = RULED_TABLES;

/** The lines between two neighbouring rules of one length. */
interface RuledBand {
  readonly top: Rule;
  readonly bottom: Rule;
  readonly rows: readonly Row[];
  readonly kind: 'table' | 'empty' | 'text';
}

export interface RuledTables {
  readonly tables: readonly Table[];
  readonly rest: readonly Segment[];
}

/** What tables with horizontal rules alone do not run across. */
export interface Barriers {
  /** Tables that are drawn with all their lines. */
  readonly drawn: readonly Table[];
  /** Boxes that stand alone: their sides are no rules. */
  readonly panels: readonly Box[];
}

/** Tables with horizontal rules alone, as in books: rules of one length with aligned pieces of text between them. */
export function ruledTables(
  rules: readonly Rule[],
  segments: readonly Segment[],
  barriers: Barriers = { drawn: [], panels: [] },
): RuledTables {
  const horizontal = rules.filter(({ axis, start, end }) => axis === 'h' && end - start >= MIN_LENGTH);
  const taken = new Set<Segment>();
  const tables: Table[] = [];
  for (const group of rulesOfOneLength(horizontal)) {
    const free = segments.filter((segment) => !taken.has(segment));
    for (const bands of tableBands(group, free, barriers)) {
      const table = tableOf(bands, rules);
      if (!table) continue;
      tables.push(table);
      for (const { rows } of bands) for (const row of rows) for (const segment of row.segments) taken.add(segment);
    }
  }
  return { tables, rest: segments.filter((segment) => !taken.has(segment)) };
}

function rulesOfOneLength(rules: readonly Rule[]): Rule[][] {
  const groups: Rule[][] = [];
  for (const rule of rules.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.position - b.position)) {
    const group = groups.find(([first]) => {
      return Math.abs(first!.start - rule.start) <= SAME_END && Math.abs(first!.end - rule.end) <= SAME_END;
    });
    if (group) group.push(rule);
    else groups.push([rule]);
  }
  return groups.filter(({ length }) => length > 1).map((group) => group.sort((a, b) => a.position - b.position));
}

/** Runs of neighbouring bands that may be one table. */
function tableBands(rules: readonly Rule[], segments: readonly Segment[], { drawn, panels }: Barriers): RuledBand[][] {
  const runs: RuledBand[][] = [];
  let run: RuledBand[] = [];
  for (let index = 1; index < rules.length; index++) {
    const band = bandBetween(rules[index - 1]!, rules[index]!, segments);
    const isBarred = drawn.some((table) => isAcross(table, band)) || panels.some((panel) => leaves(band, panel));
    if (band.kind === 'text' || isBarred) {
      runs.push(run);
      run = [];
    } else {
      run.push(band);
    }
  }
  runs.push(run);
  return runs
    .map(withoutEmptyEnds)
    .filter((bands) => bands.flatMap(({ rows }) => rows.filter(isSplit)).length >= MIN_SPLIT_ROWS);
}

function isAcross({ x0, x1, y0, y1 }: Table, { top, bottom }: RuledBand): boolean {
  return overlap(x0, x1, top.start, top.end) > 1 && overlap(y0, y1, top.position, bottom.position) > 1;
}

/** Whether a band reaches out of a box of its width at the foot of it. */
function leaves({ top, bottom }: RuledBand, { x0, x1, y1 }: Box): boolean {
  if (Math.abs(x0 - top.start) > SAME_END || Math.abs(x1 - top.end) > SAME_END) return false;
  return y1 > top.position - SAME_END && y1 < bottom.position - SAME_END;
}

function withoutEmptyEnds(bands: readonly RuledBand[]): RuledBand[] {
  const first = bands.findIndex(({ kind }) => kind === 'table');
  const last = bands.findLastIndex(({ kind }) => kind === 'table');
  return first < 0 ? [] : bands.slice(first, last + 1);
}

function bandBetween(top: Rule, bottom: Rule, segments: readonly Segment[]): RuledBand {
  const inside = segments.filter(
    ({ baseline, x0, x1 }) =>
      baseline > top.position && baseline < bottom.position + 1 && overlap(x0, x1, top.start, top.end) > 0,
  );
  const rows = groupRows(inside);
  const sticksOut = inside.some(({ x0, x1 }) => x0 < top.start - SAME_END || x1 > top.end + SAME_END);
  const split = rows.filter(isSplit).length;
  const isTable = split >= MIN_SPLIT_SHARE * rows.length || (split > 0 && rows.length <= MAX_HEAD_LINES);
  const kind = rows.length === 0 ? 'empty' : isTable && !sticksOut ? 'table' : 'text';
  return { top, bottom, rows, kind };
}

const isSplit = (row: Row): boolean => row.segments.length > 1;

function tableOf(bands: readonly RuledBand[], rules: readonly Rule[]): Table | undefined {
  const rows = bands.flatMap((band) => band.rows);
  const columns = projectColumns(rows);
  if (columns.length < 2 || isRunningText(rows.filter(isSplit), columns)) return undefined;
  const [{ top }] = bands as readonly [RuledBand];
  const bottom = bands.at(-1)!.bottom;
  const edges = columnEdges(columns, rows, top.end);
  const ruled = { y0: top.position, y1: bottom.position, segments: rows.flatMap(({ segments }) => segments) };
  const vertical = linesDown(rules, ruled);
  const xs = withDrawnEdges(
    [Math.min(edges[0]!, top.start), ...edges.slice(1, -1), Math.max(columns.at(-1)!.x1, top.end)],
    vertical,
    ruled,
  );
  const [first, ...others] = bands as readonly [RuledBand, ...RuledBand[]];
  const inner = rules.filter(({ axis, position, start, end }) => {
    const isInside = axis === 'h' && position > first.top.position + 1 && position < first.bottom.position - 1;
    return isInside && start > top.start - SAME_END && end < top.end + SAME_END;
  });
  const limits = { top: first.top.position, bottom: first.bottom.position };
  const head = others.length > 0 ? tableHead(first.rows, inner, xs, limits) : undefined;
  const body = (head ? others : bands).map((band) => joinWrappedRows(band.rows, xs)).filter(({ length }) => length > 0);
  const bodyRows = body.flat();
  if (bodyRows.length === 0) return undefined;
  const headYs = head?.ys.slice(0, -1) ?? [];
  const ys = [...headYs, ...snapped(rowEdges(bodyRows), bands, head ? limits.bottom : limits.top, bottom.position)];
  const texts = bodyRows.flatMap((row, index) => rowCells(row, headYs.length + index, xs, ys));
  const cells = [...(head ? headCells(head, xs) : []), ...texts].map((cell): Cell => {
    return {
      ...cell,
      borders: bordersOf(cell.box, { horizontal: rules.filter(({ axis }) => axis === 'h'), vertical }),
    };
  });
  const box = { x0: xs[0]!, y0: ys[0]!, x1: xs.at(-1)!, y1: ys.at(-1)! };
  return { kind: 'table', ruled: false, ...box, xs, ys, cells, ...(head && { headRows: headYs.length }) };
}

/** Edges between rows lie on the rules where there are any. */
function snapped(edges: readonly number[], bands: readonly RuledBand[], top: number, bottom: number): number[] {
  const inner = edges.slice(1, -1).map((edge, index) => {
    const before = (edges[index]! + edge) / 2;
    const after = (edge + edges[index + 2]!) / 2;
    return bands.find(({ bottom: { position } }) => position > before && position < after)?.bottom.position ?? edge;
  });
  return [top, ...inner, bottom];
}
