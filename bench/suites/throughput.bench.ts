import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, createEngine, type Engine } from '../../engine/index.ts';
import { OURS } from '../compare.ts';
import { BenchInputs, type BenchInput, type InputId } from '../inputs/index.ts';
import { percentilesOf } from '../measure.ts';
import { runNative } from '../native-process.ts';
import { cwebp } from '../peers/cwebp.ts';
import { ffmpeg, ffmpegArguments } from '../peers/ffmpeg.ts';
import type { InstalledPeer, NativePeer } from '../peers/peer.ts';
import type { Load, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';

const WORKERS = [1, 2, 4] as const;
/** Callers a worker beyond saturation, and conversions a worker that may be admitted: half of the callers are refused. */
const SATURATION = { callers: 8, admitted: 4 } as const;
/** A caller who was refused comes back after so long. */
const RETRY_MS = 50;
/** What the engine says when its queue is full. */
const REFUSALS: ReadonlySet<string> = new Set(['busy', 'tenant_busy']);
const SLICE_MS = 3_000;
const TIMEOUT_MS = 60_000;

interface Work {
  readonly work: string;
  readonly input: InputId;
  readonly to: string;
  readonly peer: NativePeer;
  /** One file by one process on one core, with our settings. */
  readonly arguments: (input: string, output: string) => string[];
}

const WORKS: readonly Work[] = [
  {
    work: 'png → webp',
    input: 'smallPng',
    to: 'webp',
    peer: cwebp,
    arguments: (input, output) => ['-quiet', '-q', '80', '-m', '2', input, '-o', output],
  },
  {
    work: 'mp3 → wav',
    input: 'mp3',
    to: 'wav',
    peer: ffmpeg,
    arguments: (input, output) => ffmpegArguments(input, output, '-threads', '1', '-c:a', 'pcm_s16le'),
  },
];

/** What callers in a closed loop saw. */
interface Observations {
  readonly latenciesMs: number[];
  refused: number;
  /** Seconds that the loop ran. */
  seconds: number;
  userMs: number;
}

/** Does one conversion. Returns its user CPU where a process of its own did it, or `refused`. */
type Job = () => Promise<{ readonly userMs?: number } | 'refused'>;

interface Team {
  readonly task: string;
  readonly workers: number;
  readonly inFlight: number;
  readonly job: Job;
}

/** Jobs a second and how long callers wait, with 1, 2 and 4 workers and beyond what they can do. */
export async function runThroughputSuite(context: SuiteContext): Promise<SuiteContent> {
  const loads: Load[] = [];
  const skipped: Skipped[] = [];
  await using maker = createEngine({ scratchDir: join(context.directory, 'scratch') });
  const inputs = new BenchInputs(context.directory, maker);
  for (const work of WORKS) {
    const input = await inputs.file(work.input);
    if (!input) continue;
    const peer = await work.peer.find();
    if (!peer) skipped.push({ work: work.work, reason: `${work.peer.name} is not installed` });
    for (const workers of WORKERS) {
      loads.push(...(await measure(context, work, input, peer, { workers, inFlight: workers })));
    }
    const workers = maker.status().capacity.slots;
    const inFlight = SATURATION.callers * workers;
    const total = SATURATION.admitted * workers;
    loads.push(...(await measure(context, work, input, undefined, { workers, inFlight, queue: total })));
  }
  return { loads, skipped };
}

interface Setting {
  readonly workers: number;
  readonly inFlight: number;
  /** Conversions that the engine admits at most. */
  readonly queue?: number;
}

async function measure(
  context: SuiteContext,
  { work, to, arguments: argumentsOf }: Work,
  input: BenchInput,
  peer: InstalledPeer | undefined,
  { workers, inFlight, queue }: Setting,
): Promise<Load[]> {
  const directory = await mkdtemp(join(context.directory, 'load-'));
  await using engine = createEngine({
    scratchDir: join(directory, 'scratch'),
    slots: workers,
    ...(queue !== undefined && { queue: { total: queue, perTenant: queue } }),
  });
  const teams: Team[] = [{ task: OURS, workers, inFlight, job: engineJob(engine, input, to, directory) }];
  if (peer) {
    const job = peerJob(peer, (output) => argumentsOf(input.path, output), { directory, to, signal: context.signal });
    teams.push({ task: peer.name, workers, inFlight, job });
  }
  context.log(`${work}, ${workers} at once, ${inFlight} callers: ${teams.map((team) => team.task).join(', ')}`);
  const observed = await takeTurns(teams, context);
  return teams.map((team, index) => loadOf(work, team, observed[index]!));
}

async function takeTurns(teams: readonly Team[], { rounds, signal }: SuiteContext): Promise<Observations[]> {
  const observed = teams.map((): Observations => ({ latenciesMs: [], refused: 0, seconds: 0, userMs: 0 }));
  for (const { job, workers } of teams) await Promise.all(Array.from({ length: workers }, job)); // all threads warm
  for (let round = 0; round < rounds; round++) {
    for (const [index, team] of teams.entries()) await closedLoop(team, observed[index]!, signal);
  }
  return observed;
}

async function closedLoop({ inFlight, job }: Team, observed: Observations, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  let childrenMs = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() - started < SLICE_MS) {
      signal.throwIfAborted();
      const asked = performance.now();
      const answer = await job();
      if (answer === 'refused') {
        observed.refused++;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        continue;
      }
      childrenMs += answer.userMs ?? 0;
      observed.latenciesMs.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  observed.seconds += (performance.now() - started) / 1000;
  observed.userMs += childrenMs > 0 ? childrenMs : process.cpuUsage(cpuBefore).user / 1000;
}

function loadOf(work: string, { task, workers, inFlight }: Team, observed: Observations): Load {
  const { latenciesMs, refused, seconds, userMs } = observed;
  const done = latenciesMs.length;
  return {
    work,
    task,
    workers,
    inFlight,
    done,
    refused,
    jobsPerSecond: done / seconds,
    ...(done > 0 && { userMsPerJob: userMs / done }),
    latencyMs: done === 0 ? { p50: Number.NaN, p95: Number.NaN, p99: Number.NaN } : percentilesOf(latenciesMs),
  };
}

function engineJob(engine: Engine, input: BenchInput, to: string, directory: string): Job {
  return async () => {
    const outDir = await mkdtemp(join(directory, 'ours-'));
    try {
      await engine.convert(input.path, { to, outDir });
      return {};
    } catch (error) {
      if (error instanceof ConversionError && REFUSALS.has(error.code)) return 'refused';
      throw error;
    }
  };
}

function peerJob(
  { program }: InstalledPeer,
  argumentsOf: (output: string) => string[],
  { directory, to, signal }: { readonly directory: string; readonly to: string; readonly signal: AbortSignal },
): Job {
  let count = 0;
  return async () => {
    const folder = join(directory, 'theirs');
    await mkdir(folder, { recursive: true });
    return runNative([program, ...argumentsOf(join(folder, `${count++}.${to}`))], { timeoutMs: TIMEOUT_MS, signal });
  };
}
