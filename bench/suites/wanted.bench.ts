import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { ConversionError, createEngine, resolveFormat, type Engine, type FormatId } from '../../engine/index.ts';
import { judge } from '../../test/matrix/judge.ts';
import { CORPORA, hasCorpora } from '../../test/support/corpora.ts';
import { TIMEOUT_MS } from '../contenders.ts';
import { median, measurementOf, ratioOfTurns, type Sample } from '../measure.ts';
import { runNative } from '../native-process.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { Comparison, Quality, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { resultOf, WANTED_PAIRS, type WantedPair } from './wanted-cases.ts';

/** Files of each pair, drawn by lot. */
const FILES = 10;
const LOT = 'wanted:';
/** Larger ones take minutes, and show nothing more. */
const MOST_BYTES = 5_000_000;

/** What became of one file by one converter. */
interface Attempt {
  readonly sample?: Sample;
  readonly bytes?: number;
  /** Why there is no result, or what is wrong with it. */
  readonly fault?: string;
}

/** Real files along the pairs that are asked for most, beside the native program that people would use. */
export async function runWantedSuite(context: SuiteContext): Promise<SuiteContent> {
  if (!hasCorpora) return { skipped: [{ work: 'wanted pairs', reason: 'the corpora are not here' }] };
  const files = await filesByFormat();
  const comparisons: Comparison[] = [];
  const skipped: Skipped[] = [];
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  for (const pair of WANTED_PAIRS) {
    const work = `${pair.from} → ${pair.to}`;
    const paths = (files.get(pair.from) ?? []).slice(0, FILES);
    const peer = await pair.peer.find();
    if (paths.length === 0) skipped.push({ work, reason: 'the corpora have no such file' });
    else if (!peer) skipped.push({ work, reason: `${pair.peer.name} is not installed` });
    else {
      const { ours, theirs } = await tryAll(engine, { pair, peer, paths, work }, context);
      const comparison = compare(work, peer, ours, theirs);
      if (comparison) comparisons.push(comparison);
      else
        skipped.push({
          work,
          reason: `no file is converted by both; ${describe(ours)} by us, ${describe(theirs)} by it`,
        });
    }
  }
  return { comparisons, skipped };
}

interface Task {
  readonly pair: WantedPair;
  readonly peer: InstalledPeer;
  readonly paths: readonly string[];
  readonly work: string;
}

/** Converts each file by both, in turns. */
async function tryAll(
  engine: Engine,
  task: Task,
  context: SuiteContext,
): Promise<Record<'ours' | 'theirs', Attempt[]>> {
  const { pair, peer, paths, work } = task;
  const ours: Attempt[] = [];
  const theirs: Attempt[] = [];
  // The first conversion of a pair loads what it needs, and LibreOffice makes its profile.
  await convertByUs(engine, paths[0]!, pair, context);
  await convertByPeer(engine, paths[0]!, task, context);
  for (const path of paths) {
    ours.push(await convertByUs(engine, path, pair, context));
    theirs.push(await convertByPeer(engine, path, task, context));
    for (const [name, { fault }] of [['athanor', ours.at(-1)!] as const, [peer.name, theirs.at(-1)!] as const])
      if (fault !== undefined) context.log(`${work}: ${name}: ${basename(path)}: ${fault}`);
  }
  return { ours, theirs };
}

/** Times of the files that both have converted; nothing if there is none. */
function compare(
  work: string,
  { name, version }: InstalledPeer,
  ours: readonly Attempt[],
  theirs: readonly Attempt[],
): Comparison | undefined {
  const both = ours.flatMap(({ sample: own }, index) => {
    const other = theirs[index]!.sample;
    return own && other ? [{ own, other }] : [];
  });
  if (both.length === 0) return undefined;
  const [own, other] = [both.map((samples) => samples.own), both.map((samples) => samples.other)];
  return {
    work,
    phase: 'warm',
    input: `${ours.length} files`,
    ours: measurementOf(own),
    quality: qualityOf(ours),
    peers: [{ name, version, ...measurementOf(other), ratio: ratioOfTurns(own, other), quality: qualityOf(theirs) }],
  };
}

