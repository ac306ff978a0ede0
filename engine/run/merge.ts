import type { Warning } from '../contract/codec.ts';
import { reportOf, requireMet, resultOf, startJob } from './convert.ts';
import type { ConversionResult, ConvertOptions } from '../engine.ts';
import { ConversionError } from '../contract/errors.ts';
import { featuresOf } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import { parseOptions } from '../formats/parse-options.ts';
import { requireFormat } from '../formats/require-format.ts';
import { detectFormat } from './detect.ts';
import type { Artifact } from '../contract/artifact.ts';
import { artifactOf, takeInput, type Input } from '../io/input.ts';
import type { Workspace } from '../io/scratch.ts';
import { nameWithExtension, type EngineContext, type Job, type Verified } from './job.ts';
import { mergeFacts } from './merged-facts.ts';
import type { Frames } from './merged-frames.ts';
import { findMergePlan, type MergeInput, type MergePlan } from './merge-plan.ts';
import type { Plan } from '../planner/plan.ts';
import { isUnpackedForMerge, unpackArchive } from './unpack-archive.ts';
import type { Facts } from '../contract/facts.ts';
import { checkLimits } from '../contract/check-limits.ts';
import { shapeWithBars } from '../content/timeline/compare/shown-size.ts';
import type { Check, Expectation } from '../contract/report.ts';

/** `fileNames` names the inputs that are not paths, in their order; the first one names the result. */
export interface MergeOptions extends Omit<ConvertOptions, 'from' | 'fileName' | 'pack' | 'allowLoss'> {
  readonly fileNames?: readonly string[];
}

/**
 * Joins several inputs into one file, and verifies it as a conversion is verified. An input that cannot be joined as it
 * is gets converted first to what can be, with the least loss.
 */
export async function mergeInputs(
  engine: EngineContext,
  inputs: readonly Input[],
  options: MergeOptions,
  signal: AbortSignal,
): Promise<ConversionResult> {
  const started = performance.now();
  await using workspace = engine.scratch.workspace();
  const to = requireFormat(options.to, 'target');
  const values = parseOptions(options.options ?? {});
  const given = await takeAll(engine, inputs, options, workspace, signal);
  const isArchive = to === 'zip';
  const isPacked = !isArchive && given.some(({ format }) => isUnpackedForMerge(format));
  // An impossible pair is answered before anything is decoded, or opened.
  const possible = isArchive || isPacked ? undefined : findMergePlan(engine, mergeInputsOf(given), to, values);

  using ticket = engine.scheduler.admit(
    options.tenant ?? '',
    possible ? millisecondsOf(possible) : 1,
    options.priority,
  );
  const onProgress = onlyForward(options.onProgress);
  const job = startJob(engine, { ...options, onProgress }, { workspace, ticket, signal, values, warnings: [] });
  const take = { maxBytes: engine.limits.inputBytes, workspace, signal };
  const sources = isPacked ? await withoutArchives(engine, job, given, take) : given;
  const facts = await inspectAll(engine, job, sources);
  const way = isArchive ? undefined : findMergePlan(engine, mergeInputsOf(sources, facts), to, values);
  const joined = comparable(mergeFacts(facts, way), values);
  checkPages(joined.document?.pages ?? joined.raster?.frames ?? 0, engine);
  if (way?.frames?.isReduced) job.warnings.push(warningOfSize(way.frames));
  const outputs = way
    ? await job.run(await prepared(job, sources, way), [way.step])
    : await job.pack(sources, nameWithExtension(sources[0]!.name, to));
  const expectation = expectationOf(sources[0]!.format, to, joined, values, way);
  const verified = await job.verify(joined, outputs, expectation, way?.step.codec);
  requireMet(expectation, verified.checks);
  const parts = sources.map((source, index) => ({ source, facts: facts[index]! }));
  const { artifacts, checks, depth } =
    way?.merges === 'parts' ? await compareParts(job, parts, joined, verified, expectation) : verified;
  requireMet(expectation, checks);
  const report = reportOf(expectation, checks, depth, 0);
  return await resultOf(
    job,
    { ...options, onProgress },
    { started, artifacts, plan: planOf(expectation, way), report },
  );
}

