import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Codec, EdgeSpec, MergeKind } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import {
  CONSENT_WEIGHT,
  CONTENT_MASK,
  maskOf,
  weightOf,
  withColour,
  withoutColourOfLook,
  type FeatureMask,
} from '../formats/features.ts';
import { formatOf, type FormatId } from '../formats/index.ts';
import type { OptionId, OptionValues } from '../formats/options.ts';
import { sizeOf, type Artifact } from '../contract/artifact.ts';
import type { EngineContext } from './context.ts';
import { framesOf, reductionTo, type Frames } from './merged-frames.ts';
import { evaluateCost, MB } from '../planner/cost-model.ts';
import type { Plan, PlannedStep } from '../planner/plan.ts';
import type { Facts } from '../contract/facts.ts';

const PAGES = maskOf(['pages']);

/** What is to be merged; the facts are those of a reader, and absent before one has inspected it. */
export interface MergeInput {
  readonly source: Artifact;
  readonly facts?: Facts;
}

/** How several files become one: each is prepared for the step that merges them, where it has to be. */
export interface MergePlan {
  readonly step: PlannedStep;
  readonly merges: MergeKind;
  /** The video that images become, once their sizes are known. */
  readonly frames?: Frames;
  /** By input; nothing for one that the merging step takes as it is. */
  readonly preparations: readonly (Plan | undefined)[];
  /** What some input has, the target can hold, and the result has of every input that has it. */
  readonly kept: FeatureMask;
  readonly lost: FeatureMask;
  /** Content that some input has and the target cannot hold. */
  readonly gone: FeatureMask;
  readonly loss: number;
}

/**
 * The plan that loses least from these inputs to one file. Throws `unsupported_conversion` when there is none, and
 * `invalid_options` for an option that no step of the plan takes.
 */
export function findMergePlan(
  engine: EngineContext,
  inputs: readonly MergeInput[],
  to: FormatId,
  options: OptionValues,
): MergePlan {
  let best: MergePlan | undefined;
  let refusal: ConversionError | undefined;
  for (const codec of engine.registry.codecs) {
    if (!engine.registry.isInstalled(codec)) continue;
    for (const spec of codec.edges) {
      const { merges } = spec;
      if (!merges || !spec.to.includes(to)) continue;
      try {
        const plan = planOver({ codec, spec: { ...spec, merges } }, engine, inputs, to, options);
        if (!best || plan.loss < best.loss) best = plan;
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
        // Another edge may do; an option that is not taken says more than a pair that does not exist.
        if (!refusal || error.code === 'invalid_options') refusal = error;
      }
    }
  }
  if (best) return best;
  throw refusal?.code === 'invalid_options' ? refusal : cannotMerge(inputs, to);
}

/** A format that files can be merged into. */
interface MergeTargetPlan {
  readonly to: FormatId;
  readonly lost: FeatureMask;
  readonly gone: FeatureMask;
  /** What the merging step takes, and what the preparations take. */
  readonly options: readonly OptionId[];
}

/**
 * Every format that files of these formats can be merged into, as far as the formats alone tell. Some sixty are tried,
 * a few milliseconds each: between them others have their turn.
 */
export async function findMergeTargets(
  engine: EngineContext,
  formats: readonly FormatId[],
): Promise<MergeTargetPlan[]> {
  const inputs = [...new Set(formats)].map((format) => ({ source: { name: format, format, bytes: NOTHING } }));
  const targets: MergeTargetPlan[] = [];
  for (const to of mergeTargetsOf(engine)) {
    const plan = findMergePlanIfAny(engine, inputs, to);
    if (plan) targets.push({ to, lost: plan.lost, gone: plan.gone, options: optionsOf(engine, plan) });
    await othersTurn();
  }
  return targets;
}

