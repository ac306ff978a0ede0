import type { Operation } from '../contract/codec.ts';
import {
  CONTENT_MASK,
  maskOf,
  weightOf,
  withColour,
  withoutColourOfLook,
  type FeatureMask,
} from '../formats/features.ts';
import { HAVE_LOSSLESS_CODING, isWrittenWithLoss } from '../formats/format.ts';
import type { Format } from '../formats/index.ts';
import { isAskedEverywhere, type NeedId } from '../formats/needs.ts';
import { OPTIONS, type OptionDeclaration, type OptionId } from '../formats/options.ts';
import { evaluateCost, roundToStep } from './cost-model.ts';
import type { Arrivals } from './arrivals.ts';
import { ABSENT, type Graph, type GraphEdge, type Node } from './graph.ts';
import { CODEC_RADIX, compareLabels, dominates, stepsOf, passes, type Label, type Rank } from './label.ts';
import { LabelQueue } from './label-queue.ts';
import { GENERATION_PRICE, MAX_STEPS, STEP_PRICE, UNTYPED_PRICE } from './prices.ts';

const PAGES = maskOf(['pages']);

const OPERATIONS: readonly (Operation | undefined)[] = [undefined, 'render', 'extract', 'infer', 'wrap'];

/** What a path is looked for, with everything that is known of the file boiled down to what decides. */
export interface Query {
  readonly from: Node;
  readonly to: Node;
  /** What this very file has, within what its format carries. */
  readonly has: FeatureMask;
  /** The file has more than one page (or sheet, or image side by side). */
  readonly several: boolean;
  readonly sizeMB: number;
  /** Each must be taken by some step; at most 31. */
  readonly options: readonly OptionId[];
  /** Needs that this file does not meet: edges that have one cannot start at the source, nor take out what it lacks. */
  readonly unmet: ReadonlySet<NeedId>;
  /** Ids of codecs that may not be used. */
  readonly closed: ReadonlySet<string>;
  /** Bounds for a path that shall stand in for another. */
  readonly within?: Bounds;
}

export interface Bounds {
  readonly dropped: FeatureMask;
  readonly qualityPenalty: number;
  readonly operation: Operation | 'any' | undefined;
  /** At most; as many as any plan may have, if absent. */
  readonly steps?: number;
}

/** The best path of a query. */
export interface Path {
  readonly steps: readonly PathStep[];
  readonly kept: FeatureMask;
  readonly dropped: FeatureMask;
  readonly operation: Operation | undefined;
  readonly generations: number;
  readonly qualityPenalty: number;
  readonly loss: number;
  readonly ms: number;
}

export interface PathStep {
  readonly edge: GraphEdge;
  readonly from: Node;
  readonly to: Node;
  /** Predicted size of what the step gets. */
  readonly sizeMB: number;
}

/**
 * The best path by loss, predicted time, steps and codec ids, or nothing if there is none. Exact: a label-setting
 * search that drops a label only when another at its node is as good in everything that may still count.
 */
export function findPath(graph: Graph, query: Query): Path | undefined {
  return new Search(graph, query).run();
}

class Search {
  readonly #graph: Graph;
  readonly #query: Query;
  readonly #ideal: FeatureMask;
  /** What the path may lose: everything, unless it shall stand in for another. */
  readonly #mayDrop: FeatureMask;
  readonly #arrivals: Arrivals;
  /** Nodes from which an edge that may be used leads to the target, when there are some that may not. */
  readonly #beforeTarget: ReadonlySet<Node> | undefined;
  readonly #freeGenerations: number;
  readonly #allOptions: number;
  readonly #maxSteps: number;
  readonly #queue = new LabelQueue();
  /** Labels that may dominate each other: at one node, by one last codec and one operation. */
  readonly #settled = new Map<number, Label[]>();
  #best: Label | undefined;

