import { type Box, median, middleX, middleY, overlap } from '../../../content/pages/geometry.ts';
import type { Area, Image, Table } from './blocks.ts';
import { isBeside, panelBoundary } from './panels.ts';
import { alignedShare, groupRows, MAX_ALIGNED, type Row } from './rows.ts';
import type { Segment } from './segment.ts';
import { BANDS } from '../thresholds/columns.ts';

const {
  MIN_COLUMN,
  MIN_FILL,
  TEXT_FILL,
  MIN_SIDE_BY_SIDE,
  MIN_BESIDE_ROWS,
  MIN_LONE_ITEMS,
  TABLE_ALIGNED,
  FULL_ROW_MARGIN,
  MIN_FULL_SHARE,
  MAX_TEXT_PIECES,
  MAX_PITCH,
  CROSSING_PENALTY,
  PANEL_GAP,
  USUAL_SIZE,
  STEP,
  MAX_DEPTH,
} = BANDS;

/** What is distributed over bands and columns. */
export type Item = Segment | Table | Image;

export interface ItemColumn extends Area {
  readonly items: readonly Item[];
  /** Columns inside this one which Word cannot hold: they are read one after the other. */
  readonly parts?: readonly ItemColumn[];
}

export interface ItemBand {
  readonly columns: readonly ItemColumn[];
}

/** The boxes that are drawn on a page, and how often columns were split. */
interface Splitting {
  readonly panels: readonly Box[];
  readonly depth?: number;
}

interface SplittingAt extends Required<Splitting> {
  /** Text may fill its column up to this distance from the boundary; up to its longest line where this is absent. */
  readonly gap?: number;
}

/**
 * Cuts an area into bands from top to bottom. Where a boundary separates enough rows of text, the items that cross it
 * become bands of full width and the others columns between them; else drawn panels may be side by side.
 */
export function splitBands(items: readonly Item[], area: Area, { panels, depth = 0 }: Splitting): ItemBand[] {
  const segments = linesOf(items);
  const whole = [{ columns: [{ ...area, items }] }];
  if (segments.length === 0 || depth > MAX_DEPTH) return whole;
  const size = median(segments.map((segment) => segment.size)) || USUAL_SIZE;
  const reach = {
    x0: Math.min(area.x0, ...segments.map(({ x0 }) => x0)),
    x1: Math.max(area.x1, ...segments.map(({ x1 }) => x1)),
  };
  const solid = items.filter(({ kind }) => kind !== 'segment');
  const boundary = segments.length < 2 * MIN_SIDE_BY_SIDE ? undefined : findBoundary(segments, solid, reach, size);
  const slots = boundary === undefined ? [] : mergeSlots(sliceAtCrossings(items, boundary), boundary, reach);
  if (slots.every(({ columns }) => columns === 1)) return splitAtPanels(items, area, { panels, depth }) ?? whole;
  return slots.map((slot) => {
    if (slot.columns === 1) return { columns: [{ ...area, items: slot.items }] };
    return splitAt(boundary!, slot.items, area, { panels, depth });
  });
}

/** What is beside a boundary of panels as two columns, with what is above and below it. */
function splitAtPanels(
  items: readonly Item[],
  area: Area,
  { panels, depth }: Required<Splitting>,
): ItemBand[] | undefined {
  const segments = items.filter((item) => item.kind === 'segment');
  const solid = items.filter((item) => item.kind !== 'segment');
  const boundary = panelBoundary(segments, solid, panels);
  if (!boundary) return undefined;
  const beside = items.filter((item) => isBeside(item, boundary));
  const above = items.filter((item) => middleY(item) <= boundary.y0);
  const below = items.filter((item) => middleY(item) >= boundary.y1);
  return [
    ...(above.length > 0 ? splitBands(above, area, { panels, depth }) : []),
    splitAt(boundary.x, beside, { ...area, x1: Math.max(area.x1, boundary.x1) }, { panels, depth, gap: PANEL_GAP }),
    ...(below.length > 0 ? splitBands(below, area, { panels, depth }) : []),
  ];
}