function optionsOf({ registry, planner }: EngineContext, { step, preparations }: MergePlan): OptionId[] {
  const codec = registry.codecs.find(({ id }) => id === step.codec);
  const own = codec?.edges.find(({ name }) => name === step.edge)?.options ?? [];
  const others = preparations.flatMap((plan) => (plan ? planner.optionsFor(plan.from, plan.to) : []));
  return [...new Set([...own, ...others])];
}

const NOTHING = new Uint8Array();

function mergeTargetsOf({ registry: { codecs } }: EngineContext): Set<FormatId> {
  return new Set(codecs.flatMap(({ edges }) => edges.flatMap(({ merges, to }) => (merges ? to : []))));
}

function findMergePlanIfAny(engine: EngineContext, inputs: readonly MergeInput[], to: FormatId): MergePlan | undefined {
  try {
    return findMergePlan(engine, inputs, to, {});
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'unsupported_conversion') return undefined;
    throw error;
  }
}

interface MergeEdge {
  readonly codec: Codec;
  readonly spec: EdgeSpec & { readonly merges: MergeKind };
}

function planOver(
  edge: MergeEdge,
  engine: EngineContext,
  inputs: readonly MergeInput[],
  to: FormatId,
  options: OptionValues,
): MergePlan {
  const { spec } = edge;
  const { merges } = spec;
  const own = only(options, spec.options ?? []);
  const left = without(options, spec.options ?? []);
  const taken = new Set<OptionId>();
  const frames = merges === 'frames' ? framesOf(inputs, to, options) : undefined;
  const preparations = inputs.map((input) => {
    const size = frames ? reductionTo(frames, input.facts!, options) : {};
    return prepare(engine, input, spec, { ...left, ...size }, taken);
  });
  const unused = (Object.keys(left) as OptionId[]).filter((id) => !taken.has(id));
  if (unused.length > 0) throw notTaken(unused, to);
  const { kept, lost, gone } = featuresAfter(spec, engine, inputs, { preparations, to });
  const loss = preparations.reduce((sum, plan) => sum + (plan?.loss ?? 0), weightOf(lost));
  return {
    step: stepOf(edge, inputs, to, {
      ...own,
      ...(frames && { fps: frames.fps, width: frames.width, height: frames.height }),
    }),
    merges,
    frames,
    preparations,
    kept,
    lost,
    gone,
    loss,
  };
}

/** What the merged file has of all inputs, and what it lacks of some. Throws where an input would lose its content. */
function featuresAfter(
  spec: MergeEdge['spec'],
  { graph }: EngineContext,
  inputs: readonly MergeInput[],
  { preparations, to }: Pick<MergePlan, 'preparations'> & { readonly to: FormatId },
): Pick<MergePlan, 'kept' | 'lost' | 'gone'> {
  const carries = graph.carries[graph.nodeOf(to)]!;
  const keeps = maskOf(spec.keeps);
  // Files of one page each have several together.
  let has = spec.merges === 'pages' && inputs.length > 1 ? PAGES & carries : 0;
  let lost = has & ~keeps;
  let gone = 0;
  for (const [index, { source, facts }] of inputs.entries()) {
    const { family, carries: carried } = formatOf(source.format);
    const found = maskOf(facts ? facts.features : carried);
    const features = (found | derivedFrom(found, spec)) & carries;
    const preparation = preparations[index];
    const prepared = preparation ? maskOf(preparation.kept) : found;
    const dropped = features & ~((prepared & withColour(keeps)) | derivedFrom(prepared, spec));
    // A document whose text the target can hold is never rendered to an image; a drawing among images is.
    if (family !== 'image' && weightOf(dropped) >= CONSENT_WEIGHT) throw cannotMerge(inputs, to);
    has |= features;
    lost |= dropped;
    gone |= withoutColourOfLook(found & ~carries & CONTENT_MASK);
  }
  return { kept: has & ~lost, lost, gone };
}

/** What the edge derives from features, as the planner understands `derives`: images become a video. */
function derivedFrom(features: FeatureMask, { derives = [] }: EdgeSpec): FeatureMask {
  const made = derives.filter(({ from }) => features & maskOf([from]));
  return withColour(maskOf(made.map(({ to }) => to)));
}

