import { overlap, overlapX } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import type { Atom } from './atoms.ts';
import type { Formula, FormulaNode } from '../../../content/pages/formulas/formula.ts';
import { isAlong } from './bars.ts';
import { joinDots } from './dots.ts';
import { reduceGrids } from './grids.ts';
import { baselineOfBar, type Item, itemAround, mainBaseline, visualMiddle } from './items.ts';
import { isBigOperator } from '../../../content/pages/formulas/symbols.ts';
import { isRadicalOf } from './radicals.ts';
import { operatorsWithLimits } from './operators.ts';
import { readRow } from './row.ts';
import { PARSE } from '../thresholds/formulas.ts';

const { DEGREE_REACH, MAX_DEGREE_SIZE } = PARSE;

/**
 * The formula that glyphs and bars make, by where they are. Undefined where something cannot be read: every glyph and
 * every bar is in the result exactly once, or there is none.
 */
export function parseFormula(atoms: readonly Atom[], bars: readonly Rule[]): Formula | undefined {
  const gridded = reduceGrids(joinDots(atoms), bars, parseItems);
  return gridded && parseItems(gridded.items, gridded.bars);
}

/** What holds no rows in brackets any more. */
function parseItems(items: readonly Item[], bars: readonly Rule[]): Formula | undefined {
  const reduced = reduceBars(items, bars);
  const limited = reduced && operatorsWithLimits(reduced, parsePlain);
  return limited && readRow(limited, parsePlain);
}

/** Of scripts and limits, whose bars are part of their items already. */
function parsePlain(items: readonly Item[]): Formula | undefined {
  return parseItems(items, []);
}

/** Replaces every bar and what it belongs to by one item, wide bars first: what they cover is read by itself. */
function reduceBars(items: readonly Item[], bars: readonly Rule[]): readonly Item[] | undefined {
  let rest: readonly Item[] = items;
  let open = bars.toSorted((a, b) => b.end - b.start - (a.end - a.start));
  while (open.length > 0) {
    const [bar, ...others] = open as [Rule, ...Rule[]];
    const covered = rest.filter((item) => isAlong(item, bar));
    const above = covered.filter((item) => visualMiddle(item) < bar.position);
    const below = covered.filter((item) => visualMiddle(item) >= bar.position);
    const radical = rest.find((item) => isRadicalOf(item, bar));
    const inside = radical ? below : covered;
    const innerBars = others.filter((other) => isBarOf(other, bar) && (!radical || other.position > bar.position));
    const node = radical
      ? readRadical(rest, { radical, below, innerBars })
      : readFraction(above, below, { bar, innerBars });
    if (!node) return undefined;
    const used = new Set<Item>([...inside, ...(radical ? [radical, ...degreeOf(rest, radical)] : [])]);
    const baseline = radical ? (innerBars.length > 0 ? undefined : mainBaseline(below)) : baselineOfBar(bar, inside);
    const item = itemAround([...used], node, baseline);
    rest = [...rest.filter((other) => !used.has(other)), item];
    open = others.filter((other) => !innerBars.includes(other));
  }
  return rest;
}

function isBarOf(other: Rule, bar: Rule): boolean {
  return overlap(other.start, other.end, bar.start, bar.end) > 0.9 * (other.end - other.start);
}

function readFraction(
  above: readonly Item[],
  below: readonly Item[],
  { bar, innerBars }: { readonly bar: Rule; readonly innerBars: readonly Rule[] },
): FormulaNode | undefined {
  if (above.length === 0 || below.length === 0) return undefined;
  const upper = parseItems(
    above,
    innerBars.filter(({ position }) => position < bar.position),
  );
  const lower = parseItems(
    below,
    innerBars.filter(({ position }) => position >= bar.position),
  );
  return upper && lower && { kind: 'fraction', above: upper, below: lower };
}

interface RadicalParts {
  readonly radical: Item;
  readonly below: readonly Item[];
  readonly innerBars: readonly Rule[];
}

function readRadical(items: readonly Item[], { radical, below, innerBars }: RadicalParts): FormulaNode | undefined {
  const content = below.length > 0 ? parseItems(below, innerBars) : undefined;
  const degreeItems = degreeOf(items, radical);
  const degree = degreeItems.length > 0 ? parsePlain(degreeItems) : [];
  if (!content || !degree) return undefined;
  return { kind: 'radical', content, ...(degree.length > 0 && { degree }) };
}

/** The small number over the beginning of a radical symbol. */
function degreeOf(items: readonly Item[], radical: Item): readonly Item[] {
  return items.filter(
    (item) =>
      item !== radical &&
      item.size < MAX_DEGREE_SIZE * radical.size &&
      item.x0 > radical.x0 - DEGREE_REACH * radical.size &&
      overlapX(item, radical) > 0.5 * (item.x1 - item.x0) &&
      !isBigOperator(item.glyph?.text ?? ''),
  );
}
