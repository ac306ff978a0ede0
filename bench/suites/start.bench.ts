import { benchmark, type BenchTask } from '../benchmark.ts';
import { distributionOf, measurementOf, ratioOf } from '../measure.ts';
import { runNative } from '../native-process.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';

const ENGINE = new URL('../../engine/index.ts', import.meta.url).href;
const TIMEOUT_MS = 60_000;

/** Imports the engine and creates one in a fresh process, and prints how long that took and what it holds. */
const PROBE = `
  const started = performance.now();
  const { createEngine } = await import(${JSON.stringify(ENGINE)});
  const imported = performance.now();
  const engine = createEngine();
  const created = performance.now();
  const megabytes = process.memoryUsage().rss / 1e6;
  console.log(JSON.stringify({ importMs: imported - started, createMs: created - imported, megabytes }));
`;

interface ProbeReading {
  readonly importMs: number;
  readonly createMs: number;
  readonly megabytes: number;
}

/** What it costs to have an engine that has loaded nothing yet: in time, and against a Node that does nothing. */
export async function runStartSuite({ rounds, signal, log }: SuiteContext): Promise<SuiteContent> {
  log('import and create, in fresh processes');
  const readings: ProbeReading[] = [];
  const ours: BenchTask = {
    name: 'athanor',
    run: async () => {
      const run = await runNative(nodeProgram(PROBE), { timeoutMs: TIMEOUT_MS, signal });
      readings.push(JSON.parse(run.output) as ProbeReading);
      return run;
    },
  };
  const bare: BenchTask = {
    name: 'empty program',
    run: () => runNative(nodeProgram(''), { timeoutMs: TIMEOUT_MS, signal }),
  };
  await benchmark([ours, bare], { rounds: 1, signal });
  readings.length = 0;
  const [own = [], others = []] = await benchmark([ours, bare], { rounds, signal });
  const measured = measurementOf(own);
  const theirs = measurementOf(others);
  const peer = { name: bare.name, version: `Node ${process.version}`, ...theirs, ratio: ratioOf(measured, theirs) };
  const medianOf = (read: (reading: ProbeReading) => number): number => distributionOf(readings.map(read)).median;
  return {
    comparisons: [
      { work: 'import and create an engine', phase: 'cold', input: 'nothing', ours: measured, peers: [peer] },
    ],
    figures: [
      { name: 'import of the engine', value: medianOf(({ importMs }) => importMs), unit: 'ms', target: 150 },
      { name: 'createEngine()', value: medianOf(({ createMs }) => createMs), unit: 'ms', target: 20 },
      { name: 'memory of a process with an idle engine', value: medianOf(({ megabytes }) => megabytes), unit: 'MB' },
    ],
  };
}

function nodeProgram(source: string): string[] {
  return [process.execPath, '--input-type=module', '--eval', source];
}
