import type { Box } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import { RULES } from '../thresholds/ruled-tables.ts';

const { SAME_LINE, TOUCHING } = RULES;

/** A vertical line at `position` from `start` down to `end` which text does not run across. */
export interface Separator {
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** Joins collinear rules of one axis that touch: borders are often drawn cell by cell. Rules closer than `sameLine` points are one line. */
export function mergeRules(rules: readonly Rule[], axis: 'h' | 'v', sameLine = SAME_LINE): Rule[] {
  const sorted = rules
    .filter((rule) => rule.axis === axis)
    .sort((a, b) => a.position - b.position || a.start - b.start);
  const merged: { -readonly [Key in keyof Rule]: Rule[Key] }[] = [];
  let nearFrom = 0;
  for (const rule of sorted) {
    while (nearFrom < merged.length && rule.position - merged[nearFrom]!.position > 4 * sameLine) nearFrom++;
    const same = merged
      .slice(nearFrom)
      .find(
        (other) =>
          Math.abs(other.position - rule.position) < sameLine &&
          rule.start <= other.end + TOUCHING &&
          rule.end >= other.start - TOUCHING,
      );
    if (!same) {
      merged.push({ ...rule });
      continue;
    }
    same.start = Math.min(same.start, rule.start);
    same.end = Math.max(same.end, rule.end);
    same.width = Math.max(same.width, rule.width);
  }
  return merged;
}

/** The box that a rule covers with ink. */
export function boxOfRule({ axis, position, start, end, width }: Rule): Box {
  const [near, far] = [position - width / 2, position + width / 2];
  return axis === 'h' ? { x0: start, x1: end, y0: near, y1: far } : { x0: near, x1: far, y0: start, y1: end };
}
