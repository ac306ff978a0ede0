import type { Warning } from '../contract/codec.ts';
import { reportOf, requireKept, resultOf, startJob } from './conversion.ts';
import type { ConversionResult, ConvertOptions } from '../engine.ts';
import { ConversionError } from '../contract/errors.ts';
import { featuresOf } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import { parseOptions } from '../formats/parse-options.ts';
import { requireFormat } from '../formats/require-format.ts';
import { identify } from './identify.ts';
import type { Artifact } from '../contract/artifact.ts';
import { artifactOf, takeInput, type Input } from '../io/input.ts';
import type { Workspace } from '../io/scratch.ts';
import { nameWithExtension, type House, type Job, type Verified } from './job.ts';
import { joinFacts } from './joined-facts.ts';
import type { Frames } from './joined-pictures.ts';
import { findJoiningWay, type Joinable, type JoiningWay } from './joining.ts';
import type { Plan } from '../planner/plan.ts';
import { isUnpacked, unpacked } from './unpacked.ts';
import type { Facts } from '../contract/facts.ts';
import { checkLimits } from '../contract/check-limits.ts';
import { shapeWithBars } from '../content/timeline/compare/shown-size.ts';
import type { Check, PlanPromise } from '../contract/report.ts';

/** `fileNames` names the inputs that are not paths, in their order; the first one names the result. */
export interface MergeOptions extends Omit<ConvertOptions, 'from' | 'fileName' | 'pack' | 'allowLoss'> {
  readonly fileNames?: readonly string[];
}

/**
 * Joins several inputs into one file, and verifies it as a conversion is verified. An input that cannot be joined as it
 * is gets converted first to what can be, with the least loss.
 */
export async function mergeInputs(
  house: House,
  inputs: readonly Input[],
  options: MergeOptions,
  signal: AbortSignal,
): Promise<ConversionResult> {
  const started = performance.now();
  await using workspace = house.scratch.workspace();
  const to = requireFormat(options.to, 'target');
  const values = parseOptions(options.options ?? {});
  const given = await takeAll(house, inputs, options, workspace, signal);
  const isArchive = to === 'zip';
  const isPacked = !isArchive && given.some(({ format }) => isUnpacked(format));
  // An impossible pair is answered before anything is decoded, or opened.
  const possible = isArchive || isPacked ? undefined : findJoiningWay(house, joinables(given), to, values);

  using ticket = house.scheduler.admit(options.tenant ?? '', possible ? millisecondsOf(possible) : 1, options.priority);
  const onProgress = onlyForward(options.onProgress);
  const job = startJob(house, { ...options, onProgress }, { workspace, ticket, signal, values, warnings: [] });
  const take = { maxBytes: house.limits.inputBytes, workspace, signal };
  const sources = isPacked ? await withoutArchives(house, job, given, take) : given;
  const facts = await inspectAll(house, job, sources);
  const way = isArchive ? undefined : findJoiningWay(house, joinables(sources, facts), to, values);
  const joined = comparable(joinFacts(facts, way), values);
  checkPages(joined.document?.pages ?? joined.raster?.frames ?? 0, house);
  if (way?.frames?.isReduced) job.warnings.push(warningOfSize(way.frames));
  const outputs = way
    ? await job.run(await prepared(job, sources, way), [way.hop])
    : await job.pack(sources, nameWithExtension(sources[0]!.name, to));
  const promise = promiseOf(sources[0]!.format, to, joined, values, way);
  const verified = await job.verify(joined, outputs, promise, way?.hop.codec);
  requireKept(promise, verified.checks);
  const parts = sources.map((source, index) => ({ source, facts: facts[index]! }));
  const { artifacts, checks, depth } =
    way?.joins === 'parts' ? await compareParts(job, parts, joined, verified, promise) : verified;
  requireKept(promise, checks);
  const report = reportOf(promise, checks, depth, 0);
  return await resultOf(job, { ...options, onProgress }, { started, artifacts, plan: planOf(promise, way), report });
}

