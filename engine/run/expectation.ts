import type { Check, Expectation, Judge, Report } from '../contract/report.ts';
import { maskOf, weightOf, type Feature } from '../formats/features.ts';
import type { OptionValues } from '../formats/options.ts';
import type { Plan } from '../planner/plan.ts';
import type { Findings } from '../verify/findings.ts';
import { isRefused } from '../verify/verdict.ts';

/**
 * A codec may drop more than its edge declares, and says so: then it is no longer expected, but reported as lost, or as
 * gone where the target cannot hold it.
 */
export function expectationOf(plan: Plan, dropped: readonly Feature[], options: OptionValues): Expectation {
  const { from, to, kept, lost, gone, operations, steps } = plan;
  return {
    from,
    to,
    kept: kept.filter((feature) => !dropped.includes(feature)),
    lost: [...new Set([...lost, ...dropped.filter((feature) => kept.includes(feature))])],
    gone: [...new Set([...gone, ...dropped.filter((feature) => ![...kept, ...lost].includes(feature))])],
    operations,
    takes: takenBy(steps),
    gives: steps.some(({ gives }) => gives === 'many') ? 'many' : 'one',
    options,
  };
}

/** A step that follows one which split the source into single pages takes all of each of them. */
function takenBy(steps: Plan['steps']): Expectation['takes'] {
  const afterSplit = steps.findIndex(({ gives }) => gives === 'many') + 1;
  const ofSource = afterSplit === 0 ? steps : steps.slice(0, afterSplit);
  return ofSource.some(({ takes }) => takes === 'first') ? 'first' : (steps[0]?.takes ?? 'one');
}

interface Verification extends Findings {
  readonly depth: Report['verified'];
  readonly judge: Judge;
}

const QUALITIES: readonly Feature[] = ['alpha', 'depth'];

export function reportOf(
  { kept, lost, gone }: Expectation,
  { checks, differences, depth, judge }: Verification,
  qualityPenalty: number,
): Report {
  // What makes up an image and cannot be held is a loss to who looks at it; a file of another kind is asked for as it is.
  const missing = maskOf([...lost, ...gone.filter((feature) => QUALITIES.includes(feature))]);
  const ideal = weightOf(maskOf(kept) | missing);
  const lostShare = ideal === 0 ? 0 : weightOf(missing) / ideal;
  const score = Math.max(0, Math.round(100 * (1 - lostShare) - qualityPenalty));
  return {
    verified: depth,
    verdict: isRefused({ checks, differences }) ? 'refused' : 'accepted',
    score,
    checks: checks.map(withoutMissing),
    differences: differences.listed,
    differencesBeyond: differences.count - differences.listed.length,
    judge,
    lost,
    gone,
  };
}

/** What is missing is told by a warning. */
function withoutMissing({ name, feature, ok, expected, found }: Check): Check {
  return { name, ...(feature && { feature }), ok, expected, found };
}
