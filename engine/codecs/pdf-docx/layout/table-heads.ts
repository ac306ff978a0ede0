import { type Box, middleX } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import { type Cell, paragraphsOfCell, type Table } from './blocks.ts';
import { buildParagraphs } from './paragraphs.ts';
import { isBoldRow, type Row, tagOf } from './rows.ts';
import type { Segment } from './segment.ts';
import { TABLE_HEADS } from '../thresholds/ruled-tables.ts';

const { SAME_HEIGHT, MAX_LINES, MAX_HEAD_ROWS } = TABLE_HEADS;

/** The head of a table: one row, or two where lines under the headings of several columns cut it. */
export interface TableHead {
  readonly cells: readonly Omit<Cell, 'box' | 'paragraphs'>[];
  readonly texts: readonly (readonly Segment[])[];
  /** Edges of its rows. */
  readonly ys: readonly number[];
}

/**
 * The lines above the first rule of a table as its head: lines of one column are one cell. `inner` are the shorter
 * rules in it, `xs` the edges of the columns, `top` and `bottom` the edges of the head. Undefined where text runs
 * across columns without a line that says which.
 */
export function tableHead(
  rows: readonly Row[],
  inner: readonly Rule[],
  xs: readonly number[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): TableHead | undefined {
  if (rows.length === 0 || rows.length > MAX_LINES) return undefined;
  const segments = rows.flatMap((row) => row.segments);
  const spans = spanningRules(inner, xs);
  const cut = spans[0]?.position;
  const isAbove = ({ baseline }: Segment): boolean => cut !== undefined && baseline < cut + 1;
  const spanOf = (column: number) => spans.find(({ first, last }) => column >= first && column <= last);
  const cells: Omit<Cell, 'box' | 'paragraphs'>[] = [];
  const texts: Segment[][] = [];
  const add = (
    row: number,
    column: number,
    spread: { rowSpan?: number; columnSpan?: number },
    text: Segment[],
  ): void => {
    cells.push({ row, column, rowSpan: 1, columnSpan: 1, borders: {}, ...spread });
    texts.push(text);
  };
  const inColumns = (first: number, last: number): Segment[] =>
    segments.filter((segment) => middleX(segment) >= xs[first]! && middleX(segment) < xs[last + 1]!);
  for (let column = 0; column < xs.length - 1; column++) {
    const span = spanOf(column);
    if (!span) {
      add(0, column, cut === undefined ? {} : { rowSpan: 2 }, inColumns(column, column));
      continue;
    }
    if (column === span.first) {
      const above = inColumns(span.first, span.last).filter(isAbove);
      add(0, column, { columnSpan: span.last - span.first + 1 }, above);
    }
    add(
      1,
      column,
      {},
      inColumns(column, column).filter((segment) => !isAbove(segment)),
    );
  }
  const placed = texts.flat();
  const crosses = cells.some((cell, index) => texts[index]!.some((segment) => !fits(segment, cell, xs)));
  if (crosses || placed.length < segments.length) return undefined;
  return { cells, texts, ys: cut === undefined ? [top, bottom] : [top, cut, bottom] };
}

function fits(
  segment: Box,
  { column, columnSpan }: Pick<Cell, 'column' | 'columnSpan'>,
  xs: readonly number[],
): boolean {
  return segment.x0 > xs[column]! - SAME_HEIGHT && segment.x1 < xs[column + columnSpan]! + SAME_HEIGHT;
}

interface SpanningRule {
  readonly position: number;
  readonly first: number;
  readonly last: number;
}

/** The rules at the height of the first one that run under at least two columns. */
function spanningRules(inner: readonly Rule[], xs: readonly number[]): SpanningRule[] {
  const spans = inner
    .map(({ position, start, end }): SpanningRule => {
      const covered = xs.slice(1).map((x1, column) => {
        const middle = (xs[column]! + x1) / 2;
        return middle > start && middle < end;
      });
      return { position, first: covered.indexOf(true), last: covered.lastIndexOf(true) };
    })
    .filter(({ first, last }) => first >= 0 && last > first)
    .sort((a, b) => a.position - b.position);
  return spans.filter(({ position }) => position - spans[0]!.position < SAME_HEIGHT);
}

/** The cells of a head with their text. */
export function headCells({ cells, texts, ys }: TableHead, xs: readonly number[]): Cell[] {
  return cells.map((cell, index): Cell => {
    const box = {
      x0: xs[cell.column]!,
      x1: xs[cell.column + cell.columnSpan]!,
      y0: ys[cell.row]!,
      y1: ys[cell.row + cell.rowSpan]!,
    };
    return { ...cell, box, paragraphs: buildParagraphs(texts[index]!, box) };
  });
}

/** How many rows are the head of a table: those that its first cells reach over, or a first one that looks different. */
export function countHeadRows({ cells, ys }: Pick<Table, 'cells' | 'ys'>): number {
  const rows = ys.length - 1;
  const first = cells.filter(({ row }) => row === 0);
  const reach = Math.max(...first.map(({ rowSpan }) => rowSpan));
  if (reach > 1) return reach <= MAX_HEAD_ROWS && reach < rows ? reach : 0;
  const second = cells.filter(({ row }) => row === 1);
  const isAlike = isHeadLike(second) || second.length === 0;
  return first.length > 1 && isHeadLike(first) && !isAlike ? 1 : 0;
}

/** All cells are shaded, or all text is bold or tagged as a head. */
function isHeadLike(cells: readonly Cell[]): boolean {
  const rows = cells.flatMap((cell) => paragraphsOfCell(cell).flatMap((paragraph) => paragraph.rows));
  if (rows.length === 0) return false;
  return (
    cells.every(({ fill }) => fill !== undefined) ||
    rows.every(isBoldRow) ||
    rows.every((row) => tagOf(row)?.cell?.role === 'TH')
  );
}