/** The best plan from one input to a format that can be merged, with the options that are for it. */
function prepare(
  engine: EngineContext,
  input: MergeInput,
  { from: mergeable }: EdgeSpec,
  options: OptionValues,
  taken: Set<OptionId>,
): Plan | undefined {
  const { format } = input.source;
  const isMergeable = mergeable.includes(format);
  if (isMergeable && !engine.planner.optionsFor(format, format).some((id) => options[id] !== undefined))
    return undefined;
  // A quality is asked of what is lossy: of a lossless format it would change nothing. Without it nothing need be lost.
  const isLossy = options.quality !== undefined;
  const preferred = mergeable.filter((to) => (formatOf(to).lossy === true) === isLossy);
  const targets = [...preferred, ...mergeable.filter((to) => !preferred.includes(to))];
  let best: { readonly plan: Plan; readonly options: OptionValues } | undefined;
  let refusal: unknown;
  for (const to of isMergeable && !isLossy ? [format] : targets) {
    try {
      const found = planWithOptions(engine, input, to, options);
      if (!best || found.plan.loss < best.plan.loss) best = found;
      if (isLossy && formatOf(to).lossy) break;
    } catch (error) {
      refusal ??= error;
    }
  }
  if (!best) throw refusal;
  for (const id of Object.keys(best.options) as OptionId[]) taken.add(id);
  return best.plan;
}

/** With all options if there is such a plan, otherwise with those that are for this pair. */
function planWithOptions(
  { planner }: EngineContext,
  { source, facts }: MergeInput,
  to: FormatId,
  options: OptionValues,
): { readonly plan: Plan; readonly options: OptionValues } {
  const request = { from: source.format, to, bytes: sizeOf(source), facts };
  try {
    return { plan: planner.plan({ ...request, options }), options };
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const own = only(options, planner.optionsFor(source.format, to));
    return { plan: planner.plan({ ...request, options: own }), options: own };
  }
}

function only(options: OptionValues, ids: readonly OptionId[]): OptionValues {
  return Object.fromEntries(Object.entries(options).filter(([id]) => ids.includes(id as OptionId)));
}

function without(options: OptionValues, ids: readonly OptionId[]): OptionValues {
  return Object.fromEntries(Object.entries(options).filter(([id]) => !ids.includes(id as OptionId)));
}

function stepOf(
  { codec, spec }: MergeEdge,
  inputs: readonly MergeInput[],
  to: FormatId,
  options: OptionValues,
): PlannedStep {
  const sizeMB = inputs.reduce((sum, { source }) => sum + sizeOf(source), 0) / MB;
  return {
    codec: codec.id,
    edge: spec.name,
    from: spec.from.includes(inputs[0]!.source.format) ? inputs[0]!.source.format : spec.from[0]!,
    to,
    options,
    lane: codec.lane,
    operation: spec.operation,
    takes: 'all',
    gives: 'one',
    ms: evaluateCost(spec.cost.ms, sizeMB),
    memoryMB: evaluateCost(spec.cost.memoryMB, sizeMB),
    cpuSlots: spec.cost.cpuSlots,
  };
}

function cannotMerge(inputs: readonly MergeInput[], to: FormatId): ConversionError {
  const formats = [...new Set(inputs.map(({ source }) => source.format.toUpperCase()))].join(', ');
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `Files of these formats cannot be merged into one ${to.toUpperCase()}: ${formats}. Convert them one by one, or merge them into a ZIP.`,
    details: { supportedTargets: ['zip'] },
  });
}

function notTaken(options: readonly OptionId[], to: FormatId): ConversionError {
  return new ConversionError({
    code: 'invalid_options',
    message: `The option ${options.join(', ')} has no effect when these files are merged into one ${to.toUpperCase()}. Remove it.`,
    details: { option: options[0], options },
  });
}