async function takeAll(
  { limits }: House,
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
    const { format } = await identify(taken, undefined);
    const name = taken.fileName ?? nameWithExtension(`file-${index + 1}`, format);
    sources.push(artifactOf(taken, name, format));
  }
  return sources;
}

async function inspectAll({ limits }: House, job: Job, sources: readonly Artifact[]): Promise<Facts[]> {
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
  house: House,
  job: Job,
  given: readonly Artifact[],
  options: Parameters<typeof unpacked>[2],
): Promise<Artifact[]> {
  const sources: Artifact[] = [];
  for (const source of given) {
    if (!isUnpacked(source.format)) {
      sources.push(source);
      continue;
    }
    await inspectAll(house, job, [source]);
    sources.push(...(await unpacked(job, source, options)));
  }
  return sources;
}

function joinables(sources: readonly Artifact[], facts: readonly Facts[] = []): Joinable[] {
  return sources.map((source, index) => ({ source, facts: facts[index] }));
}

/** Every input as the joining hop takes it, in order. */
async function prepared(job: Job, sources: readonly Artifact[], { preparations }: JoiningWay): Promise<Artifact[]> {
  const ready: Artifact[] = [];
  for (const [index, source] of sources.entries()) {
    const plan = preparations[index];
    ready.push(...(plan ? await job.run([source], plan.hops) : [source]));
  }
  return ready;
}

function checkPages(found: number, { limits: { pages: allowed } }: House): void {
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
  parts: readonly Required<Joinable>[],
  joined: Facts,
  { artifacts, checks, depth }: Verified,
  promise: PlanPromise,
): Promise<Verified> {
  const film = joined.media?.tracks.find(({ kind }) => kind === 'video');
  const isPlain = promise.options.fit === undefined && promise.options.rotate === undefined;
  if (!isPlain || shapeWithBars(promise.to)) return { artifacts, checks, depth };
  const shape = film?.width && film.height ? { width: film.width, height: film.height } : undefined;
  const compared: Verified[] = [];
  let atMs = 0;
  for (const { source, facts } of parts) {
    const before = { artifacts: compared.at(-1)?.artifacts ?? artifacts, checks: [], depth };
    compared.push(await job.compareMoments(source, facts, before, promise, { atMs, shape }));
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

function promiseOf(
  from: FormatId,
  to: FormatId,
  { features }: Facts,
  values: OptionValues,
  way: JoiningWay | undefined,
): PlanPromise {
  const options = way?.frames ? apartFromFrames(values) : values;
  const acts = way ? [...new Set(hopsOf(way).map(({ act }) => act))].filter((act) => act !== 'recode') : [];
  const kept = way ? featuresOf(way.kept) : features;
  const lost = way ? featuresOf(way.lost) : [];
  return { from, to, kept, lost, gone: [], acts, takes: 'all', gives: 'one', options };
}

/** The film is known by its own size and pace: no picture need be scaled, turned or repeated to be compared with it. */
function apartFromFrames(options: OptionValues): OptionValues {
  const { width: _width, height: _height, fit: _fit, rotate: _rotate, fps: _fps, ...rest } = options;
  return rest;
}

function hopsOf({ preparations, hop }: JoiningWay): Plan['hops'] {
  return [...preparations.flatMap((plan) => plan?.hops ?? []), hop];
}

function millisecondsOf(way: JoiningWay): number {
  return hopsOf(way).reduce((sum, { ms }) => sum + ms, 0);
}

function planOf({ from, to, kept, lost, gone, acts }: PlanPromise, way: JoiningWay | undefined): Plan {
  const plans = way?.preparations.flatMap((plan) => plan ?? []) ?? [];
  return {
    from,
    to,
    hops: way ? hopsOf(way) : [],
    kept,
    lost,
    gone,
    acts,
    generations: Math.max(0, ...plans.map(({ generations }) => generations)),
    loss: way?.loss ?? 0,
    wear: Math.max(0, ...plans.map(({ wear }) => wear)),
    ms: way ? millisecondsOf(way) : 0,
    why: way ? `${way.hop.codec} joins the files.` : 'The files are packed as they are.',
    rejected: [],
  };
}
