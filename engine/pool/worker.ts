import { threadId, workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { CODECS } from '../codecs/index.ts';
import type { Codec, Partitioning, RunContext, Runner, Warning } from '../contract/codec.ts';
import { difference } from '../contract/differences.ts';
import { ConversionError, type Failure } from '../contract/errors.ts';
import { documentsOf, type Artifact } from '../contract/artifact.ts';
import { createZipWriter } from '../io/zip.ts';
import { takeFileAccess, type JobFiles } from '../io/worker-files.ts';
import { factsOfPlaces } from '../content/listing/source-places.ts';
import { compareFacts, comparedDepth } from '../verify/compare.ts';
import { collectFindings, NO_FINDINGS } from '../verify/findings.ts';
import { isKnownByHead } from '../content/records/inspect.ts';
import type { ArchiveFacts, Facts, Inspected, Thumbnail } from '../contract/facts.ts';
import {
  buffersOf,
  codecsOf,
  inputsOf,
  type ConvertTask,
  type Partitioned,
  type Envelope,
  type InspectTask,
  type OutcomeOf,
  type PackTask,
  type Reply,
  type SampleTask,
  type Task,
  type VerifyTask,
  type WarmTask,
  type WorkerBoot,
} from './protocol.ts';
import { sampleTask } from './sample.ts';
import { sealThread } from './seal-thread.ts';
import { grownBytes } from './wasm-memories.ts';
import { formatOf, formatOfFileName } from '../formats/index.ts';

/** Bytes by which the memories of the libraries may grow before a worker is replaced: WASM memory never shrinks. */
const MAX_GROWN_BYTES = 512 * 1024 * 1024;
/** Jobs after which a worker is replaced, against slow leaks of native libraries. */
const RETIRE_AFTER_JOBS = 1000;
/** At most ten progress messages a second. */
const PROGRESS_INTERVAL_MS = 100;

/** Modules that hold what a sealed thread cannot import: they are loaded before. */
const PLATFORM = { threads: () => import('../io/pthreads.ts'), sqlite: () => import('../io/sqlite.ts') } as const;

const boot = workerData as WorkerBoot;
const openJob = takeFileAccess();
const runners = new Map<string, Promise<Runner>>();
let jobs = 0;

// Libraries log what is for their authors; the answer of a task has everything that is for a caller.
for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) console[level] = () => {};

for (const { lane, platform } of CODECS) if (lane === boot.lane && platform) await PLATFORM[platform]();
for (const id of boot.unsealed) await startRunner(id, boot.modules[id] ?? {});
sealThread({ readable: boot.readable });

/** Runs one task and answers with a value, whatever happens. */
export default async function run(envelope: Envelope): Promise<Reply<unknown>> {
  jobs++;
  const begun = process.threadCpuUsage();
  const { task, limits } = envelope;
  const warnings: Warning[] = [];
  const outDir = 'outDir' in task ? task.outDir : undefined;
  using files = openJob({ inputs: inputsOf(task), outDir, maxOutputBytes: limits.outputBytes });
  const context = createContext(envelope, files, warnings);
  try {
    const { outcome, transfer } = await perform(envelope, files, context);
    const retire = isWornOut();
    return handOver({ ok: true, outcome, warnings, threadId, retire, cpuMs: cpuMsSince(begun, task) }, transfer);
  } catch (error) {
    const failure = describeFailure(error, task);
    const retire = failure.discardWorker === true || isWornOut();
    return { ok: false, failure, warnings, threadId, retire, cpuMs: cpuMsSince(begun, task) };
  } finally {
    envelope.progress?.close();
  }
}