  constructor(graph: Graph, query: Query) {
    this.#graph = graph;
    this.#query = query;
    this.#ideal = query.has & graph.carries[query.to]!;
    this.#mayDrop = query.within ? withColour(query.within.dropped) : ~0;
    this.#arrivals = graph.arrivalsAt(query.to);
    this.#beforeTarget = nodesBefore(graph, query);
    this.#freeGenerations = isWrittenWithLoss(graph.formats[query.to]!) ? 1 : 0;
    this.#allOptions = 2 ** query.options.length - 1;
    this.#maxSteps = query.within?.steps ?? MAX_STEPS;
  }

  run(): Path | undefined {
    const { from, to, has, several, sizeMB } = this.#query;
    if (this.#beforeTarget?.size === 0) return undefined;
    const start: Label = {
      node: from,
      previous: undefined,
      edge: undefined,
      steps: 0,
      kept: has,
      operation: undefined,
      generations: 0,
      qualityPenalty: 0,
      ms: 0,
      sizeMB,
      several,
      leftPages: false,
      options: 0,
      rank: { loss: 0, timeStep: 0, steps: 0, codecs: 0 },
      dominated: false,
    };
    this.#expand(start);
    for (let label = this.#queue.pop(); label; label = this.#queue.pop()) {
      if (label.dominated) continue;
      if (label.node === to) return this.#pathOf(label);
      this.#expand(label);
    }
    return undefined;
  }

  #expand(label: Label): void {
    for (const edge of this.#graph.edgesFrom(label.node)) {
      if (!this.#mayUse(edge, label)) continue;
      for (const to of edge.to) this.#follow(label, edge, to);
    }
  }

  #mayUse(edge: GraphEdge, label: Label): boolean {
    const { closed, unmet, options } = this.#query;
    if (closed.has(edge.codec.id) || (edge.spec.sourceOnly && label.previous)) return false;
    if (edge.spec.requiresUntransformed && label.operation) return false;
    if (edge.spec.onlyWith && !options.includes(edge.spec.onlyWith)) return false;
    if (edge.operation && (label.operation || !this.#isWithin(edge.operation))) return false;
    if (unmet.size === 0) return true;
    // No step before it makes a track that the source has not.
    const isOpening = !label.previous || edge.operation === 'extract';
    return !edge.spec.needs?.some((need) => unmet.has(need) && (isOpening || isAskedEverywhere(need)));
  }

  #follow(label: Label, edge: GraphEdge, to: Node): void {
    const isLast = to === this.#query.to;
    if (!isLast && !this.#mayPass(label, edge, to)) return;
    const drops = this.#graph.dropsOf(edge, label.node, to);
    if (drops === ABSENT) return;
    const kept = this.#keptBy(edge, label.kept, drops, to);
    if ((kept & CONTENT_MASK) === 0) return;
    const next = isLast ? this.#arrive(label, edge, kept) : this.#pass(label, edge, to, kept);
    if (!next || (this.#best && compareLabels(next, this.#best) >= 0)) return;
    if (isLast) this.#best = next;
    if (isLast || this.#isUndominated(next)) this.#queue.push(next);
  }

  /** Whether a step that is not the last may go there: each format once, and not twice by one codec in a row. */
  #mayPass(label: Label, edge: GraphEdge, to: Node): boolean {
    if (edge.spec.onlyLast) return false;
    // From a format to itself only one step makes sense.
    if (this.#query.from === this.#query.to || edge.operation === 'wrap' || label.steps === this.#maxSteps - 1)
      return false;
    return edge.codec !== label.edge?.codec && !passes(label, to);
  }

  #keptBy(edge: GraphEdge, before: FeatureMask, drops: FeatureMask, to: Node): FeatureMask {
    let kept = before & edge.keeps;
    for (const turn of edge.derives) if (before & turn.from) kept |= turn.to;
    return kept & ~drops & this.#graph.carries[to]!;
  }

  #arrive(label: Label, edge: GraphEdge, kept: FeatureMask): Label | undefined {
    const { to, within } = this.#query;
    const next = this.#extend(label, edge, to, kept);
    if (next.options !== this.#allOptions) return undefined;
    const dropped = this.#droppedOf(kept, next.leftPages);
    if ((dropped & ~this.#mayDrop) !== 0) return undefined;
    if (within && (next.qualityPenalty > within.qualityPenalty || !this.#isWithin(next.operation))) return undefined;
    return { ...next, rank: this.#rank(next, weightOf(dropped), next.steps) };
  }

  #isWithin(operation: Operation | undefined): boolean {
    const { within } = this.#query;
    return !within || within.operation === 'any' || within.operation === operation;
  }

  /** A label that is ranked by the least that its path can still cost; nothing if no content can arrive. */
  #pass(label: Label, edge: GraphEdge, to: Node, kept: FeatureMask): Label | undefined {
    const { within } = this.#query;
    const next = this.#extend(label, edge, to, kept);
    let weight = Infinity;
    let steps = 0;
    for (let stepsLeft = 1; next.steps + stepsLeft <= this.#maxSteps; stepsLeft++) {
      if (stepsLeft === 1 && this.#beforeTarget && !this.#beforeTarget.has(to)) continue;
      const attainable = this.#arrivals.attainable(to, kept, stepsLeft, next.operation !== undefined);
      if ((attainable & CONTENT_MASK) === 0) continue;
      steps ||= next.steps + stepsLeft;
      const dropped = this.#droppedOf(attainable, next.leftPages);
      if ((dropped & ~this.#mayDrop) !== 0) continue;
      weight = Math.min(weight, weightOf(dropped) + STEP_PRICE * (next.steps + stepsLeft - steps));
    }
    if (weight === Infinity || (within && next.qualityPenalty > within.qualityPenalty)) return undefined;
    return { ...next, rank: this.#rank(next, weight, steps) };
  }

  #extend(label: Label, edge: GraphEdge, to: Node, kept: FeatureMask): Label {
    const format = this.#graph.formats[to]!;
    const steps = label.steps + 1;
    return {
      node: to,
      previous: label,
      edge,
      steps,
      kept,
      operation: label.operation ?? edge.operation,
      generations:
        label.generations -
        (label.edge && isLosslessOnTheWay(label.edge, this.#graph.formats[label.node]!) ? 1 : 0) +
        ((edge.spec.lossy ?? isWrittenWithLoss(format)) ? 1 : 0),
      qualityPenalty: label.qualityPenalty + edge.qualityPenalty + this.#priceOf(format, to),
      ms: label.ms + evaluateCost(edge.ms, label.sizeMB),
      sizeMB: label.sizeMB * edge.growth,
      several: this.#severalAfter(label, edge, format),
      leftPages: label.leftPages || (edge.spec.takes === 'first' && label.several),
      options: label.options | this.#optionsTakenBy(edge, label, to),
      rank: label.rank,
      dominated: false,
    };
  }

  #priceOf({ untyped }: Format, node: Node): number {
    return untyped && node !== this.#query.to ? UNTYPED_PRICE : 0;
  }

  #rank({ qualityPenalty, generations, ms, steps, edge, rank }: Label, weight: number, stepsInAll: number): Rank {
    return {
      loss:
        weight +
        qualityPenalty +
        STEP_PRICE * (stepsInAll - 1) +
        GENERATION_PRICE * Math.max(0, generations - this.#freeGenerations),
      timeStep: edge!.spec.shrinks ? 0 : roundToStep(ms),
      steps: stepsInAll,
      codecs: rank.codecs + edge!.codecRank * CODEC_RADIX ** (MAX_STEPS - steps),
    };
  }

  /** Pages that were left behind are lost even where the target holds only one: each could have become a file. */
  #droppedOf(kept: FeatureMask, leftPages: boolean): FeatureMask {
    return withoutColourOfLook(this.#ideal & ~kept) | (leftPages ? PAGES : 0);
  }

  /**
   * An image stays one page wherever it goes; text and tables that are set on pages fill an unknown number of them,
   * which counts as several, like an unknown number in the source.
   */
  #severalAfter(label: Label, edge: GraphEdge, to: Format): boolean {
    if (edge.spec.takes === 'first' || edge.spec.gives === 'many' || !holdsSeveral(to)) return false;
    const from = this.#graph.formats[label.node]!;
    return label.several || (from.family !== 'image' && !holdsSeveral(from));
  }

  #optionsTakenBy(edge: GraphEdge, label: Label, to: Node): number {
    const { formats } = this.#graph;
    const source = label.previous ? undefined : formats[label.node];
    const result = to === this.#query.to ? formats[to] : undefined;
    let taken = 0;
    for (const [bit, option] of this.#query.options.entries())
      if (takesOption(edge, option, { source, result })) taken |= 1 << bit;
    return taken;
  }

  #isUndominated(label: Label): boolean {
    const key =
      (label.node * CODEC_RADIX + label.edge!.codecRank) * OPERATIONS.length + OPERATIONS.indexOf(label.operation);
    const others = this.#settled.get(key);
    if (!others) {
      this.#settled.set(key, [label]);
      return true;
    }
    for (const other of others) if (dominates(other, label)) return false;
    for (const other of others) if (dominates(label, other)) other.dominated = true;
    others.push(label);
    return true;
  }

  #pathOf(label: Label): Path {
    const dropped = this.#droppedOf(label.kept, label.leftPages);
    return {
      steps: stepsOf(label).map(({ edge, node, previous }) => ({
        edge: edge!,
        from: previous!.node,
        to: node,
        sizeMB: previous!.sizeMB,
      })),
      kept: this.#ideal & label.kept & ~dropped,
      dropped,
      operation: label.operation,
      generations: label.generations,
      qualityPenalty: label.qualityPenalty,
      loss: label.rank.loss,
      ms: label.ms,
    };
  }
}

function nodesBefore(graph: Graph, { to, closed }: Query): ReadonlySet<Node> | undefined {
  const edges = graph.edgesInto(to);
  const open = edges.filter(({ codec }) => !closed.has(codec.id));
  return open.length === edges.length ? undefined : new Set(open.flatMap(({ from }) => from));
}

/** Frames of an animation are not counted here: the feature `animation` is what they are. */
export function holdsSeveral({ many }: Format): boolean {
  return many !== undefined && many !== 'frames';
}

/** What a step of a path opens and writes where that is an end of the path. */
interface Ends {
  readonly source: Format | undefined;
  readonly result: Format | undefined;
}

export function endsOf(graph: Graph, steps: readonly PathStep[], index: number): Ends {
  return {
    source: index === 0 ? graph.formats[steps[0]!.from] : undefined,
    result: index === steps.length - 1 ? graph.formats[steps[index]!.to] : undefined,
  };
}

/** Whether a step writes without loss what another one reads: what is only on the way need not be small. */
export function isLosslessOnTheWay({ spec }: GraphEdge, { id }: Format): boolean {
  return HAVE_LOSSLESS_CODING.has(id) && spec.lossy === undefined && spec.options?.includes('lossless') === true;
}

/**
 * Whether a step takes an option. One that describes the source (a password) is of use only to the step that opens it,
 * one that describes the result (its size in bytes) only to the step that writes it, one that is about a format only where
 * that format is what the caller has or gets.
 */
export function takesOption({ spec }: GraphEdge, option: OptionId, { source, result }: Ends): boolean {
  if (!spec.options?.includes(option)) return false;
  const { ofSource, ofResult, ofFormats }: OptionDeclaration = OPTIONS[option];
  if ((ofSource && !source) || (ofResult && !result)) return false;
  return !ofFormats || [source, result].some((format) => format && ofFormats.includes(format.id));
}
