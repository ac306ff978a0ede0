import { type Box, median, middleX, middleY, overlap } from '../geometry.ts';
import type { Area, Picture, Table } from './blocks.ts';
import { groupRows, type Row } from './rows.ts';
import type { Segment } from './segments.ts';

/** What is distributed over bands and columns. */
export type Item = Segment | Table | Picture;

export interface ItemColumn extends Area {
  readonly items: readonly Item[];
}

export interface ItemBand {
  readonly columns: readonly ItemColumn[];
}

/** Narrowest column in em. */
const MIN_COLUMN = 7;
/** Text columns are filled; pieces shorter than this share of the column are cells of a table. */
const MIN_FILL = 0.42;
/** Rows that must stand side by side. */
const MIN_SIDE_BY_SIDE = 4;
/** A segment across the boundary outweighs this many rows side by side. */
const CROSSING_PENALTY = 1.2;
/** Step of the search for a boundary in points. */
const STEP = 2;
/** Columns are looked for in columns once more: three or four side by side. */
const MAX_DEPTH = 1;

/**
 * Cuts an area into bands from top to bottom. Where a boundary separates more rows than it cuts, the items that cross it
 * become bands of full width and the others columns between them.
 */
export function splitBands(items: readonly Item[], area: Area, depth = 0): ItemBand[] {
  const segments = items.filter((item) => item.kind === 'segment');
  const size = median(segments.map((segment) => segment.size)) || 10;
  const whole = [{ columns: [{ ...area, items }] }];
  if (segments.length < 8 || depth > MAX_DEPTH || area.x1 - area.x0 < 2 * (MIN_COLUMN + 1) * size) return whole;
  const boundary = findBoundary(segments, area, size);
  if (boundary === undefined) return whole;
  return mergeSlots(sliceAtCrossings(items, boundary), boundary).map((slot) => {
    if (slot.columns === 1) return { columns: [{ ...area, items: slot.items }] };
    const left = slot.items.filter((item) => middleX(item) < boundary);
    const right = slot.items.filter((item) => middleX(item) >= boundary);
    const leftEnd = Math.min(Math.max(area.x0, ...left.map((item) => item.x1)), boundary + 20);
    const rightStart = Math.max(Math.min(area.x1, ...right.map((item) => item.x0)), boundary - 20);
    return {
      columns: [
        ...splitHalf(left, { x0: area.x0, x1: leftEnd }, depth),
        ...splitHalf(right, { x0: rightStart, x1: area.x1 }, depth),
      ],
    };
  });
}

function splitHalf(items: readonly Item[], area: Area, depth: number): readonly ItemColumn[] {
  const bands = splitBands(items, area, depth + 1);
  return bands.length === 1 ? bands[0]!.columns : [{ ...area, items }];
}

function findBoundary(segments: readonly Segment[], area: Area, size: number): number | undefined {
  const rights = segments.map((segment) => segment.x1).sort((a, b) => a - b);
  const lefts = segments.map((segment) => segment.x0).sort((a, b) => a - b);
  let endedLeft = 0;
  let startedLeft = 0;
  let best: number | undefined;
  let bestScore = 0;
  for (let x = area.x0 + MIN_COLUMN * size; x < area.x1 - MIN_COLUMN * size; x += STEP) {
    while (endedLeft < rights.length && rights[endedLeft]! <= x + 1) endedLeft++;
    while (startedLeft < lefts.length && lefts[startedLeft]! < x - 1) startedLeft++;
    const rightCount = lefts.length - startedLeft;
    const crossing = segments.length - endedLeft - rightCount;
    const most = Math.min(endedLeft, rightCount) - crossing * CROSSING_PENALTY;
    if (endedLeft < 4 || rightCount < 4 || most <= bestScore) continue;
    const score = scoreBoundary(segments, x, area);
    if (score > bestScore) {
      bestScore = score;
      best = x;
    }
  }
  return best;
}

/** Rows side by side minus the penalty of crossing segments; 0 if x cannot be a boundary. */
function scoreBoundary(segments: readonly Segment[], x: number, area: Area): number {
  const left = segments.filter((segment) => segment.x1 <= x + 1);
  const right = segments.filter((segment) => segment.x0 >= x - 1);
  const widths = (side: readonly Segment[]): number => median(side.map((segment) => segment.x1 - segment.x0));
  if (widths(left) < (x - area.x0) * MIN_FILL || widths(right) < (area.x1 - x) * MIN_FILL) return 0;
  const sideBySide = countSideBySide(groupRows(left), groupRows(right));
  if (sideBySide < MIN_SIDE_BY_SIDE) return 0;
  return sideBySide - (segments.length - left.length - right.length) * CROSSING_PENALTY;
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
    y = item.y1;
  }
  slots.push({ columns: 2, y0: y, y1: Infinity, items: [] });
  for (const item of sorted) {
    if (crosses(item)) continue;
    const middle = middleY(item);
    const slot = slots.find((candidate) => middle >= candidate.y0 && middle < candidate.y1) ?? slots.at(-1)!;
    slot.items.push(item);
  }
  return slots;
}

/** Joins neighbouring slots of the same kind; a few items on one side only are of full width. */
function mergeSlots(slots: readonly Slot[], boundary: number): { columns: 1 | 2; items: Item[] }[] {
  const merged: { columns: 1 | 2; items: Item[] }[] = [];
  for (const slot of slots) {
    if (slot.items.length === 0) continue;
    const hasLeft = slot.items.some((item) => item.x1 <= boundary + 1);
    const hasRight = slot.items.some((item) => item.x0 >= boundary - 1);
    const isLone = !(hasLeft && hasRight) && slot.items.length < 3;
    const columns = isLone ? 1 : slot.columns;
    const last = merged.at(-1);
    if (last?.columns === columns) last.items.push(...slot.items);
    else merged.push({ columns, items: [...slot.items] });
  }
  return merged;
}
