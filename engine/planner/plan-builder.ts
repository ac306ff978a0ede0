import { CONTENT_MASK, featuresOf, withoutColourOfLook } from '../formats/features.ts';
import type { OptionId, OptionValues } from '../formats/options.ts';
import type { Graph } from './graph.ts';
import { consentFor, type Consent } from './consent.ts';
import { evaluateCost } from './cost-model.ts';
import type { Explanation } from './explain.ts';
import type { Plan, PlannedStep } from './plan.ts';
import { endsOf, isLosslessOnTheWay, takesOption, type Path, type Query, type PathStep } from './search.ts';

/** A plan with everything but the values of its options, which stay out of the cache: one may be a password. */
export interface Draft {
  readonly plan: Plan;
  readonly consent: Consent | undefined;
  /** Which options each step is given. */
  readonly given: readonly (readonly OptionId[])[];
}

export function draftPlan(graph: Graph, query: Query, path: Path, { why, rejected }: Explanation): Draft {
  const from = graph.formats[query.from]!;
  const to = graph.formats[query.to]!;
  const dropped = featuresOf(path.dropped);
  const unsupported = featuresOf(withoutColourOfLook(query.has & ~graph.carries[query.to]! & CONTENT_MASK));
  const isAskedFor = path.steps.some(({ edge }) => edge.spec.onlyWith !== undefined);
  const consent = consentFor(from, to, { dropped, unsupported, isAskedFor });
  const sizes = sizesOf(path.steps);
  const steps = path.steps.map((step, index) => stepOf(graph, step, sizes[index]!, index === path.steps.length - 1));
  const readings = graph.inspectionMs(query.from, sizes[0]!) + graph.inspectionMs(query.to, sizes.at(-1)!);
  const plan: Plan = {
    from: from.id,
    to: to.id,
    steps,
    kept: featuresOf(path.kept),
    lost: dropped,
    gone: unsupported,
    operations: path.operation ? [path.operation] : [],
    generations: path.generations,
    loss: path.loss,
    qualityPenalty: path.qualityPenalty,
    ms: steps.reduce((sum, { ms }) => sum + ms, graph.jobMs) + readings,
    ...(consent && { consent: consent.text }),
    why,
    rejected,
  };
  return { plan, consent, given: giveOptions(graph, query.options, path.steps) };
}

/** The plan with the caller's values in its steps. */
export function fillOptions({ plan, given }: Draft, values: OptionValues = {}): Plan {
  if (given.every((options) => options.length === 0)) return plan;
  const steps = plan.steps.map((step, index) => ({
    ...step,
    options: {
      ...(given[index]!.includes('quality') ? {} : step.options),
      ...(Object.fromEntries(given[index]!.map((id) => [id, values[id]])) as OptionValues),
    },
  }));
  return { ...plan, steps };
}

/** MB of what each step gets, and of what the last one gives, as they were measured. */
function sizesOf(steps: readonly PathStep[]): number[] {
  const sizes = [steps[0]!.sizeMB];
  for (const { edge } of steps) sizes.push(evaluateCost(edge.sizeMB, sizes.at(-1)!));
  return sizes;
}

function stepOf(
  graph: Graph,
  { edge, from, to, sizeMB: declaredMB }: PathStep,
  sizeMB: number,
  isLast: boolean,
): PlannedStep {
  const { codec, spec } = edge;
  return {
    codec: codec.id,
    edge: spec.name,
    from: graph.formats[from]!.id,
    to: graph.formats[to]!.id,
    options: !isLast && isLosslessOnTheWay(edge, graph.formats[to]!) ? { lossless: true } : {},
    lane: codec.lane,
    operation: spec.operation,
    takes: spec.takes,
    gives: spec.gives,
    ms: evaluateCost(edge.ms, sizeMB),
    memoryMB: evaluateCost(spec.cost.memoryMB, declaredMB),
    cpuSlots: spec.cost.cpuSlots,
  };
}

/** Options that say one thing together: the size of an image. */
const OF_SIZE: readonly OptionId[] = ['width', 'height', 'fit'];

/**
 * Each option goes to the last step that takes it, as the quality to what is written at the end; those of the size
 * together, where a step takes all of them; dpi to the step that renders, where there is one: only without a rendering is
 * it no more than a number in the file.
 */
function giveOptions(graph: Graph, options: readonly OptionId[], steps: readonly PathStep[]): OptionId[][] {
  const given: OptionId[][] = steps.map(() => []);
  const takes = (index: number, option: OptionId): boolean =>
    takesOption(steps[index]!.edge, option, endsOf(graph, steps, index));
  const ofSize = options.filter((option) => OF_SIZE.includes(option));
  for (const option of options) {
    const takers = [...steps.keys()].filter((index) => takes(index, option));
    const [renderer] = option === 'dpi' ? takers.filter((index) => isRendering(steps[index]!)) : [];
    const ofAll = ofSize.includes(option) ? takers.filter((index) => ofSize.every((one) => takes(index, one))) : [];
    given[renderer ?? ofAll.at(-1) ?? takers.at(-1)!]!.push(option);
  }
  return given;
}

function isRendering({ edge }: PathStep): boolean {
  return edge.spec.operation === 'render';
}