function splitAt(boundary: number, items: readonly Item[], area: Area, { panels, depth, gap }: SplittingAt): ItemBand {
  const left = items.filter((item) => middleX(item) < boundary);
  const right = items.filter((item) => middleX(item) >= boundary);
  const end = Math.max(area.x1, ...right.map((item) => item.x1));
  const longest = Math.max(area.x0, ...left.map((item) => item.x1), gap === undefined ? area.x0 : boundary - gap);
  const leftEnd = Math.min(longest, boundary + 20);
  const rightStart = Math.max(Math.min(end, ...right.map((item) => item.x0)), boundary - 20);
  return {
    columns: [
      ...splitHalf(left, { x0: area.x0, x1: leftEnd }, { panels, depth }),
      ...splitHalf(right, { x0: rightStart, x1: end }, { panels, depth }),
    ],
  };
}

function splitHalf(items: readonly Item[], area: Area, { panels, depth }: Required<Splitting>): readonly ItemColumn[] {
  const bands = splitBands(items, area, { panels, depth: depth + 1 });
  if (bands.length === 1) return bands[0]!.columns;
  return [{ ...area, items, parts: bands.flatMap(({ columns }) => columns) }];
}

/** Lines of text, and displayed equations, which are among them. */
function linesOf(items: readonly Item[]): Segment[] {
  return items.flatMap((item): Segment[] => {
    if (item.kind === 'segment') return [item];
    if (item.kind !== 'image' || !item.image.equation) return [];
    const { x0, y0, x1, y1, image } = item;
    const size = Math.min(USUAL_SIZE, y1 - y0);
    return [{ kind: 'segment', x0, y0, x1, y1, baseline: y1, size, glyphs: [], text: image.alt ?? '' }];
  });
}

/** The x that separates most rows, and fewest of what is solid; undefined where nothing is side by side. */
function findBoundary(
  segments: readonly Segment[],
  solid: readonly Box[],
  reach: Area,
  size: number,
): number | undefined {
  const rights = segments.map((segment) => segment.x1).sort((a, b) => a - b);
  const lefts = segments.map((segment) => segment.x0).sort((a, b) => a - b);
  let endedLeft = 0;
  let startedLeft = 0;
  let best: number | undefined;
  let bestScore = 0;
  let fewest = Infinity;
  for (let x = reach.x0 + MIN_COLUMN * size; x < reach.x1 - MIN_COLUMN * size; x += STEP) {
    while (endedLeft < rights.length && rights[endedLeft]! <= x + 1) endedLeft++;
    while (startedLeft < lefts.length && lefts[startedLeft]! < x - 1) startedLeft++;
    const rightCount = lefts.length - startedLeft;
    const crossing = segments.length - endedLeft - rightCount;
    const most = Math.min(endedLeft, rightCount) - crossing * CROSSING_PENALTY;
    const cut = solid.filter((box) => box.x0 < x - 1 && box.x1 > x + 1).length;
    if (most < MIN_SIDE_BY_SIDE || most < bestScore || (most === bestScore && cut >= fewest)) continue;
    const slots = sliceAtCrossings(segments, x);
    const sideBySide = slots.reduce((sum, slot) => sum + (slot.columns === 2 ? rowsSideBySide(slot.items, x) : 0), 0);
    const score = sideBySide - crossing * CROSSING_PENALTY;
    if (sideBySide >= MIN_SIDE_BY_SIDE && (score > bestScore || (score === bestScore && cut < fewest))) {
      bestScore = score;
      fewest = cut;
      best = x;
    }
  }
  return best;
}

