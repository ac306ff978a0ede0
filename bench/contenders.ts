import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ConvertOptions, Engine } from '../engine/index.ts';
import type { CodecBench } from '../test/support/codec-bench.ts';
import { benchmark } from './benchmark.ts';
import type { BenchInput } from './inputs/index.ts';
import { measurementOf, ratioOfTurns, type Sample } from './measure.ts';
import type { Comparison, PeerMeasurement, Quality, Skipped } from './results.ts';
import type { SuiteContext } from './suite.ts';

/** Ours runs untimed at least so often and so long: V8 compiles hot WASM functions again, while they run. */
const WARM_UPS = 5;
const WARM_UP_MS = 2_000;
/** A conversion that takes many seconds has run hot within its first. */
const MOST_WARM_UP_MS = 15_000;
/** No conversion of the bench takes so long unless something is wrong. */
export const TIMEOUT_MS = 120_000;

/** One of those that do the same conversion. */
export interface Contender {
  readonly name: string;
  readonly version: string;
  /** We want to be so many times cheaper. */
  readonly wanted?: number;
  /** Does it once, into the empty folder if it writes files. What runs in this process is measured from outside. */
  readonly convert: (outDir: string) => Promise<{ readonly sample?: Sample; readonly path?: string }>;
}

export interface Conversion {
  readonly to: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** File to file through the engine, with its verification. */
export function throughEngine(
  engine: Engine,
  { to, options }: Conversion,
  input: BenchInput,
  { signal }: SuiteContext,
): Contender {
  return {
    name: 'athanor',
    version: '',
    convert: async (outDir) => {
      const { artifacts } = await engine.convert(input.path, { to, options, outDir, signal });
      const [artifact] = artifacts;
      return artifact && 'path' in artifact ? { path: artifact.path } : {};
    },
  };
}

/** Runs one conversion into a directory of its own; returns the milliseconds that a caller waits. */
export async function timeConversion(
  engine: Engine,
  path: string,
  options: ConvertOptions,
  { directory, signal }: Pick<SuiteContext, 'directory' | 'signal'>,
): Promise<number> {
  const outDir = await mkdtemp(join(directory, 'figure-'));
  const started = performance.now();
  try {
    await engine.convert(path, { ...options, outDir, signal });
    return performance.now() - started;
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** The steps of the plan in the engine's own workers, with nothing around them. */
export async function throughCodec(
  engine: Engine,
  codecs: CodecBench,
  { to, options }: Conversion,
  input: BenchInput,
): Promise<Contender> {
  const { steps } = await engine.planFile(input.path, { to, options });
  const source = { name: basename(input.path), format: steps[0]!.from, bytes: await readFile(input.path) };
  return {
    name: 'codec alone',
    version: '',
    convert: async () => {
      let artifacts: Parameters<CodecBench['convert']>[0] = [source];
      for (const step of steps) ({ artifacts } = await codecs.convert(artifacts, step, TIMEOUT_MS));
      return {};
    },
  };
}

export interface Round {
  readonly work: string;
  readonly input: BenchInput;
  /** Ours through the engine, and the codec's part of it alone. */
  readonly ours: Contender;
  readonly codec: Contender;
  readonly rivals: readonly Contender[];
  /** Conversions a turn: systems count CPU time in ticks of several milliseconds, as long as a short conversion takes. */
  readonly perTurn?: number;
  /** Fewer turns than the suite was asked for, where one takes long. */
  readonly rounds?: number;
  /** An empty folder for the results, emptied afterwards. */
  readonly outputs: string;
  /** Says what a result is worth. */
  readonly judge: (path: string) => Promise<Quality>;
}

/** Lets everyone take turns; who cannot do the work at all does not take part, and is named in `skipped`. */
export async function compareContenders(round: Round, context: SuiteContext, skipped: Skipped[]): Promise<Comparison> {
  const { work, input, ours, codec, outputs, perTurn = 1, rounds = context.rounds, judge } = round;
  const rivals = await able(round, skipped);
  const contenders = [ours, codec, ...rivals];
  context.log(`${work}: ${contenders.map(({ name }) => name).join(', ')}`);
  for (const contender of [ours, codec]) await warmUp(contender, outputs);
  const last = contenders.map(() => '');
  const tasks = contenders.map(({ name, convert }, index) => ({
    name,
    run: () =>
      averageOf(perTurn, async () => {
        const { sample, path = '' } = await convert(await mkdtemp(join(outputs, 'turn-')));
        last[index] = path; // what one writes is the same every time
        return sample;
      }),
  }));
  const samples = await benchmark(tasks, { rounds, signal: context.signal });
  const [own = [], ownCodec = [], ...others] = samples;
  const qualities: (Quality | undefined)[] = [];
  for (const path of last) qualities.push(path === '' ? undefined : await judge(path));
  await rm(outputs, { recursive: true });
  await mkdir(outputs);
  return {
    work,
    phase: 'warm',
    input: input.description,
    ours: measurementOf(own),
    codec: measurementOf(ownCodec),
    quality: qualities[0],
    peers: rivals.map((rival, index) => peerOf(rival, own, others[index]!, qualities[index + 2])),
  };
}

/** What one of several runs took on average. Work in this process, which has no sample, is measured from outside. */
async function averageOf(runs: number, run: () => Promise<Sample | undefined>): Promise<Sample> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const counted: Sample[] = [];
  for (let done = 0; done < runs; done++) {
    const sample = await run();
    if (sample) counted.push(sample);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const total =
    counted.length === 0
      ? [{ userMs: user / 1000, systemMs: system / 1000, wallMs: performance.now() - started }]
      : counted;
  const mean = (read: (sample: Sample) => number): number =>
    total.reduce((sum, sample) => sum + read(sample), 0) / runs;
  return {
    userMs: mean(({ userMs }) => userMs),
    systemMs: mean(({ systemMs = 0 }) => systemMs),
    wallMs: mean(({ wallMs }) => wallMs),
  };
}

function peerOf(
  { name, version, wanted }: Contender,
  ours: readonly Sample[],
  theirs: readonly Sample[],
  quality: Quality | undefined,
): PeerMeasurement {
  const target = wanted === undefined ? {} : { target: 1 / wanted };
  return { name, version, ...measurementOf(theirs), ratio: ratioOfTurns(ours, theirs), ...target, quality };
}

async function warmUp({ convert }: Contender, outputs: string): Promise<void> {
  const started = performance.now();
  const elapsedMs = (): number => performance.now() - started;
  for (let run = 0; (run < WARM_UPS && elapsedMs() < MOST_WARM_UP_MS) || elapsedMs() < WARM_UP_MS; run++) {
    const outDir = await mkdtemp(join(outputs, 'warm-'));
    await convert(outDir);
    await rm(outDir, { recursive: true });
  }
}

/** Everyone does the work once, untimed: files come into the page cache. */
async function able({ work, outputs, rivals }: Round, skipped: Skipped[]): Promise<Contender[]> {
  const passed: Contender[] = [];
  for (const contender of rivals) {
    const [attempt] = await Promise.allSettled([contender.convert(await mkdtemp(join(outputs, 'try-')))]);
    if (attempt.status === 'fulfilled') passed.push(contender);
    else skipped.push({ work, reason: `${contender.name} failed: ${String(attempt.reason)}` });
  }
  return passed;
}
