import type { Check, Expectation, Report } from '../contract/report.ts';
import { ConversionError } from '../contract/errors.ts';
import { maskOf, weightOf, type Feature } from '../formats/features.ts';
import type { OptionValues } from '../formats/options.ts';
import type { Plan } from '../planner/plan.ts';

/** A codec may drop more than its edge declares, and says so: then it is no longer expected, but reported as lost. */
export function expectationOf(plan: Plan, dropped: readonly Feature[], options: OptionValues): Expectation {
  const { from, to, kept, lost, gone, operations, steps } = plan;
  return {
    from,
    to,
    kept: kept.filter((feature) => !dropped.includes(feature)),
    lost: [...new Set([...lost, ...dropped.filter((feature) => kept.includes(feature))])],
    gone,
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

/** An expectation that is not met is an error; one that is met with known losses is a report. */
export function requireMet({ to }: Expectation, checks: readonly Check[]): void {
  const failed = checks.filter(({ ok }) => !ok);
  const [first] = failed;
  if (!first) return;
  throw new ConversionError({
    code: 'output_not_verified',
    message:
      `Verification failed: ${first.name}, expected ${first.expected}, found ${first.found}. The result was discarded. ` +
      `Try again, or convert to another format than ${to.toUpperCase()}.`,
    details: { checks: failed },
  });
}

export function reportOf(
  { kept, lost, gone }: Expectation,
  { checks, depth }: { readonly checks: readonly Check[]; readonly depth: Report['verified'] },
  qualityPenalty: number,
): Report {
  const ideal = weightOf(maskOf([...kept, ...lost]));
  const lostShare = ideal === 0 ? 0 : weightOf(maskOf(lost)) / ideal;
  const score = Math.max(0, Math.round(100 * (1 - lostShare) - qualityPenalty));
  return { verified: depth, score, checks: checks.map(withoutMissing), lost, gone };
}

/** What is missing is told by a warning. */
function withoutMissing({ name, feature, ok, expected, found }: Check): Check {
  return { name, ...(feature && { feature }), ok, expected, found };
}