function qualityOf(attempts: readonly Attempt[]): Quality {
  const bytes = attempts.flatMap((attempt) => attempt.bytes ?? []);
  const count = attempts.filter(({ fault }) => fault === undefined).length;
  return { bytes: bytes.length > 0 ? median(bytes) : 0, right: { of: attempts.length, count } };
}

function describe(attempts: readonly Attempt[]): string {
  const { count, of } = qualityOf(attempts).right!;
  return `${count} of ${of}`;
}

async function convertByUs(engine: Engine, path: string, pair: WantedPair, context: SuiteContext): Promise<Attempt> {
  const { from, to } = pair;
  const outDir = await mkdtemp(join(context.directory, 'ours-'));
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  try {
    const { artifacts, plan } = await engine.convert(path, { from, to, outDir, signal: context.signal });
    const { user, system } = process.cpuUsage(cpuBefore);
    const sample = { userMs: user / 1000, systemMs: system / 1000, wallMs: performance.now() - started };
    const [artifact] = artifacts;
    if (!artifact || !('path' in artifact)) return { fault: 'there is no file' };
    const judged = { source: { path, format: from }, output: { path: artifact.path, format: to } };
    const verdict = await judge({ ...judged, kept: plan.kept, writer: plan.steps.at(-1)?.codec });
    return { sample, bytes: artifact.size, fault: verdict?.fault };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof ConversionError)) throw error;
    return { fault: `${error.code}: ${error.message}` };
  } finally {
    await rm(outDir, { recursive: true });
  }
}

async function convertByPeer(
  engine: Engine,
  path: string,
  { pair, peer }: Pick<Task, 'pair' | 'peer'>,
  { directory, signal }: SuiteContext,
): Promise<Attempt> {
  const { from, to } = pair;
  const profileDir = join(directory, 'profile');
  await mkdir(profileDir, { recursive: true });
  const outDir = await mkdtemp(join(directory, 'theirs-'));
  const paths = { input: path, output: join(outDir, `result.${to}`), profileDir };
  try {
    let sample: Required<Sample> = { userMs: 0, systemMs: 0, wallMs: 0 };
    for (const args of pair.runs(paths)) {
      const {
        userMs,
        systemMs = 0,
        wallMs,
      } = await runNative([peer.program, ...args], { timeoutMs: TIMEOUT_MS, signal });
      sample = {
        userMs: sample.userMs + userMs,
        systemMs: sample.systemMs + systemMs,
        wallMs: sample.wallMs + wallMs,
      };
    }
    const made = await resultOf(paths);
    const { size } = await stat(made);
    const { kept } = engine.plan(from, to);
    const output = { path: made, format: to };
    const verdict = await judge({ source: { path, format: from }, output, kept, writer: undefined });
    return { sample, bytes: size, fault: verdict?.fault };
  } catch (error) {
    signal.throwIfAborted();
    return { fault: String(error).slice(0, 200) };
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** Files of the corpora by format, in an order that the lot determines. */
async function filesByFormat(): Promise<ReadonlyMap<FormatId, readonly string[]>> {
  const [, ...lines] = (await readFile(join(CORPORA, 'INDEX.tsv'), 'utf8')).trim().split('\n');
  const rows = lines.map((line) => line.split('\t'));
  const usable = rows.filter(([path = '', , , , , , bytes]) => !path.includes('truth/') && Number(bytes) <= MOST_BYTES);
  const order = (path: string): string =>
    createHash('sha256')
      .update(LOT + path)
      .digest('hex');
  const paths = usable.map(([path = '']) => path).sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const files = new Map<FormatId, string[]>();
  for (const path of paths) {
    const format = resolveFormat(extname(path));
    if (format) files.set(format, [...(files.get(format) ?? []), join(CORPORA, path)]);
  }
  return files;
}