/** How many rows of text are side by side at a boundary that nothing crosses; 0 if they are rows of a table. */
function rowsSideBySide(items: readonly Item[], x: number): number {
  const segments = linesOf(items);
  const right = segments.filter((segment) => middleX(segment) >= x);
  const left = withoutEndAbove(
    segments.filter((segment) => middleX(segment) < x),
    right,
  );
  // Numbers alone are those of the lines beside them: pages in a list of contents, amounts in a bill.
  if (left.length === 0 || !right.some(({ text }) => /\p{L}/u.test(text))) return 0;
  const leftRows = groupRows(left);
  const rightRows = groupRows(right);
  const sideBySide = Math.min(countSideBySide(leftRows, rightRows), countSideBySide(rightRows, leftRows));
  if (sideBySide < 2) return 0;
  const fills = [fillOf(left), fillOf(right)];
  const aligned = alignedShare(leftRows, rightRows);
  // rows that share their lines are those of a table, unless the lines of both sides are full as those of text
  const isWrapped = [leftRows, rightRows].every(
    (rows) => isWide(rows) && fullShare(rows) >= MIN_FULL_SHARE && isText(rows),
  );
  // what is too narrow for text are names, some of which have their text below them
  const mostAligned = isWide(leftRows) && isWide(rightRows) ? TABLE_ALIGNED : MAX_ALIGNED;
  if (aligned > mostAligned && !isWrapped && !endsEarly(leftRows, rightRows)) return 0;
  if (Math.min(...fills) >= MIN_FILL) return sideBySide;
  // beside a column of text may be anything that does not share its lines
  const isBesideText = Math.max(...fills) >= TEXT_FILL && aligned <= MAX_ALIGNED;
  return isBesideText && Math.min(leftRows.length, rightRows.length) >= MIN_BESIDE_ROWS ? sideBySide : 0;
}

/** A side without the short last line of a text across both sides, which ends above them. */
function withoutEndAbove(left: readonly Segment[], right: readonly Segment[]): readonly Segment[] {
  const top = Math.min(...right.map(({ y0 }) => y0));
  const above = left.filter(({ y1 }) => y1 <= top);
  return above.length === 1 ? left.filter((segment) => segment !== above[0]) : left;
}

/** How much of its side the typical piece fills, long ones counting by their characters. */
function fillOf(side: readonly Segment[]): number {
  const sorted = side.toSorted((a, b) => a.x1 - a.x0 - (b.x1 - b.x0));
  const half = side.reduce((sum, { text }) => sum + text.length, 0) / 2;
  let sum = 0;
  const typical = sorted.find(({ text }) => (sum += text.length) >= half);
  const width = Math.max(...side.map(({ x1 }) => x1)) - Math.min(...side.map(({ x0 }) => x0));
  return typical && width > 0 ? (typical.x1 - typical.x0) / width : 0;
}

/** Share of the rows that reach in one piece from the left edge of their side to the right one, as wrapped text does. */
function fullShare(rows: readonly Row[]): number {
  const left = Math.min(...rows.map(({ x0 }) => x0));
  const right = Math.max(...rows.map(({ x1 }) => x1));
  const margin = FULL_ROW_MARGIN * (right - left);
  const isFull = ({ x0, x1 }: Row): boolean => x0 - left < margin && right - x1 < margin;
  return rows.filter((row) => row.segments.length === 1 && isFull(row)).length / rows.length;
}

/** Whether rows are as wide as a column of text may be: single words fill a narrow one without being wrapped. */
function isWide(rows: readonly Row[]): boolean {
  const width = Math.max(...rows.map(({ x1 }) => x1)) - Math.min(...rows.map(({ x0 }) => x0));
  return width >= MIN_COLUMN * median(rows.map(({ size }) => size));
}

/** Whether most rows are lines of text in columns; dots that lead to a number are no pieces. */
function isText(rows: readonly Row[]): boolean {
  const pieces = rows.map(({ segments }) => segments.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length);
  return median(pieces) <= MAX_TEXT_PIECES;
}

