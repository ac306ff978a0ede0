import { type Box, middleX, overlapY, unionOf } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import { besideBar } from './bars.ts';
import { closes, isBracket, opens } from '../../../content/pages/formulas/brackets.ts';
import type { Alignment, Formula } from '../../../content/pages/formulas/formula.ts';
import {
  axisAt,
  baselineAround,
  baselineOfBar,
  type Item,
  itemAround,
  isTall,
  SCRIPT_SIZE,
  visualMiddle,
} from './items.ts';
import { boxOfRule } from '../layout/rules.ts';
import { isRadicalOf } from './radicals.ts';
import { isRelation } from '../../../content/pages/formulas/symbols.ts';
import { GRIDS } from '../thresholds/formulas.ts';

const { MIN_PITCH, COLUMN_GAP, WHOLE_WIDTH, SAME_PLACE } = GRIDS;

interface Contents {
  readonly items: readonly Item[];
  readonly bars: readonly Rule[];
}

type ParseContents = (items: readonly Item[], bars: readonly Rule[]) => Formula | undefined;

interface Pair {
  readonly open: Item;
  readonly close?: Item;
}

/**
 * Replaces rows that are between tall brackets, or behind a brace, by one item each, those within others first.
 * Undefined where a cell cannot be read.
 */
export function reduceGrids(items: readonly Item[], bars: readonly Rule[], parse: ParseContents): Contents | undefined {
  let contents: Contents = { items, bars };
  const done = new Set<Item>();
  for (;;) {
    const pair = innermostPair(contents.items, done);
    if (!pair) return contents;
    done.add(pair.open);
    if (pair.close) done.add(pair.close);
    const inside = contentsOf(pair, contents);
    const baselines = rowBaselines(inside);
    if (baselines.length < 2) continue;
    const item = readGrid(pair, inside, baselines, parse);
    if (!item) return undefined;
    const used = new Set<unknown>([pair.open, pair.close, ...inside.items, ...inside.bars]);
    contents = {
      items: [...contents.items.filter((other) => !used.has(other)), item],
      bars: contents.bars.filter((bar) => !used.has(bar)),
    };
  }
}

/** Brackets with none between them; else the last brace that is not closed. */
function innermostPair(items: readonly Item[], done: ReadonlySet<Item>): Pair | undefined {
  const open: Item[] = [];
  const tall = items.filter((item) => isTall(item) && isBracket(item.glyph!.text) && !done.has(item));
  for (const item of tall.toSorted((a, b) => a.x0 - b.x0)) {
    const last = open.at(-1);
    if (last && isEndOf(item, last)) return { open: last, close: item };
    if (!closes(item.glyph!.text)) open.push(item);
  }
  const brace = open.findLast(({ glyph }) => opens(glyph!.text));
  return brace && { open: brace };
}

function isEndOf(item: Item, open: Item): boolean {
  const [begin, end] = [open.glyph!.text, item.glyph!.text];
  return opens(begin) ? closes(end) : begin === end && overlapY(item, open) > 0.9 * (open.y1 - open.y0);
}

function contentsOf({ open, close }: Pair, { items, bars }: Contents): Contents {
  const { y0, y1 } = close ? unionOf([open, close])! : open;
  const area = { x0: open.x1, x1: close?.x0 ?? Infinity, y0, y1 };
  const isInside = (box: Box): boolean =>
    middleX(box) > area.x0 && middleX(box) < area.x1 && overlapY(box, area) > 0.5 * Math.min(box.y1 - box.y0, y1 - y0);
  return {
    items: items.filter((item) => item !== open && item !== close && isInside(item)),
    bars: bars.filter(
      (bar) => bar.position > y0 && bar.position < y1 && bar.start > area.x0 - 1 && bar.end < area.x1 + 1,
    ),
  };
}

/** Baselines of the rows, from the letters on them and from the bars of their fractions. */
function rowBaselines({ items, bars }: Contents): readonly number[] {
  const size = Math.max(...items.map((item) => item.size));
  const fractions = bars
    .filter((bar) => !items.some((item) => isRadicalOf(item, bar)))
    .map((bar) => ({ bar, beside: Object.values(besideBar(bar, items, bars)).flat() }))
    .filter(({ beside }) => beside.length > 0);
  const aside = new Set(fractions.flatMap(({ beside }) => beside));
  const letters = items.filter(
    (item) => !aside.has(item) && item.size > SCRIPT_SIZE * size && item.baseline !== undefined,
  );
  if (isOneFraction(items, letters, bars)) return [];
  const baselines = [
    ...letters.map(({ baseline }) => baseline!),
    ...fractions.map(({ bar, beside }) => baselineOfBar(bar, beside)),
  ];
  const rows: number[] = [];
  for (const baseline of baselines.sort((a, b) => a - b)) {
    if (rows.length === 0 || baseline - rows.at(-1)! > MIN_PITCH * size) rows.push(baseline);
  }
  return rows;
}

