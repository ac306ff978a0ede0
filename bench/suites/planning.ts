import { benchmark, type BenchTask } from '../benchmark.ts';
import { distributionOf, measurementOf, ratioOfTurns, type Sample } from '../measure.ts';
import type { Comparison } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { yardstick } from '../yardstick.ts';
import { graphBuildMs, planPairs, type PlanTimes } from './planner.bench.ts';

/** Targets of the planner: a plan and the graph, in milliseconds. */
const PLAN_TARGET_MS = 1;
const GRAPH_TARGET_MS = 20;
/** One plan is too short beside the yardstick: ratios are those of so many. */
const PLANS = 1_000;

/** Building the graph of formats and planning pairs of it, against a fixed piece of JavaScript. */
export async function runPlannerSuite({ rounds, signal, log }: SuiteContext): Promise<SuiteContent> {
  log('build the graph, plan pairs');
  const builds: number[] = [];
  const plans: PlanTimes[] = [];
  const building: BenchTask = { name: 'build', run: async () => record(builds, graphBuildMs()) };
  const planning: BenchTask = {
    name: 'plan',
    run: async () => {
      const times = planPairs();
      plans.push(times);
      return sampleOf(PLANS * millisecondsOf(times.first.p50));
    },
  };
  const [build = [], plan = [], theirs = []] = await benchmark([building, planning, yardstick], { rounds, signal });
  const pairs = plans[0]?.pairs ?? 0;
  const median = (read: (times: PlanTimes) => number): number => millisecondsOf(distributionOf(plans.map(read)).median);
  return {
    comparisons: [
      againstYardstick('build the graph', 'every codec, every format', build, theirs),
      againstYardstick('plan 1,000 new pairs', `the median of ${pairs} pairs, 1,000 times`, plan, theirs),
    ],
    figures: [
      { name: 'graph build', value: distributionOf(builds).median, unit: 'ms', target: GRAPH_TARGET_MS },
      { name: 'first plan of a pair, p50', value: median(({ first }) => first.p50), unit: 'ms' },
      {
        name: 'first plan of a pair, p99',
        value: median(({ first }) => first.p99),
        unit: 'ms',
        target: PLAN_TARGET_MS,
      },
      { name: 'repeated plan, p50', value: median(({ repeated }) => repeated.p50), unit: 'ms' },
      { name: 'repeated plan, p99', value: median(({ repeated }) => repeated.p99), unit: 'ms', target: PLAN_TARGET_MS },
    ],
  };
}

/** What computes in one thread without waiting takes as much CPU as wall time. */
function sampleOf(ms: number): Sample {
  return { userMs: ms, wallMs: ms };
}

function record(values: number[], ms: number): Sample {
  values.push(ms);
  return sampleOf(ms);
}

function millisecondsOf(microseconds: number): number {
  return microseconds / 1000;
}

function againstYardstick(work: string, input: string, own: readonly Sample[], others: readonly Sample[]): Comparison {
  const { name, version } = yardstick;
  const peer = { name, version, ...measurementOf(others), ratio: ratioOfTurns(own, others) };
  return { work, phase: 'warm', input, ours: measurementOf(own), peers: [peer] };
}