async function takeAll(
  { limits }: EngineContext,
  inputs: readonly Input[],
  { fileNames }: MergeOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Artifact[]> {
  if (inputs.length === 0) {
    throw new ConversionError({ code: 'empty_file', message: 'There is nothing to join: give at least one file.' });
  }
  const sources: Artifact[] = [];
  for (const [index, input] of inputs.entries()) {
    const taken = await takeInput(input, {
      fileName: fileNames?.[index],
      maxBytes: limits.inputBytes,
      workspace,
      signal,
    });
    const { format } = await detectFormat(taken, undefined);
    const name = taken.fileName ?? nameWithExtension(`file-${index + 1}`, format);
    sources.push(artifactOf(taken, name, format));
  }
  return sources;
}

async function inspectAll({ limits }: EngineContext, job: Job, sources: readonly Artifact[]): Promise<Facts[]> {
  const facts: Facts[] = [];
  for (const source of sources) {
    const found = await job.inspect(source);
    checkLimits(found, limits);
    facts.push(found);
  }
  return facts;
}

/** The files of an archive stand where it stood. */
async function withoutArchives(
  engine: EngineContext,
  job: Job,
  given: readonly Artifact[],
  options: Parameters<typeof unpackArchive>[2],
): Promise<Artifact[]> {
  const sources: Artifact[] = [];
  for (const source of given) {
    if (!isUnpackedForMerge(source.format)) {
      sources.push(source);
      continue;
    }
    await inspectAll(engine, job, [source]);
    sources.push(...(await unpackArchive(job, source, options)));
  }
  return sources;
}

function mergeInputsOf(sources: readonly Artifact[], facts: readonly Facts[] = []): MergeInput[] {
  return sources.map((source, index) => ({ source, facts: facts[index] }));
}

/** Every input as the joining step takes it, in order. */
async function prepared(job: Job, sources: readonly Artifact[], { preparations }: MergePlan): Promise<Artifact[]> {
  const ready: Artifact[] = [];
  for (const [index, source] of sources.entries()) {
    const plan = preparations[index];
    ready.push(...(plan ? await job.run([source], plan.steps) : [source]));
  }
  return ready;
}

function checkPages(found: number, { limits: { pages: allowed } }: EngineContext): void {
  if (found <= allowed) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The files have ${found} pages together, and at most ${allowed} are accepted. Join fewer of them.`,
    details: { limit: 'pages', allowed, found },
  });
}

/** Each preparation counts from the beginning: the caller sees the furthest that was reached. */
function onlyForward(onProgress: ConvertOptions['onProgress']): ConvertOptions['onProgress'] {
  if (!onProgress) return undefined;
  let reached = 0;
  return (fraction) => {
    if (fraction <= reached) return;
    reached = fraction;
    onProgress(fraction);
  };
}

/** Pages of documents keep their size when those of pictures get paper: they cannot be compared by one rule. */
function comparable(joined: Facts, { pageSize = 'picture' }: OptionValues): Facts {
  return joined.document && pageSize !== 'picture' ? { ...joined, raster: undefined } : joined;
}

/** Compares moments of each part with those of the result at which it plays, so that none is missing or misplaced. */
async function compareParts(
  job: Job,
  parts: readonly Required<MergeInput>[],
  joined: Facts,
  { artifacts, checks, depth }: Verified,
  expectation: Expectation,
): Promise<Verified> {
  const film = joined.media?.tracks.find(({ kind }) => kind === 'video');
  const isPlain = expectation.options.fit === undefined && expectation.options.rotate === undefined;
  if (!isPlain || shapeWithBars(expectation.to)) return { artifacts, checks, depth };
  const shape = film?.width && film.height ? { width: film.width, height: film.height } : undefined;
  const compared: Verified[] = [];
  let atMs = 0;
  for (const { source, facts } of parts) {
    const before = { artifacts: compared.at(-1)?.artifacts ?? artifacts, checks: [], depth };
    compared.push(await job.compareMoments(source, facts, before, expectation, { atMs, shape }));
    atMs += facts.media?.durationMs ?? 0;
  }
  const found = compared.flatMap((one) => one.checks);
  const telling = (check: Check): boolean => !check.ok || found.find(({ name }) => name === check.name) === check;
  return {
    artifacts: compared.at(-1)!.artifacts,
    checks: [...checks, ...found.filter(telling)],
    depth: compared.every((one) => one.depth === 'content') ? 'content' : depth,
  };
}

function warningOfSize({ width, height }: Frames): Warning {
  const message = `The pictures were scaled down to ${width} × ${height} pixels. The options width and height ask for more.`;
  return { code: 'feature_dropped', message, details: { width, height } };
}

function expectationOf(
  from: FormatId,
  to: FormatId,
  { features }: Facts,
  values: OptionValues,
  way: MergePlan | undefined,
): Expectation {
  const options = way?.frames ? apartFromFrames(values) : values;
  const operations = way
    ? [...new Set(stepsOf(way).map(({ operation }) => operation))].filter((operation) => operation !== 'recode')
    : [];
  const kept = way ? featuresOf(way.kept) : features;
  const lost = way ? featuresOf(way.lost) : [];
  return { from, to, kept, lost, gone: [], operations, takes: 'all', gives: 'one', options };
}

/** The film is known by its own size and pace: no picture need be scaled, turned or repeated to be compared with it. */
function apartFromFrames(options: OptionValues): OptionValues {
  const { width: _width, height: _height, fit: _fit, rotate: _rotate, fps: _fps, ...rest } = options;
  return rest;
}

function stepsOf({ preparations, step }: MergePlan): Plan['steps'] {
  return [...preparations.flatMap((plan) => plan?.steps ?? []), step];
}

function millisecondsOf(way: MergePlan): number {
  return stepsOf(way).reduce((sum, { ms }) => sum + ms, 0);
}

function planOf({ from, to, kept, lost, gone, operations }: Expectation, way: MergePlan | undefined): Plan {
  const plans = way?.preparations.flatMap((plan) => plan ?? []) ?? [];
  return {
    from,
    to,
    steps: way ? stepsOf(way) : [],
    kept,
    lost,
    gone,
    operations,
    generations: Math.max(0, ...plans.map(({ generations }) => generations)),
    loss: way?.loss ?? 0,
    qualityPenalty: Math.max(0, ...plans.map(({ qualityPenalty }) => qualityPenalty)),
    ms: way ? millisecondsOf(way) : 0,
    why: way ? `${way.step.codec} joins the files.` : 'The files are packed as they are.',
    rejected: [],
  };
}
