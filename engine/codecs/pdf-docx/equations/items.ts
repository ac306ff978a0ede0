import { type Box, unionOf } from '../../../content/pages/geometry.ts';
import type { Glyph, Rule } from '../../../content/pages/model.ts';
import type { FormulaNode } from '../../../content/pages/formulas/formula.ts';
import { isBracket } from '../../../content/pages/formulas/brackets.ts';
import { isRadical } from '../../../content/pages/formulas/symbols.ts';
import { ITEMS } from '../thresholds/formulas.ts';

const { ASCENT, DESCENT, AXIS, ON_AXIS, ONE_LINE, ABOVE_BASELINE } = ITEMS;

export const { SCRIPT_SIZE } = ITEMS;

/** What is side by side in a formula: a glyph, or a structure that was read already. */
export interface Item extends Box {
  readonly glyph?: Glyph;
  /** The pieces of one bracket, which `glyph` stands for. */
  readonly pieces?: readonly Glyph[];
  readonly node?: FormulaNode;
  readonly size: number;
  /** Baseline of the line that it belongs to; undefined for symbols that say nothing of their line. */
  readonly baseline?: number;
}

/** A glyph with a box around its ink, not its line. */
export function atomOf(glyph: Glyph): Item {
  const { x0, x1, baseline, size } = glyph;
  if (glyph.ink) {
    const { y0, y1 } = glyph.ink;
    const isOnLine = y1 - y0 < ONE_LINE * size && baseline - y0 > ABOVE_BASELINE * size;
    return { glyph, x0, x1, size, y0, y1, ...(isOnLine && { baseline }) };
  }
  return { glyph, x0, x1, size, baseline, y0: baseline - ASCENT * size, y1: baseline + DESCENT * size };
}

/** A structure in place of its items, on the line of this baseline. */
export function itemAround(items: readonly Item[], node: FormulaNode, baseline: number | undefined): Item {
  return { ...unionOf(items)!, node, size: sizeOfLine(items), ...(baseline !== undefined && { baseline }) };
}

/** Size of the letters of a line. Some programs set higher brackets and radical symbols in larger type. */
export function sizeOfLine(items: readonly Item[]): number {
  const letters = items.filter((item) => !growsWithContent(item));
  return Math.max(...(letters.length > 0 ? letters : items).map(({ size }) => size));
}

const growsWithContent = ({ glyph }: Item): boolean =>
  glyph !== undefined && (isBracket(glyph.text) || isRadical(glyph.text));

/** The bar of a fraction is on the axis of its line. */
export function baselineOfBar({ position }: Rule, items: readonly Item[]): number {
  return position + AXIS * sizeOfLine(items);
}

/** Where symbols are centred on a line of this baseline. */
export function axisAt(baseline: number, size: number): number {
  return baseline - AXIS * size;
}

/** Whether a letter is on the line that has its axis at this height. */
export function isOnAxis({ baseline, size }: Item, axis: number): boolean {
  return baseline !== undefined && Math.abs(axisAt(baseline, size) - axis) < ON_AXIS * size;
}

/** The baseline of what is centred on the axis of its line. */
export function baselineAround({ y0, y1 }: Pick<Box, 'y0' | 'y1'>, size: number): number {
  return (y0 + y1) / 2 + AXIS * size;
}

/** The baseline of the largest items: that of the line on which the others are scripts. */
export function mainBaseline(items: readonly Item[]): number | undefined {
  const placed = items.filter(({ baseline }) => baseline !== undefined);
  const letters = placed.some(({ node }) => !node) ? placed.filter(({ node }) => !node) : placed;
  const size = sizeOfLine(letters);
  const large = letters.filter((item) => item.size > 0.9 * size);
  if (large.length === 0) return undefined;
  const groups = Map.groupBy(large, ({ baseline }) => Math.round(baseline!));
  return [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a))[0]!.baseline;
}

/** A symbol higher than a line of text. */
export function isTall({ glyph, y0, y1, size }: Item): boolean {
  return glyph !== undefined && y1 - y0 >= ONE_LINE * size;
}

export function visualMiddle(item: Item): number {
  return (item.y0 + item.y1) / 2;
}

/** Where the symbols of a line are centred; large symbols tell by themselves. */
export function axisOf(items: readonly Item[]): number | undefined {
  const baseline = mainBaseline(items);
  if (baseline === undefined) return items[0] && visualMiddle(items[0]);
  return axisAt(baseline, sizeOfLine(items));
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