function cpuMsSince(begun: NodeJS.CpuUsage, task: Task): number | undefined {
  if (codecsOf(task).some((id) => codecOf(id).platform || codecOf(id).startsUnsealed)) return undefined;
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

interface Performed {
  readonly outcome: OutcomeOf[Task['kind']];
  readonly transfer: readonly ArrayBuffer[];
}

function perform({ task, modules }: Envelope, files: JobFiles, context: RunContext): Promise<Performed> {
  switch (task.kind) {
    case 'convert':
      return convert(task, modules, files, context);
    case 'inspect':
      return inspect(task, modules, context);
    case 'verify':
      return verify(task, modules, context);
    case 'sample':
      return sample(task, modules, context);
    case 'pack':
      return pack(task, files);
    case 'warm':
      return warm(task, modules, context);
  }
}

async function convert(
  { inputs, steps, preview: wantsPreview, idleWorkers }: ConvertTask,
  modules: Envelope['modules'],
  files: JobFiles,
  context: RunContext,
): Promise<Performed> {
  let artifacts: readonly Artifact[] = inputs;
  let inspected: Inspected | undefined;
  const preview = (thumbnails: readonly Thumbnail[]): void => void (inspected = { thumbnails });
  const list = (archive: ArchiveFacts): void => void (inspected = { archive });
  let partitioned: Partitioned | undefined;
  const propose: Partitioning['propose'] = (partitions, share) => void (partitioned = { partitions, share });
  const partitioning = idleWorkers && { maxPartitions: idleWorkers, propose };
  for (const [index, step] of steps.entries()) {
    const runner = await runnerOf(step.codec, modules);
    const edge = codecOf(step.codec).edges.find(({ name }) => name === step.edge);
    const groups = edge?.takes === 'all' || step.partitions ? [artifacts] : artifacts.map((artifact) => [artifact]);
    const outputs: Artifact[] = [];
    for (const [place, group] of groups.entries()) {
      const progress = (fraction: number): void =>
        context.progress((index + (place + fraction) / groups.length) / steps.length);
      const onTheWay = { ...(wantsPreview && index === 0 && { preview, list }), ...(partitioning && { partitioning }) };
      outputs.push(...(await runner.convert!(group, step, { ...context, progress, ...onTheWay })));
    }
    if (partitioned) return { outcome: { artifacts: [], partitioned }, transfer: [] };
    requireContent(outputs, step.codec);
    artifacts = outputs;
  }
  const exported = artifacts.flatMap(withCompanions).map((artifact) => files.export(artifact));
  return { outcome: { artifacts: exported, inspected }, transfer: buffersOf(exported) };
}

async function inspect(
  { reader, artifact, request }: InspectTask,
  modules: Envelope['modules'],
  context: RunContext,
): Promise<Performed> {
  const runner = await runnerOf(reader, modules);
  return { outcome: { facts: await runner.inspect!(artifact, request, context) }, transfer: [] };
}

async function verify(task: VerifyTask, modules: Envelope['modules'], context: RunContext): Promise<Performed> {
  const { reader, source, outputs, expectation, request } = task;
  const runner = await runnerOf(reader, modules);
  const found: Facts[] = [];
  const anyPreview = !source.raster && expectation.options.colourSpace === undefined;
  const ofOutput = { ...request, onlyHead: isKnownByHead(source), anyPreview, isResult: true };
  try {
    for (const document of judgedWithCompanions(outputs, context))
      found.push(await runner.inspect!(document, ofOutput, context));
  } catch (error) {
    if (!(error instanceof ConversionError) || error.code !== 'input_too_complex') throw error;
    const findings = collectFindings([difference('result_unchecked')]);
    return { outcome: { ...findings, depth: 'signature', outputs }, transfer: buffersOf(outputs) };
  }
  if (found.some(({ isUnread }) => isUnread)) {
    return {
      outcome: { ...NO_FINDINGS, depth: 'signature', isUnread: true, outputs },
      transfer: buffersOf(outputs),
    };
  }
  const findings = compareFacts(await factsOfPlaces(source, expectation), found, expectation);
  const { media, raster } = found[0] ?? {};
  const ofTimeline = { tracks: media?.tracks, ...(source.media && raster && { image: raster }) };
  return {
    outcome: { ...findings, depth: comparedDepth(findings, source, found), outputs, ...ofTimeline },
    transfer: buffersOf(outputs),
  };
}

/** What is judged of the outputs: documents alone, and 3D models with the materials and textures that they name. */
function judgedWithCompanions(outputs: readonly Artifact[], context: RunContext): readonly Artifact[] {
  const documents = documentsOf(outputs);
  const [document] = documents;
  const companions = outputs.filter((output) => !documents.includes(output));
  if (companions.length === 0 || !formatOf(document!.format).carries.includes('mesh')) return documents;
  const beside = new Map(companions.map((companion) => [companion.name, context.bytes(companion)]));
  return [{ name: document!.name, format: document!.format, bytes: context.bytes(document!), beside }];
}

async function sample(task: SampleTask, modules: Envelope['modules'], context: RunContext): Promise<Performed> {
  const outcome = await sampleTask(await runnerOf(task.reader, modules), task, context);
  return { outcome, transfer: buffersOf([outcome.output]) };
}

async function pack({ inputs, entries, name }: PackTask, files: JobFiles): Promise<Performed> {
  const output = files.create(name, 'zip');
  const writer = createZipWriter((bytes) => output.write(bytes, output.size));
  for (const [index, input] of inputs.entries()) writer.add({ name: entries[index]!, bytes: files.bytes(input) });
  writer.close();
  const exported = [files.export(output.finish())];
  return { outcome: { artifacts: exported }, transfer: buffersOf(exported) };
}

async function warm({ codecs }: WarmTask, modules: Envelope['modules'], context: RunContext): Promise<Performed> {
  for (const id of codecs) await (await runnerOf(id, modules)).warm?.(context);
  return { outcome: {}, transfer: [] };
}

/** Some libraries report success and write nothing: of comments alone, for one, or of what they could not read. */
function requireContent(outputs: readonly Artifact[], codec: string): void {
  const isEmpty = outputs.length === 0 || outputs.some((output) => 'bytes' in output && output.bytes.byteLength === 0);
  if (!isEmpty) return;
  throw new ConversionError({
    code: 'input_corrupt',
    message:
      'Nothing came out of the file: it holds no content that the target can have, or it is damaged. Check it, or convert to another format.',
    details: { codec },
  });
}

function codecOf(id: string): Codec {
  const codec = CODECS.find((candidate) => candidate.id === id);
  if (!codec) throw new Error(`There is no codec ${id}.`);
  return codec;
}

function runnerOf(id: string, modules: Envelope['modules']): Promise<Runner> {
  return runners.get(id) ?? startRunner(id, modules[id] ?? {});
}

function startRunner(id: string, modules: Readonly<Record<string, WebAssembly.Module>>): Promise<Runner> {
  const starting = codecOf(id)
    .load()
    .then(({ default: create }) => create({ modules, limits: boot.limits }));
  runners.set(id, starting);
  starting.catch(() => runners.delete(id)); // a failed start is tried again by the next job
  return starting;
}

function createContext({ limits, remainingMs, progress }: Envelope, files: JobFiles, warnings: Warning[]): RunContext {
  let reported = 0;
  let reportedAt = 0;
  return {
    limits,
    signal: AbortSignal.timeout(Math.max(1, Math.round(remainingMs))),
    bytes: (artifact) => files.bytes(artifact),
    open: (artifact) => files.open(artifact),
    create: (name, format) => files.create(name, format),
    warn: (warning) => void warnings.push(warning),
    progress(fraction) {
      const now = performance.now();
      if (!progress || !(fraction > reported) || now - reportedAt < PROGRESS_INTERVAL_MS) return;
      reported = Math.min(1, fraction);
      reportedAt = now;
      progress.postMessage(reported);
    },
  };
}

/** Piscina transfers the buffers of a reply that is marked as movable. */
function handOver<T>(reply: Reply<T>, buffers: readonly ArrayBuffer[]): Reply<T> {
  if (buffers.length === 0) return reply;
  const transferList = [...new Set(buffers)];
  return move({ [transferableSymbol]: transferList, [valueSymbol]: reply }) as unknown as Reply<T>;
}

function describeFailure(error: unknown, task: Task): Failure {
  const codec = codecsOf(task).join(', ');
  if (error instanceof ConversionError) {
    const { code, message, details, discardWorker, cause } = error;
    return { code, message, details, codec, discardWorker, internals: cause === undefined ? undefined : textOf(cause) };
  }
  if (isOutOfSpace(error)) {
    return {
      code: 'insufficient_storage',
      message: 'There is not enough storage for the result. Try again later.',
      codec,
      internals: textOf(error),
    };
  }
  return {
    code: 'conversion_failed',
    message: 'The codec failed. The file may be damaged. Check it, or try another target format.',
    codec,
    internals: textOf(error),
    discardWorker: true, // an error that the codec did not foresee leaves its state unknown
  };
}

function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

function textOf(error: unknown): string {
  if (error instanceof Error) return error.stack ?? `${error.name}: ${error.message}`;
  return String((error as { message?: unknown } | null)?.message ?? error);
}

function isWornOut(): boolean {
  return jobs >= RETIRE_AFTER_JOBS || grownBytes() > MAX_GROWN_BYTES;
}

/** What leaves a worker for one artifact: itself, and the images that it refers to as files of their own. */
function withCompanions(artifact: Artifact): Artifact[] {
  if (!('bytes' in artifact) || !artifact.companions) return [artifact];
  const { companions, ...document } = artifact;
  const images = [...companions].flatMap(([name, bytes]) => {
    const format = formatOfFileName(name);
    return format ? [{ name, format, bytes }] : [];
  });
  return [document, ...images];
}
