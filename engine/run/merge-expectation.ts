import type { Facts } from '../contract/facts.ts';
import type { Expectation } from '../contract/report.ts';
import { featuresOf } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import type { Plan } from '../planner/plan.ts';
import type { MergePlan } from './merge-plan.ts';
import { millisecondsOf } from './run-steps.ts';

/** What verification expects of a merged file; without a plan the files are packed as they are. */
export function expectationOfMerge(
  from: FormatId,
  to: FormatId,
  { features }: Facts,
  values: OptionValues,
  plan: MergePlan | undefined,
): Expectation {
  const options = plan?.frames ? apartFromFrames(values) : values;
  const steps = plan ? stepsOf(plan) : [];
  const operations = [...new Set(steps.map(({ operation }) => operation))].filter((one) => one !== 'recode');
  const kept = plan ? featuresOf(plan.kept) : features;
  const lost = plan ? featuresOf(plan.lost) : [];
  return { from, to, kept, lost, gone: [], operations, takes: 'all', gives: 'one', options };
}

/** A video is known by its own size and frame rate: no image need be scaled, rotated or repeated to be compared with it. */
function apartFromFrames(options: OptionValues): OptionValues {
  const { width: _width, height: _height, fit: _fit, rotate: _rotate, fps: _fps, ...rest } = options;
  return rest;
}

/** The merge as a plan: the preparations of all inputs, and the step that merges them. */
export function planOfMerge(
  { from, to, kept, lost, gone, operations }: Expectation,
  plan: MergePlan | undefined,
): Plan {
  const plans = plan?.preparations.flatMap((preparation) => preparation ?? []) ?? [];
  const steps = plan ? stepsOf(plan) : [];
  return {
    ...{ from, to, steps, kept, lost, gone, operations },
    generations: Math.max(0, ...plans.map(({ generations }) => generations)),
    loss: plan?.loss ?? 0,
    qualityPenalty: Math.max(0, ...plans.map(({ qualityPenalty }) => qualityPenalty)),
    ms: millisecondsOf(steps),
    why: plan ? `${plan.step.codec} merges the files.` : 'The files are packed as they are.',
    rejected: [],
  };
}

export function stepsOf({ preparations, step }: MergePlan): Plan['steps'] {
  return [...preparations.flatMap((plan) => plan?.steps ?? []), step];
}
