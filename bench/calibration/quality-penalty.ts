import { FEATURE_WEIGHTS, type Feature } from '../../engine/formats/features.ts';
import type { Check } from '../../engine/contract/report.ts';

/** Checks that count something of which a part may survive: the share that did is their score. Others pass or fail. */
const GRADED: ReadonlySet<string> = new Set(['text', 'headings', 'tables', 'links']);

/** Wear is told in steps of this many points: scores of a handful of cases are not more exact. */
const STEP = 10;

/**
 * The score of one result, 0 to 1: the mean over the features that were promised and checked, by their weights. Nothing
 * when no check belongs to a feature.
 */
export function scoreOfChecks(checks: readonly Check[]): number | undefined {
  const byFeature = new Map<Feature, number[]>();
  for (const check of checks) {
    if (check.feature === undefined) continue;
    byFeature.set(check.feature, [...(byFeature.get(check.feature) ?? []), scoreOfCheck(check)]);
  }
  let weights = 0;
  let sum = 0;
  for (const [feature, scores] of byFeature) {
    weights += FEATURE_WEIGHTS[feature];
    sum += FEATURE_WEIGHTS[feature] * meanOf(scores);
  }
  return weights === 0 ? undefined : sum / weights;
}

function scoreOfCheck({ name, ok, expected, found }: Check): number {
  if (!GRADED.has(name) || typeof expected !== 'number' || typeof found !== 'number') return ok ? 1 : 0;
  return expected === 0 ? 1 : Math.min(1, found / expected);
}

/** 100 · (1 − mean score) of an edge's cases, in tens; 0 where nothing could be checked. */
export function penaltyOfScores(scores: readonly number[]): number {
  if (scores.length === 0) return 0;
  return STEP * Math.round((100 * (1 - meanOf(scores))) / STEP);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
