import { CODECS } from '../../engine/codecs/index.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import { FORMATS, type FormatId } from '../../engine/formats/index.ts';
import { MEASURED_COSTS } from '../../engine/planner/cost-model.ts';
import { Graph } from '../../engine/planner/graph.ts';
import { Planner } from '../../engine/planner/planner.ts';

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

/** Rounds over the pairs before those that count: the compiler needs to have seen the code. */
const WARM_UP_ROUNDS = 2;

/** The least time of as many rounds counts for each pair: what else runs on the machine is no part of a plan. */
const ROUNDS = 5;

const BUILDS = 21;

/** Pairs of a graph that are planned, evenly spread over all: enough for a percentile in a hundred. */
const MAX_PAIRS = 10_000;

/** Median milliseconds to build the graph from its declarations. */
export function graphBuildMs(): number {
  const times = Array.from({ length: BUILDS }, () => {
    const started = performance.now();
    makeGraph();
    return performance.now() - started;
  });
  return percentile(times, 0.5);
}

/** Plans pairs of the graph, with planners that remember nothing yet. Takes some seconds. */
export function planPairs(): PlanTimes {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) timeAll();
  const rounds = Array.from({ length: ROUNDS }, () => timeAll());
  const first = leastOf(rounds.map(({ first }) => first));
  const repeated = leastOf(rounds.map(({ repeated }) => repeated));
  return { pairs: first.length, first: percentilesOf(first), repeated: percentilesOf(repeated) };
}

/** By pair, for a planner that is new. */
function timeAll(): { first: number[]; repeated: number[] } {
  const graph = makeGraph();
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

function makeGraph(): Graph {
  return new Graph(CODECS, FORMATS, MEASURED_COSTS);
}

function percentilesOf(times: readonly number[]): Percentiles {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
