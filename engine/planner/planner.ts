import type { Codec, EdgeSpec, Step } from '../contract/codec.ts';
import { ConversionError, type ConversionErrorInit } from '../contract/errors.ts';
import { featuresOf, maskOf } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import { isNaturalPair } from '../formats/natural.ts';
import { OPTIONS, type OptionId } from '../formats/options.ts';
import { consentFor, isAllowed, type Consent } from './consent.ts';
import { explain } from './explain.ts';
import type { Graph } from './graph.ts';
import { LruCache } from './lru-cache.ts';
import type { Plan } from './plan.ts';
import { draftPlan, fillOptions, type Draft } from './plan-builder.ts';
import { explainRefusal, lossNotAllowed, refuseForNeed, type RefusalContext } from './refusal.ts';
import { keyOf, queryOf, type PlanRequest } from './request.ts';
import { findPath, type Bounds, type Path, type Query } from './search.ts';
import { describeRoute } from './wording.ts';

export type { PlanRequest } from './request.ts';

interface PlannerOptions {
  /** Whether a codec's packages are there; all are if absent. Asked once for each codec. */
  readonly installed?: (codec: Codec) => boolean;
}

/** Plans that are remembered: about 2 KB each. */
const CACHED_PLANS = 2_000;

/** Wear that a fallback may add: two steps of the measured scale. */
const FALLBACK_PENALTY = 20;

/** Steps of a path to what only an option asks for, where no other is as long. */
const SPECIAL_STEPS = 2;

const NONE: ReadonlySet<string> = new Set();

type Answer = Draft | { readonly refusal: ConversionErrorInit };

/** Finds the best way from one format to another, says why, and refuses with a reason. Synchronous, without I/O. */
export class Planner {
  readonly #graph: Graph;
  readonly #missing: ReadonlySet<string>;
  readonly #answers = new LruCache<Answer>(CACHED_PLANS);
  readonly #options = new LruCache<readonly OptionId[]>(CACHED_PLANS);
  readonly #targets = new Map<FormatId, readonly FormatId[]>();
  /** By the kinds of both ends. */
  readonly #advertised = new Map<string, boolean>();

  constructor(graph: Graph, { installed = () => true }: PlannerOptions = {}) {
    this.#graph = graph;
    this.#missing = new Set([...graph.codecs.values()].filter((codec) => !installed(codec)).map(({ id }) => id));
  }

  /**
   * The best plan. Throws a ConversionError: `unsupported_conversion` (or the code of an unmet need) with the
   * supported targets, `codec_not_installed` with the packages, `invalid_options` when no path takes a requested
   * option, `loss_not_allowed` when the plan needs a consent that `allowLoss` does not give.
   */
  plan(request: PlanRequest): Plan {
    const answer = this.#answer(request);
    if ('refusal' in answer) throw new ConversionError(answer.refusal);
    const { plan, consent } = answer;
    if (consent && !isAllowed(consent, request.allowLoss))
      throw this.#needBehind(request) ?? lossNotAllowed(plan, consent);
    return fillOptions(answer, request.options);
  }

