import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { benchmark, type BenchTask } from '../benchmark.ts';
import { distributionOf, measurementOf, ratioOfTurns } from '../measure.ts';
import { runNative } from '../native-process.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { bundleFolder } from '../../test/support/bundle.ts';
import { measureCodecStarts } from './codec-starts.ts';
import { measureFirstCalls } from './first-calls.ts';

const TIMEOUT_MS = 60_000;

/** Imports the bundled engine and creates one in a fresh process, and prints how long that took and what it holds. */
const probeOf = (engine: string): string => `
  const started = performance.now();
  const { createEngine } = await import(${JSON.stringify(engine)});
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

/**
 * What it costs to have an engine that has loaded nothing yet, in time and against a Node that does nothing, what the
 * first calls of the command line cost, and to start each codec.
 */
export async function runStartSuite(context: SuiteContext): Promise<SuiteContent> {
  const { rounds, signal, log } = context;
  const probe = nodeProgram(probeOf(pathToFileURL(join(await bundleFolder(), 'engine.js')).href));
  log('import and create, in fresh processes');
  const readings: ProbeReading[] = [];
  const ours: BenchTask = {
    name: 'athanor',
    run: async () => {
      const run = await runNative(probe, { timeoutMs: TIMEOUT_MS, signal });
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
  const peer = {
    ...{ name: bare.name, version: `Node ${process.version}` },
    ...measurementOf(others),
    ratio: ratioOfTurns(own, others),
  };
  const calls = await measureFirstCalls(context);
  const codecs = await measureCodecStarts(context);
  const medianOf = (read: (reading: ProbeReading) => number): number => distributionOf(readings.map(read)).median;
  return {
    comparisons: [
      { work: 'import and create an engine', phase: 'cold', input: 'nothing', ours: measurementOf(own), peers: [peer] },
    ],
    figures: [
      { name: 'import of the engine', value: medianOf(({ importMs }) => importMs), unit: 'ms', target: 150 },
      { name: 'createEngine()', value: medianOf(({ createMs }) => createMs), unit: 'ms', target: 20 },
      { name: 'memory of a process with an idle engine', value: medianOf(({ megabytes }) => megabytes), unit: 'MB' },
      ...calls,
      ...codecs.figures,
    ],
    skipped: codecs.skipped,
  };
}

function nodeProgram(source: string): string[] {
  return [process.execPath, '--input-type=module', '--eval', source];
}
