import { type Box, unionOf, widthOf } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import { isOnAxis, type Item, visualMiddle } from './items.ts';
import { isRadicalOf } from './radicals.ts';
import { BARS } from '../thresholds/formulas.ts';

const { MAX_RULES, MAX_THICKNESS, MIN_LENGTH, MAX_SHARE, REACH, SAME_LINE, MAX_SLACK, MAX_OVERHANG, MIN_DISTANCE } =
  BARS;

/** A bar of a fraction or a radical with what is next to it. */
export interface Bar {
  readonly rule: Rule;
  readonly items: readonly Item[];
}

/** Which rules of a page are bars of fractions and radicals. */
export function findBars(rules: readonly Rule[], items: readonly Item[], pageWidth: number): Bar[] {
  if (rules.length > MAX_RULES) return [];
  const walls = rules.filter(({ axis }) => axis === 'v');
  return rules.flatMap((rule): Bar[] => {
    const length = rule.end - rule.start;
    if (rule.axis !== 'h' || rule.width > MAX_THICKNESS || length < MIN_LENGTH) return [];
    if (length > MAX_SHARE * pageWidth || walls.some((wall) => touches(wall, rule))) return [];
    const radical = items.find((item) => isRadicalOf(item, rule));
    const others = items.filter((item) => item !== radical);
    const { above, below } = besideBar(rule, others, rules);
    if (below.length === 0) return [];
    if (radical) return [{ rule, items: [radical, ...below] }];
    const along = [...above, ...below];
    if (above.length === 0 || !isFilled(rule, [above, below])) return [];
    const isCut = others.some((item) => !along.includes(item) && along.some((other) => runsOn(other, item, rule)));
    return isCut ? [] : [{ rule, items: along }];
  });
}

/** What is next to a bar, over and under it: the nearest items, and the lines of fractions among them. */
export function besideBar(
  rule: Rule,
  items: readonly Item[],
  rules: readonly Rule[],
): Record<'above' | 'below', readonly Item[]> {
  const covered = items.filter((item) => isAlong(item, rule));
  const isAbove = (item: Item): boolean => visualMiddle(item) < rule.position;
  const above = nearest(covered.filter(isAbove), ({ y1 }) => rule.position - y1);
  const below = nearest(
    covered.filter((item) => !isAbove(item)),
    ({ y0 }) => y0 - rule.position,
  );
  const inner = rules.filter((other) => isInnerBar(other, rule, [...above, ...below]));
  const onAxis = covered.filter(
    (item) => !above.includes(item) && !below.includes(item) && inner.some((bar) => isOnAxis(item, bar.position)),
  );
  return {
    above: [...above, ...onAxis.filter(isAbove)],
    below: [...below, ...onAxis.filter((item) => !isAbove(item))],
  };
}

/** Whether a bar is that of a fraction within another: it is shorter, and one of the next items is beside it. */
function isInnerBar(bar: Rule, outer: Rule, next: readonly Item[]): boolean {
  if (bar === outer || bar.axis !== 'h' || bar.start < outer.start - 1 || bar.end > outer.end + 1) return false;
  return next.some((item) => {
    const distance = Math.max(item.y0 - bar.position, bar.position - item.y1);
    const isBetween = Math.abs(visualMiddle(item) - outer.position) < Math.abs(bar.position - outer.position);
    return isBetween && distance < REACH * item.size && isAlong(item, bar);
  });
}

/** Items that are about as near to a bar as the nearest of them. */
function nearest(items: readonly Item[], gapOf: (item: Item) => number): readonly Item[] {
  const gap = Math.min(...items.map(gapOf));
  return items.filter((item) => gapOf(item) < Math.min(gap + SAME_LINE * item.size, REACH * item.size));
}

function touches({ position, start, end }: Rule, bar: Rule): boolean {
  return position > bar.start - 2 && position < bar.end + 2 && start < bar.position + 2 && end > bar.position - 2;
}

/** Whether an item is over or under a bar and does not stick out. */
export function isAlong({ x0, x1, size }: Item, { start, end }: Rule): boolean {
  const middle = (x0 + x1) / 2;
  return middle > start && middle < end && x0 > start - MAX_OVERHANG * size && x1 < end + MAX_OVERHANG * size;
}

function isFilled({ start, end }: Rule, sides: readonly (readonly Item[])[]): boolean {
  const size = Math.max(...sides.flat().map((item) => item.size));
  const widths = sides.map((side) => widthOf(unionOf(side) as Box));
  return Math.max(...widths) > end - start - MAX_SLACK * size;
}

/** Whether the line of text over or under a bar goes on beyond it. */
function runsOn(along: Item, item: Item, { start, end }: Rule): boolean {
  if (along.baseline === undefined || item.baseline === undefined) return false;
  const gap = Math.max(start - item.x1, item.x0 - end);
  return gap < MIN_DISTANCE * item.size && Math.abs(along.baseline - item.baseline) < 0.1 * item.size;
}