/** Whether one bar covers all, and everything is beside it. */
function isOneFraction(items: readonly Item[], letters: readonly Item[], bars: readonly Rule[]): boolean {
  const whole = unionOf(items);
  const covering = bars.filter((bar) => whole && bar.end - bar.start > WHOLE_WIDTH * (whole.x1 - whole.x0));
  return covering.length === 1 && letters.length === 0;
}

function readGrid({ open, close }: Pair, inside: Contents, baselines: readonly number[], parse: ParseContents) {
  const size = Math.max(...inside.items.map((item) => item.size));
  const axes = baselines.map((baseline) => axisAt(baseline, size));
  const rowAt = (y: number): number => {
    const distances = axes.map((axis) => Math.abs(axis - y));
    return distances.indexOf(Math.min(...distances));
  };
  const rows = axes.map((_, index) => ({
    items: inside.items.filter((item) => rowAt(visualMiddle(item)) === index),
    bars: inside.bars.filter(({ position }) => rowAt(position) === index),
  }));
  const apart = columnsApart(rows, size);
  const sides = apart.length > 1 ? [] : startsOfSides(rows, size);
  const starts = [...apart, ...sides];
  const tight = sides.length > 0;
  const cells = rows.map((row) => starts.map((start, index) => cellOf(row, start, starts[index + 1] ?? Infinity)));
  const read = cells.map((row) => row.map(({ items, bars }) => (items.length === 0 ? [] : parse(items, bars))));
  if (!read.every((row) => row.every((cell) => cell !== undefined))) return undefined;
  const aligned = starts.map((_, index) => (tight ? sideAt(index) : alignmentOf(cells.map((row) => row[index]!))));
  const used = [open, ...inside.items, ...(close ? [close] : [])];
  const node = {
    kind: 'fence',
    open: open.glyph!.text,
    close: close?.glyph!.text ?? '',
    content: [{ kind: 'matrix', rows: read, aligned, tight }],
  } as const;
  return itemAround(used, node, baselineAround(open, size));
}

/** Where columns begin: behind gaps that all rows share. */
function columnsApart(rows: readonly Contents[], size: number): readonly number[] {
  const boxes = rows.flatMap(({ items, bars }) => [...items, ...bars.map(boxOfRule)]).sort((a, b) => a.x0 - b.x0);
  const starts: number[] = [];
  let end = -Infinity;
  for (const { x0, x1 } of boxes) {
    if (x0 - end > COLUMN_GAP * size) starts.push(x0);
    end = Math.max(end, x1);
  }
  return starts;
}

/** Where the right sides of equations begin: at relations that are one below the other. */
function startsOfSides(rows: readonly Contents[], size: number): readonly number[] {
  const [first, ...others] = rows.map(({ items }) => items.filter(({ glyph }) => glyph && isRelation(glyph.text)));
  const shared = (first ?? []).filter(({ x0 }) =>
    others.every((row) => row.some((item) => Math.abs(item.x0 - x0) < SAME_PLACE * size)),
  );
  return shared.map(({ x0 }) => x0 - SAME_PLACE * size).sort((a, b) => a - b);
}

function cellOf({ items, bars }: Contents, start: number, end: number): Contents {
  const isInside = (box: Box): boolean => middleX(box) >= start && middleX(box) < end;
  return { items: items.filter(isInside), bars: bars.filter((bar) => isInside(boxOfRule(bar))) };
}

/** The left sides of equations end at their relations. */
function sideAt(index: number): Alignment {
  return index === 0 ? 'right' : 'left';
}

/** Cells begin, end or have their middle at the same place. */
function alignmentOf(cells: readonly Contents[]): Alignment {
  const boxes = cells.flatMap(({ items }) => unionOf(items) ?? []);
  const spread = (placeOf: (box: Box) => number): number => {
    const places = boxes.map(placeOf);
    return Math.max(...places) - Math.min(...places);
  };
  const spreads = { center: spread(middleX), left: spread(({ x0 }) => x0), right: spread(({ x1 }) => x1) };
  const least = Math.min(...Object.values(spreads)) + 0.5;
  return (Object.keys(spreads) as Alignment[]).find((alignment) => spreads[alignment] <= least)!;
}
