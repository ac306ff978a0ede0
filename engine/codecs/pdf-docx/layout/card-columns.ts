import { type Box, median, middleX, middleY, overlap } from '../../../content/pages/geometry.ts';
import type { Area } from './blocks.ts';
import { alignedShare, groupRows, MAX_ALIGNED, type Row } from './rows.ts';
import type { Segment } from './segment.ts';
import { CARD_COLUMNS } from '../thresholds/columns.ts';

const { MAX_CROSSED, MIN_GUTTER, MIN_ROWS, MIN_SPLIT_ROWS, MIN_COLUMN, MIN_BALANCE, MAX_HEAD } = CARD_COLUMNS;

/** Columns of short rows, as on a reference card, and from where to where they are side by side. */
export interface CardColumns {
  readonly columns: readonly Area[];
  readonly y0: number;
  readonly y1: number;
}

/**
 * The columns of a page whose rows are in pieces, such as a term and its explanation. The pieces of one column share
 * their lines, and the columns do not share them with each other; in a table all of them would. Undefined where nothing
 * shows such columns: text that fills its columns is told apart by other means.
 */
export function cardColumns(segments: readonly Segment[], solid: readonly Box[]): CardColumns | undefined {
  const size = median(segments.map((segment) => segment.size));
  const strips = stripsOf(segments, size);
  if (strips.length < 3) return undefined;
  const columns = joinAligned(strips, segments);
  if (columns.length < 2 || columns.some(({ x0, x1 }) => x1 - x0 < MIN_COLUMN * size)) return undefined;
  const boundaries = columns.slice(1).map(({ x0 }, index) => (columns[index]!.x1 + x0) / 2);
  const extent = freeExtent(boundaries, [...segments, ...solid]);
  const inside = segments.filter((segment) => isWithin(segment, extent));
  const rows = columns.map((column) => groupRows(inside.filter((segment) => isInColumn(segment, column))));
  const counts = rows.map(({ length }) => length);
  if (Math.min(...counts) < Math.max(MIN_ROWS, MIN_BALANCE * Math.max(...counts))) return undefined;
  // a head above the columns is short
  if (extent.y0 > -Infinity && groupRows(segments).filter((row) => middleY(row) < extent.y0).length > MAX_HEAD) {
    return undefined;
  }
  const split = rows.filter((own) => own.filter(isSplit).length >= MIN_SPLIT_ROWS);
  return 2 * split.length >= rows.length ? { columns, ...extent } : undefined;
}

export const isWithin = (box: Box, { y0, y1 }: Pick<CardColumns, 'y0' | 'y1'>): boolean =>
  middleY(box) > y0 && middleY(box) < y1;

export const isInColumn = (box: Box, { x0, x1 }: Area): boolean => middleX(box) >= x0 && middleX(box) <= x1;

const isSplit = ({ segments }: Row): boolean => segments.length > 1;

/** The page cut at every gap that hardly any row crosses. */
function stripsOf(segments: readonly Segment[], size: number): Area[] {
  const most = MAX_CROSSED * groupRows(segments).length;
  const edges = segments
    .flatMap(({ x0, x1 }) => [
      { x: x0, step: 1 },
      { x: x1, step: -1 },
    ])
    .sort((a, b) => a.x - b.x);
  const strips: { x0: number; x1: number }[] = [];
  let open = 0;
  edges.forEach(({ x, step }) => {
    const last = strips.at(-1);
    const wasFull = open > most;
    open += step;
    if (open > most && !wasFull) {
      if (last && x - last.x1 < MIN_GUTTER * size) last.x1 = Infinity;
      else strips.push({ x0: x, x1: Infinity });
    } else if (open <= most && wasFull) last!.x1 = x;
  });
  return strips;
}

/** Joins strips that share their lines: those of one column. */
function joinAligned(strips: readonly Area[], segments: readonly Segment[]): Area[] {
  const rowsOf = (area: Area): Row[] => groupRows(segments.filter((segment) => isInColumn(segment, area)));
  return strips.reduce<Area[]>((columns, strip) => {
    const last = columns.at(-1);
    const isApart = last === undefined || alignedShare(rowsOf(last), rowsOf(strip)) <= MAX_ALIGNED;
    return isApart ? [...columns, strip] : [...columns.slice(0, -1), { x0: last.x0, x1: strip.x1 }];
  }, []);
}

/** The highest part of the page in which nothing crosses a boundary. */
function freeExtent(boundaries: readonly number[], boxes: readonly Box[]): { y0: number; y1: number } {
  const crossing = boxes
    .filter(({ x0, x1 }) => boundaries.some((x) => x0 < x - 1 && x1 > x + 1))
    .toSorted((a, b) => a.y0 - b.y0);
  const inside = boxes.filter((box) => !crossing.includes(box));
  const countIn = (y0: number, y1: number): number =>
    inside.filter((box) => overlap(box.y0, box.y1, y0, y1) > 0).length;
  let best = { y0: -Infinity, y1: crossing[0]?.y0 ?? Infinity };
  crossing.forEach(({ y1 }, index) => {
    const next = { y0: y1, y1: crossing[index + 1]?.y0 ?? Infinity };
    if (countIn(next.y0, next.y1) > countIn(best.y0, best.y1)) best = next;
  });
  return best;
}