  /**
   * The codecs that may be at fault when a plan fails, to be excluded from the next. The only reader of a source is none
   * of them where others follow: without it there would be no next.
   */
  suspectsOf({ from, steps }: Plan): readonly string[] {
    const codecs = steps.map(({ codec }) => codec);
    const readers = new Set(this.#graph.edgesFrom(this.#graph.nodeOf(from)).map(({ codec }) => codec.id));
    const others = codecs.filter((codec) => codec !== codecs[0]);
    return readers.size === 1 && others.length > 0 ? others : codecs;
  }

  /**
   * The next path for a plan whose codec failed: by other codecs than `request.exclude` (all of the plan's, if that is
   * empty), with the same operations, no further loss and at most 20 more quality penalty. Nothing if there is none.
   */
  fallbacks(plan: Plan, request: PlanRequest): Plan | undefined {
    const failed = request.exclude?.size ? request.exclude : new Set(plan.steps.map(({ codec }) => codec));
    const query = queryOf(this.#graph, { ...request, exclude: failed }, this.#missing);
    const path = findPath(this.#graph, {
      ...query,
      within: {
        dropped: maskOf(plan.lost),
        qualityPenalty: plan.qualityPenalty + FALLBACK_PENALTY,
        operation: plan.operations[0],
      },
    });
    if (!path) return undefined;
    const why = `It is the fallback for ${describeRoute(plan.steps)} and loses nothing more.`;
    return fillOptions(draftPlan(this.#graph, query, path, { why, rejected: [] }), request.options);
  }

  /** Advertised targets: natural pairs that are reached without consent, by what the source's format can carry. */
  targets(from: FormatId): FormatId[] {
    let targets = this.#targets.get(from);
    if (!targets) {
      targets = [...this.#graph.writable].filter((to) => this.#isAdvertised(from, to));
      this.#targets.set(from, targets);
    }
    return [...targets];
  }

  /** Advertised pairs, those of a format with itself included. */
  pairs(): (readonly [FormatId, FormatId])[] {
    return [...this.#graph.readable].flatMap((from) => this.targets(from).map((to) => [from, to] as const));
  }

  /**
   * Options that some path takes which loses no more than the best path without options, and is no longer: others may
   * be requested, but cost a detour. Those that ask for something else (see `onlyWith`) may take a path of their own.
   */
  optionsFor(from: FormatId, to: FormatId): OptionId[] {
    const query = queryOf(this.#graph, { from, to }, this.#missing);
    const key = keyOf(query);
    let options = this.#options.get(key);
    if (!options) {
      options = this.#optionsOf(query);
      this.#options.set(key, options);
    }
    return [...options];
  }

  /** The declaration behind a step. Throws an Error for a step that is not of this graph. */
  edgeOf({ codec, edge }: Pick<Step, 'codec' | 'edge'>): EdgeSpec {
    const spec = this.#graph.codecs.get(codec)?.edges.find(({ name }) => name === edge);
    if (!spec) throw new Error(`There is no edge ${codec}/${edge}.`);
    return spec;
  }

  #answer(request: PlanRequest): Answer {
    const query = queryOf(this.#graph, request, this.#missing);
    const key = keyOf(query);
    let answer = this.#answers.get(key);
    if (!answer) {
      answer = this.#find(query, request.exclude ?? NONE);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  #find(query: Query, excluded: ReadonlySet<string>): Answer {
    const missing = this.#missing;
    const path = findPath(this.#graph, query);
    if (path) return draftPlan(this.#graph, query, path, explain(this.#graph, query, path, { missing, excluded }));
    return { refusal: explainRefusal(this.#graph, query, this.#refusalContext(query)) };
  }

  /** What the file lacks for a path that needs no consent, such as a password: that is told rather than a loss. */
  #needBehind(request: PlanRequest): ConversionError | undefined {
    const query = queryOf(this.#graph, request, this.#missing);
    const path = query.unmet.size > 0 && findPath(this.#graph, { ...query, unmet: new Set() });
    if (!path || this.#consentTo(query, path)) return undefined;
    return new ConversionError(refuseForNeed(query, path, this.#refusalContext(query)));
  }

  #refusalContext(query: Query): RefusalContext {
    return {
      missing: this.#missing,
      supportedTargets: () => this.targets(this.#graph.formats[query.from]!.id),
      possibleOptions: () => this.#optionsOf(query),
    };
  }

  #consentTo({ from, to }: Query, { dropped }: Path): Consent | undefined {
    const { formats } = this.#graph;
    return consentFor(formats[from]!, formats[to]!, { dropped: featuresOf(dropped), unsupported: [] });
  }

  /** What is so for a pair is so for all of its kind: half of the formats differ by nothing but their name. */
  #isAdvertised(from: FormatId, to: FormatId): boolean {
    const { kinds } = this.#graph;
    const key = `${kinds[this.#graph.nodeOf(from)]}>${kinds[this.#graph.nodeOf(to)]}${from === to ? ' itself' : ''}`;
    let isAdvertised = this.#advertised.get(key);
    if (isAdvertised === undefined) {
      isAdvertised = this.#runsWithoutConsent(from, to);
      this.#advertised.set(key, isAdvertised);
    }
    return isAdvertised;
  }

  #runsWithoutConsent(from: FormatId, to: FormatId): boolean {
    const query = queryOf(this.#graph, { from, to }, this.#missing);
    const source = this.#graph.formats[query.from]!;
    const target = this.#graph.formats[query.to]!;
    if (!isNaturalPair(source, target)) return false;
    const path = findPath(this.#graph, query);
    return path !== undefined && !this.#consentTo(query, path);
  }

  #optionsOf(query: Query): OptionId[] {
    const best = findPath(this.#graph, { ...query, options: [] });
    const usual = best && {
      dropped: best.dropped,
      qualityPenalty: Infinity,
      operation: best.operation,
      steps: best.steps.length,
    };
    const special: Bounds = {
      dropped: best?.dropped ?? ~0,
      qualityPenalty: Infinity,
      operation: 'any',
      steps: Math.max(best?.steps.length ?? 0, SPECIAL_STEPS),
    };
    return (Object.keys(OPTIONS) as OptionId[]).filter((option) => {
      const within = this.#graph.edges.some(({ spec }) => spec.onlyWith === option) ? special : usual;
      return within && findPath(this.#graph, { ...query, options: [option], within }) !== undefined;
    });
  }
}
