import { overlap } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import { SAME_GRID_LINE } from './cell-style.ts';
import { distinct } from './lattice-grid.ts';
import type { Segment } from './segment.ts';
import { DRAWN_EDGES } from '../thresholds/ruled-tables.ts';

const { MIN_LENGTH } = DRAWN_EDGES;

export interface RuledArea {
  readonly y0: number;
  readonly y1: number;
  readonly segments: readonly Segment[];
}

/** The lines down a table, as far as no text of it is across them. */
export function linesDown(rules: readonly Rule[], { y0, y1, segments }: RuledArea): Rule[] {
  return rules.filter(
    ({ axis, position, start, end }) =>
      axis === 'v' &&
      overlap(start, end, y0, y1) > MIN_LENGTH &&
      !segments.some((segment) => isBeside(segment, { start, end }) && crosses(segment, position)),
  );
}

/** Puts the edges between columns of text on the lines beside them, and adds those of columns without text. */
export function withDrawnEdges(xs: readonly number[], lines: readonly Rule[], { segments }: RuledArea): number[] {
  const [first, last] = [xs[0]!, xs.at(-1)!];
  const inner = lines
    .map(({ position }) => position)
    .filter((x) => x > first + SAME_GRID_LINE && x < last - SAME_GRID_LINE);
  const kept = xs.filter((x) => {
    const isEnd = x === first || x === last;
    return isEnd || !inner.some((line) => !segments.some((segment) => liesBetween(segment, x, line)));
  });
  return distinct([...kept, ...inner]);
}

const isBeside = ({ y0, y1 }: Segment, { start, end }: Pick<Rule, 'start' | 'end'>): boolean =>
  overlap(y0, y1, start, end) > 0.5 * (y1 - y0);

const crosses = ({ x0, x1 }: Segment, x: number): boolean => x0 < x - 1 && x1 > x + 1;

/** Whether a text has a part of itself between two heights across the page. */
const liesBetween = ({ x0, x1 }: Segment, a: number, b: number): boolean =>
  overlap(x0, x1, Math.min(a, b), Math.max(a, b)) > 1;
