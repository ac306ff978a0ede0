import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from '../../engine/codecs/registry.ts';
import type { Artifact } from '../../engine/contract/artifact.ts';
import type { Codec } from '../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import { Lanes } from '../../engine/pool/lanes.ts';
import { measureCapacity } from '../../engine/pool/machine.ts';
import { ModuleCache } from '../../engine/pool/modules.ts';
import type { Task } from '../../engine/pool/protocol.ts';
import type { Figure, Skipped } from '../results.ts';
import type { SuiteContext } from '../suite.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');
const TIMEOUT_MS = 120_000;

/**
 * The start of every codec in a worker that has just started, in user CPU of the whole process: its WebAssembly compiled
 * (`module`), its runner started (`glue`), and the first job of that.
 */
export async function measureCodecStarts({
  signal,
  log,
}: SuiteContext): Promise<{ readonly figures: Figure[]; readonly skipped: Skipped[] }> {
  const registry = new Registry();
  const figures: Figure[] = [];
  const skipped: Skipped[] = [];
  for (const codec of registry.codecs) {
    signal.throwIfAborted();
    if (!registry.isInstalled(codec)) {
      skipped.push({ work: `start of ${codec.id}`, reason: 'it is not installed' });
      continue;
    }
    log(`start of ${codec.id}`);
    try {
      figures.push(figureOf(codec, await measureStart(registry, codec, signal)));
    } catch (error) {
      skipped.push({ work: `start of ${codec.id}`, reason: String(error) });
    }
  }
  return { figures: figures.sort((a, b) => b.value - a.value), skipped };
}

/** User CPU, milliseconds. */
interface Start {
  readonly module?: number;
  readonly glue: number;
  readonly job?: number;
}

function figureOf({ id }: Codec, { module = 0, glue, job }: Start): Figure {
  const parts = { ...(module > 0 && { module }), glue, ...(job !== undefined && { 'first job': job }) };
  return { name: `start of ${id}`, parts, value: module + glue + (job ?? 0), unit: 'ms of user CPU' };
}

async function measureStart(registry: Registry, codec: Codec, signal: AbortSignal): Promise<Start> {
  const modules = new ModuleCache();
  await using lanes = new Lanes({
    ...{ capacity: measureCapacity({ slots: 1 }), limits: DEFAULT_LIMITS, registry, modules },
  });
  const run = async (task: Task): Promise<void> => {
    const reply = await lanes.run(codec.lane, task, { signal, remainingMs: TIMEOUT_MS });
    if (!reply.ok && 'inputs' in task && task.inputs.length > 0) throw new Error(reply.failure.message);
  };
  const module = codec.wasm && (await userMsOf(() => modules.modulesOf([codec])));
  const isStartedByWorker = codec.startsUnsealed === true;
  const start = (): Promise<void> => run({ kind: 'warm', codecs: [] });
  if (!isStartedByWorker) await start();
  // A conversion of nothing has to have the runner.
  const nothing = { codec: codec.id, edge: '', from: 'png', to: 'png', options: {} } as const;
  const glue = await userMsOf(isStartedByWorker ? start : () => run({ kind: 'convert', inputs: [], steps: [nothing] }));
  const job = await firstJob(codec);
  return { module, glue, job: job && (await userMsOf(() => run(job))) };
}

/** The first edge for which there is a sample; a reader looks at one. */
async function firstJob(codec: Codec): Promise<Task | undefined> {
  for (const { name, from, to, merges } of codec.edges) {
    if (merges) continue;
    for (const format of from) {
      const input = await sampleOf(format);
      const target = to.find((other) => other !== format);
      if (!input || !target) continue;
      const step = { codec: codec.id, edge: name, from: format, to: target, options: {} };
      return { kind: 'convert', inputs: [input], steps: [step] };
    }
  }
  for (const format of [...codec.inspects, ...(codec.verifies ?? [])]) {
    const artifact = await sampleOf(format);
    if (artifact) return { kind: 'inspect', reader: codec.id, artifact, request: { effort: 'quick' } };
  }
  return undefined;
}

async function sampleOf(format: FormatId): Promise<Artifact | undefined> {
  const names = await readdir(join(SOURCES, format)).catch(() => []);
  const name = names.find((found) => found.endsWith(`.${format}`) && !/encrypted|password/.test(found));
  return name === undefined
    ? undefined
    : { name, format, bytes: new Uint8Array(await readFile(join(SOURCES, format, name))) };
}

async function userMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}
