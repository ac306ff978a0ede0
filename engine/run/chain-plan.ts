import type { Feature } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import { parseOptions } from '../formats/parse-options.ts';
import { requireFormat } from '../formats/require-format.ts';
import { featuresOf } from '../formats/features.ts';
import type { PlannedStep } from '../planner/plan.ts';
import { standsForText } from './archived-text.ts';
import { inStep, type ChainStep, type ChainVerb } from './chain-steps.ts';
import type { EngineContext } from './context.ts';
import { stepsOf } from './merge-expectation.ts';
import { findMergePlan } from './merge-plan.ts';
import { isUnpackedForMerge } from './merge-sources.ts';
import { millisecondsOf } from './run-steps.ts';

/** What a chain would do, as far as the formats tell. */
export interface ChainPlan {
  /** Formats of the result: several where files of several formats are only optimised or split. */
  readonly to: readonly FormatId[];
  readonly steps: readonly PlannedChainStep[];
  /** Predicted milliseconds for one file of each format. */
  readonly ms: number;
}

export interface PlannedChainStep {
  readonly do: ChainVerb;
  readonly from: readonly FormatId[];
  readonly to: readonly FormatId[];
  readonly route: readonly PlannedStep[];
  readonly lost: readonly Feature[];
  readonly gone: readonly Feature[];
}

const NOTHING = new Uint8Array();

/**
 * Plans a chain by the formats of its files, each step on what the one before gives. Throws what `plan` throws, with the
 * number of the step.
 */
export function planChain(engine: EngineContext, from: readonly string[], steps: readonly ChainStep[]): ChainPlan {
  let formats = [...new Set(from.map((name) => requireFormat(name, 'source')))];
  const planned = steps.map((step, index) => {
    const one = inStep(index, aboutStep(step), () => planStep(engine, formats, step));
    formats = [...one.to];
    return one;
  });
  return { to: formats, steps: planned, ms: millisecondsOf(planned.flatMap(({ route }) => route)) };
}

/** ` (convert to pdf)`. */
export function aboutStep({ do: verb, to }: ChainStep): string {
  return to === undefined ? ` (${verb})` : ` (${verb} to ${to})`;
}

/** The options of a step; a split without any gives a part for each page. */
export function optionsOfStep({ do: verb, options = {} }: ChainStep): OptionValues {
  const values = parseOptions(options);
  const isWhole = verb === 'split' && values.split === undefined && values.pages === undefined;
  return isWhole ? { ...values, split: 'each' } : values;
}

function planStep(engine: EngineContext, from: readonly FormatId[], step: ChainStep): PlannedChainStep {
  const values = optionsOfStep(step);
  if (step.do === 'merge') return planMerge(engine, from, requireFormat(step.to!, 'target'), values);
  const pairs = from.map((format) => ({
    from: format,
    to: step.do === 'convert' ? requireFormat(step.to!, 'target') : format,
  }));
  // What text lies in an archive is known when it is opened.
  const known = pairs.filter((pair) => !standsForText(pair.from, pair.to));
  const plans = known.map((pair) => engine.planner.plan({ ...pair, options: values, allowLoss: step.allowLoss }));
  return {
    ...{ do: step.do, from },
    to: [...new Set(pairs.map(({ to }) => to))],
    route: plans.flatMap((plan) => plan.steps),
    lost: [...new Set(plans.flatMap(({ lost }) => lost))],
    gone: [...new Set(plans.flatMap(({ gone }) => gone))],
  };
}

function planMerge(
  engine: EngineContext,
  from: readonly FormatId[],
  to: FormatId,
  values: OptionValues,
): PlannedChainStep {
  const nothing = { route: [], lost: [], gone: [] };
  // What lies in an archive is known when it is unpacked.
  if (to === 'zip' || from.some(isUnpackedForMerge)) return { do: 'merge', from, to: [to], ...nothing };
  const inputs = from.map((format) => ({ source: { name: format, format, bytes: NOTHING } }));
  const plan = findMergePlan(engine, inputs, to, values);
  return { do: 'merge', from, to: [to], route: stepsOf(plan), lost: featuresOf(plan.lost), gone: [] };
}
