import { middleX, unionOf } from '../../../content/pages/geometry.ts';
import { baselineAround, type Item } from './items.ts';
import { DOTS } from '../thresholds/formulas.ts';

const { MAX_STEP, MIN_STEP, SAME_STEP } = DOTS;

/** Dots that are over each other, as TeX makes them of periods, are one symbol: ⋮ or ⋱. */
export function joinDots(items: readonly Item[]): readonly Item[] {
  const dots = items.filter(({ glyph }) => glyph?.text === '.').sort((a, b) => a.y0 - b.y0);
  let rest = items;
  const taken = new Set<Item>();
  for (const first of dots) {
    const [second, third] = taken.has(first) ? [] : stepsFrom(first, dots);
    if (!second || !third || taken.has(second) || taken.has(third)) continue;
    const three = [first, second, third];
    for (const dot of three) taken.add(dot);
    const across = middleX(third) - middleX(first);
    const text = Math.abs(across) < SAME_STEP * first.size ? '⋮' : across > 0 ? '⋱' : '⋰';
    const box = unionOf(three)!;
    const { size } = first;
    const item = { ...box, size, node: { kind: 'text', text, style: 'plain' } as const };
    rest = [...rest.filter((other) => !three.includes(other)), { ...item, baseline: baselineAround(box, size) }];
  }
  return rest;
}

/** The next dots below in equal steps. */
function stepsFrom(first: Item, dots: readonly Item[]): readonly Item[] {
  for (const second of dots) {
    const [dx, dy] = stepOf(first, second);
    if (dy < MIN_STEP || dy > MAX_STEP || Math.abs(dx) > MAX_STEP) continue;
    const third = dots.find((dot) => {
      const [nextX, nextY] = stepOf(second, dot);
      return Math.abs(nextX - dx) < SAME_STEP && Math.abs(nextY - dy) < SAME_STEP;
    });
    if (third) return [second, third];
  }
  return [];
}

/** In em. */
function stepOf(from: Item, to: Item): readonly [dx: number, dy: number] {
  return [(middleX(to) - middleX(from)) / from.size, (to.y0 - from.y0) / from.size];
}
