import type { Codec } from '../../engine/contract/codec.ts';
import { CODECS } from '../../engine/codecs/index.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import { FORMATS, type Format, type FormatId } from '../../engine/formats/index.ts';
import { MEASURED_COSTS, type MeasuredCosts } from '../../engine/planner/cost-model.ts';
import { Graph } from '../../engine/planner/graph.ts';
import { Planner } from '../../engine/planner/planner.ts';
import { sampleGraph } from '../../test/support/sample-graph.ts';

/** Planned by `real`: the registry and the catalogue; by `sample`: 52 formats as a fuller registry may look. */
export type GraphName = 'real' | 'sample';

export interface PlanTimes {
  /** Ordered pairs of readable and writable formats that were planned, refused ones included. */
  readonly pairs: number;
  /** Microseconds for a plan with its explanation that nobody asked for before. */
  readonly first: Percentiles;
  /** Microseconds for the same again. */
  readonly repeated: Percentiles;
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

interface Source {
  readonly codecs: readonly Codec[];
  readonly formats: ReadonlyMap<FormatId, Format>;
  readonly costs: MeasuredCosts;
}

const SOURCES: Readonly<Record<GraphName, Source>> = {
  real: { codecs: CODECS, formats: FORMATS, costs: MEASURED_COSTS },
  sample: sampleGraph(),
};

/** Rounds over the pairs before those that count: the compiler needs to have seen the code. */
const WARM_UP_ROUNDS = 2;

/** The least time of as many rounds counts for each pair: what else runs on the machine is no part of a plan. */
const ROUNDS = 5;

const BUILDS = 21;

/** Pairs of a graph that are planned, evenly spread over all: enough for a percentile in a hundred. */
const MAX_PAIRS = 10_000;

/** Plans pairs of both graphs, each graph with planners that remember nothing yet. Takes some seconds. */
export function planAllPairs(): Record<GraphName, PlanTimes> {
  return { real: planPairs(SOURCES.real), sample: planPairs(SOURCES.sample) };
}

/** Median milliseconds to build each graph from its declarations. */
export function graphBuildMs(): Record<GraphName, number> {
  return { real: medianBuildMs(SOURCES.real), sample: medianBuildMs(SOURCES.sample) };
}

function planPairs(source: Source): PlanTimes {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) timeAll(source);
  const rounds = Array.from({ length: ROUNDS }, () => timeAll(source));
  const first = leastOf(rounds.map(({ first }) => first));
  const repeated = leastOf(rounds.map(({ repeated }) => repeated));
  return { pairs: first.length, first: percentilesOf(first), repeated: percentilesOf(repeated) };
}

/** By pair, for a planner that is new. */
function timeAll(source: Source): { first: number[]; repeated: number[] } {
  const graph = graphOf(source);
  const planner = new Planner(graph);
  const first: number[] = [];
  const repeated: number[] = [];
  for (const [from, to] of pairsOf(graph)) {
    first.push(timePlan(planner, from, to));
    repeated.push(timePlan(planner, from, to));
  }
  return { first, repeated };
}

function pairsOf({ readable, writable }: Graph): (readonly [FormatId, FormatId])[] {
  const pairs = [...readable].flatMap((from) => [...writable].map((to) => [from, to] as const));
  const count = Math.min(MAX_PAIRS, pairs.length);
  return Array.from({ length: count }, (_, index) => pairs[Math.floor((index * pairs.length) / count)]!);
}

function leastOf(rounds: readonly (readonly number[])[]): number[] {
  return rounds[0]!.map((_, pair) => Math.min(...rounds.map((times) => times[pair]!)));
}

/** Microseconds. A refusal takes its time too. */
function timePlan(planner: Planner, from: FormatId, to: FormatId): number {
  const started = performance.now();
  try {
    planner.plan({ from, to, bytes: 1_000_000, allowLoss: 'any' });
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
  }
  return (performance.now() - started) * 1000;
}

function medianBuildMs(source: Source): number {
  const times = Array.from({ length: BUILDS }, () => {
    const started = performance.now();
    graphOf(source);
    return performance.now() - started;
  });
  return percentile(times, 0.5);
}

function graphOf({ codecs, formats, costs }: Source): Graph {
  return new Graph(codecs, formats, costs);
}

function percentilesOf(times: readonly number[]): Percentiles {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
