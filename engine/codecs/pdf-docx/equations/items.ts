import { type Box, unionOf } from '../geometry.ts';
import type { Glyph, Rule } from '../page-model.ts';
import type { FormulaNode } from './formula.ts';
import { hangs } from './letters.ts';

/** What stands side by side in a formula: a glyph, or a structure that was read already. */
export interface Item extends Box {
  readonly glyph?: Glyph;
  readonly node?: FormulaNode;
  readonly size: number;
  /** Baseline of the line that it belongs to; undefined for signs that say nothing of their line. */
  readonly baseline?: number;
}

/** Ink of letters above and below the baseline, in em. */
const ASCENT = 0.7;
const DESCENT = 0.2;
/** Bars of fractions, and the middle of signs, stand this many em above the baseline. */
const AXIS = 0.25;
/** How far signs hang below their baseline at least, in em. */
const HANGING_DEPTH = 1;

/** A glyph with a box around its ink, not its line. */
export function atomOf(glyph: Glyph): Item {
  const { x0, x1, baseline, size } = glyph;
  if (hangs(glyph)) return { glyph, x0, x1, size, y0: baseline, y1: baseline + HANGING_DEPTH * size };
  return { glyph, x0, x1, size, baseline, y0: baseline - ASCENT * size, y1: baseline + DESCENT * size };
}

/** A structure in place of its items, on the line of this baseline. */
export function itemAround(items: readonly Item[], node: FormulaNode, baseline: number | undefined): Item {
  const size = Math.max(...items.map((item) => item.size));
  return { ...unionOf(items)!, node, size, ...(baseline !== undefined && { baseline }) };
}

/** The bar of a fraction stands on the axis of its line. */
export function baselineOfBar({ position }: Rule, items: readonly Item[]): number {
  return position + AXIS * Math.max(...items.map(({ size }) => size));
}

/** The baseline of the largest items: that of the line on which the others are scripts. */
export function mainBaseline(items: readonly Item[]): number | undefined {
  const placed = items.filter(({ baseline }) => baseline !== undefined);
  const letters = placed.some(({ node }) => !node) ? placed.filter(({ node }) => !node) : placed;
  const size = Math.max(...letters.map((item) => item.size));
  const large = letters.filter((item) => item.size > 0.9 * size);
  if (large.length === 0) return undefined;
  const groups = Map.groupBy(large, ({ baseline }) => Math.round(baseline!));
  return [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a))[0]!.baseline;
}

export function visualMiddle(item: Item): number {
  return (item.y0 + item.y1) / 2;
}

/** Where the signs of a line are centred; signs that hang tell by themselves. */
export function axisOf(items: readonly Item[]): number | undefined {
  const baseline = mainBaseline(items);
  if (baseline === undefined) return items[0] && visualMiddle(items[0]);
  return baseline - AXIS * Math.max(...items.map(({ size }) => size));
}

/** Items from left to right, cut where a gap is wider than `gap` em. */
export function chunksOf(items: readonly Item[], gap: number): readonly (readonly Item[])[] {
  const chunks: Item[][] = [];
  let end = -Infinity;
  for (const item of items.toSorted((a, b) => a.x0 - b.x0)) {
    if (item.x0 - end > gap * item.size) chunks.push([]);
    chunks.at(-1)!.push(item);
    end = Math.max(end, item.x1);
  }
  return chunks;
}