/** A list of lines goes on without a gap far below the end of the other: columns of a table end together. */
function endsEarly(a: readonly Row[], b: readonly Row[]): boolean {
  if ([...a, ...b].some(({ segments }) => segments.length > 1)) return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const end = short.at(-1)!.baseline;
  const longer = long.filter(({ baseline }) => baseline > end + 1);
  if (short.length < MIN_SIDE_BY_SIDE || longer.length < short.length) return false;
  const pitches = long.slice(1).map(({ baseline }, index) => baseline - long[index]!.baseline);
  return Math.max(...pitches) < MAX_PITCH * median(pitches);
}

/** How many rows of `a` have one of `b` beside them; both are sorted from top to bottom. */
function countSideBySide(a: readonly Row[], b: readonly Row[]): number {
  let from = 0;
  return a.filter((row) => {
    while (from < b.length && b[from]!.y1 < row.y0 - 50) from++;
    for (let index = from; index < b.length && b[index]!.y0 < row.y1 + 50; index++) {
      if (overlap(row.y0, row.y1, b[index]!.y0, b[index]!.y1) > 0) return true;
    }
    return false;
  }).length;
}

interface Slot {
  readonly columns: 1 | 2;
  readonly y0: number;
  readonly y1: number;
  readonly items: Item[];
}

/** Slots of full width for the items across the boundary, slots of two columns between them. */
function sliceAtCrossings(items: readonly Item[], boundary: number): Slot[] {
  const crosses = (item: Box): boolean => item.x0 < boundary - 1 && item.x1 > boundary + 1;
  const sorted = items.toSorted((a, b) => a.y0 - b.y0);
  const slots: Slot[] = [];
  let y = -Infinity;
  for (const item of sorted.filter(crosses)) {
    slots.push({ columns: 2, y0: y, y1: item.y0, items: [] });
    slots.push({ columns: 1, y0: item.y0, y1: item.y1, items: [item] });
    y = Math.max(y, item.y1);
  }
  slots.push({ columns: 2, y0: y, y1: Infinity, items: [] });
  let from = 0;
  for (const item of sorted) {
    if (crosses(item)) continue;
    const middle = middleY(item);
    while (from < slots.length - 1 && slots[from]!.y1 < item.y0) from++;
    const slot = slots.slice(from).find((candidate) => middle >= candidate.y0 && middle < candidate.y1);
    (slot ?? slots.at(-1)!).items.push(item);
  }
  return slots;
}

/** Joins neighbouring slots of the same kind. What is not side by side as text is of full width. */
function mergeSlots(slots: readonly Slot[], boundary: number, reach: Area): { columns: 1 | 2; items: Item[] }[] {
  const merged: { columns: 1 | 2; items: Item[] }[] = [];
  for (const slot of slots) {
    if (slot.items.length === 0) continue;
    const columns = slot.columns === 2 && hasColumns(slot.items, boundary, reach) ? 2 : 1;
    const last = merged.at(-1);
    if (last?.columns === columns) last.items.push(...slot.items);
    else merged.push({ columns, items: [...slot.items] });
  }
  return merged;
}

/** Whether the items on either side look like columns: text that fills them, or a table or image beside such text. */
function hasColumns(items: readonly Item[], boundary: number, reach: Area): boolean {
  if (rowsSideBySide(items, boundary) > 0) return true;
  const left = items.filter((item) => middleX(item) < boundary);
  const right = items.filter((item) => middleX(item) >= boundary);
  const isColumn = (side: readonly Item[], width: number): boolean => {
    const widths = side.filter((item) => item.kind === 'segment').map((item) => item.x1 - item.x0);
    return widths.length > 0 ? median(widths) >= MIN_FILL * width : side.length > 0;
  };
  const isLeftColumn = isColumn(left, boundary - reach.x0);
  const isRightColumn = isColumn(right, reach.x1 - boundary);
  // a column may end before the other, but a few lines on one side are just short lines
  if (left.length === 0) return isRightColumn && right.length >= MIN_LONE_ITEMS;
  if (right.length === 0) return isLeftColumn && left.length >= MIN_LONE_ITEMS;
  return isLeftColumn && isRightColumn;
}
