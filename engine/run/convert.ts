import { parse } from 'node:path';
import type { InspectRequest, Warning } from '../contract/codec.ts';
import { deliver } from './deliver.ts';
import type { ConversionResult, ConvertOptions } from '../engine.ts';
import { ConversionError } from '../contract/errors.ts';
import { maskOf, weightOf, type Feature } from '../formats/features.ts';
import { formatOf, type FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import { parseOptions } from '../formats/parse-options.ts';
import { requireFormat } from '../formats/require-format.ts';
import { detectFormat } from './detect.ts';
import { sizeOf, type Artifact } from '../contract/artifact.ts';
import { artifactOf, sizeOfInput, takeInput, type Input } from '../io/input.ts';
import type { Workspace } from '../io/scratch.ts';
import { Job, nameWithExtension, type EngineContext, type JobRequest } from './job.ts';
import { publicPlan, type Plan } from '../planner/plan.ts';
import type { PlanRequest } from '../planner/planner.ts';
import { standsForText, openArchivedText } from './archived-text.ts';
import type { Facts, Inspected } from '../contract/facts.ts';
import { checkLimits } from '../contract/check-limits.ts';
import { withThumbnails } from '../content/raster/inspect/facts.ts';
import { wantedPages } from '../formats/page-range.ts';
import { warningOfMacros } from '../verify/macros.ts';
import { warningOfForeignFonts, warningOfMissingText } from '../verify/missing-text.ts';
import type { Check, Expectation, Report } from '../contract/report.ts';
import { warningOfTones } from '../verify/tones.ts';

/** Other paths that are tried after a codec has failed. */
const MAX_FALLBACKS = 2;

/** An input whose formats are known and whose pair is possible, before anything of it was decoded. */
interface Opened {
  readonly source: Artifact;
  readonly request: PlanRequest;
  readonly options: OptionValues;
  readonly warnings: readonly Warning[];
}

/** Converts one input from upload to verified result. Leaves nothing behind, whatever happens. */
export async function convertInput(
  engine: EngineContext,
  input: Input,
  options: ConvertOptions,
  signal: AbortSignal,
): Promise<ConversionResult> {
  const started = performance.now();
  await using workspace = engine.scratch.workspace();
  const given = await open(engine, input, options, workspace, signal);
  const opened = await withText(engine, given, options, workspace, signal);
  const { source, request, warnings } = opened;
  const { ms } = engine.planner.plan(request); // an impossible pair is answered before anything is decoded

  using ticket = engine.scheduler.admit(options.tenant ?? '', ms, options.priority);
  const job = startJob(engine, options, { workspace, ticket, signal, values: opened.options, warnings });
  const facts = await factsForPlanning(engine, job, source, request, options.verify ?? 'quick');
  checkLimits(facts, engine.limits, wantedPages(facts.document?.pages, opened.options.pages));
  const requestOfFile = { ...request, facts };
  const produced = await produce(engine, job, source, requestOfFile, engine.planner.plan(requestOfFile));
  const { artifacts, files } = await packed(job, produced.artifacts, options);
  return await resultOf(job, options, { started, artifacts, files, plan: produced.plan, report: produced.report });
}

/** What a job does beyond what its caller asked for. */
type JobParts = Pick<JobRequest, 'workspace' | 'ticket' | 'signal' | 'values' | 'warnings'> & Partial<JobRequest>;

export function startJob(
  engine: EngineContext,
  { deadlineMs, outDir, onProgress, verify: effort = 'quick' }: Omit<ConvertOptions, 'to'>,
  parts: JobParts,
): Job {
  return new Job(engine, { deadlineMs, effort, toFiles: outDir !== undefined, onProgress, ...parts });
}

interface Ended extends Pick<ConversionResult, 'artifacts' | 'files' | 'report'> {
  readonly plan: Plan;
  /** As `performance.now()` counts. */
  readonly started: number;
}

/** Puts verified files where the caller wants them, and tells everything about them. */
export async function resultOf(
  job: Job,
  { outDir, onProgress }: Pick<ConvertOptions, 'outDir' | 'onProgress'>,
  { started, plan, ...ended }: Ended,
): Promise<ConversionResult> {
  const artifacts = outDir === undefined ? ended.artifacts : await deliver(ended.artifacts, outDir);
  onProgress?.(1);
  return {
    ...ended,
    artifacts,
    plan: publicPlan(plan),
    sourceFormat: plan.from,
    targetFormat: plan.to,
    warnings: job.warnings,
    timings: { total: performance.now() - started, ...job.timings },
  };
}

/** Plans the conversion of this very file: a reader looks at its headers, and nothing is converted. */
export async function planInput(
  engine: EngineContext,
  input: Input,
  options: ConvertOptions,
  signal: AbortSignal,
): Promise<Plan> {
  await using workspace = engine.scratch.workspace();
  const given = await open(engine, input, options, workspace, signal);
  const { source, request, options: values, warnings } = await withText(engine, given, options, workspace, signal);
  using ticket = engine.scheduler.admit(options.tenant ?? '', 1);
  const { deadlineMs } = options;
  const job = startJob(engine, { deadlineMs }, { workspace, ticket, signal, values, warnings, effort: 'probe' });
  const facts = await job.inspect(source);
  return engine.planner.plan({ ...request, facts });
}

async function open(
  { limits, graph }: EngineContext,
  input: Input,
  { to, from: announced, fileName, options: raw = {}, allowLoss }: ConvertOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Opened> {
  const target = requireFormat(to, 'target');
  const options = parseOptions(raw);
  const taken = await takeInput(input, { fileName, maxBytes: limits.inputBytes, workspace, signal });
  const { format, also, warnings } = await detectFormat(taken, announced);
  // GeoJSON that no codec reads is still JSON; the nearest kin that one does read is taken.
  const from = [format, ...also].find((kin) => graph.readable.has(kin)) ?? format;
  return {
    source: artifactOf(taken, nameWithExtension(taken.fileName, from), from),
    request: { from, to: target, bytes: sizeOfInput(taken), options, allowLoss },
    options,
    warnings,
  };
}

/** A ZIP that is to become what no archive becomes stands for the text in it, with the files beside that text. */
async function withText(
  engine: EngineContext,
  opened: Opened,
  { deadlineMs, tenant, priority }: ConvertOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Opened> {
  const { source, request, options, warnings } = opened;
  if (!standsForText(request.from, request.to)) return opened;
  using ticket = engine.scheduler.admit(tenant ?? '', 1, priority);
  const job = startJob(engine, { deadlineMs }, { workspace, ticket, signal, values: options, warnings });
  checkLimits(await job.inspect(source), engine.limits);
  const found = await openArchivedText(job, source, request.to, options);
  if (!found) return opened;
  const text = { ...request, from: found.source.format, bytes: sizeOf(found.source), options: found.options };
  return { source: found.source, request: text, options: found.options, warnings: job.warnings };
}

/** What only pixels tell: an image may have a channel for it, and nothing in it. */
const SHOWN_BY_PIXELS: readonly Feature[] = ['alpha', 'colour'];

/**
 * What the plan needs to know of this file. A picture is not decoded twice, once to be looked at and once to be
 * converted, unless it hangs on its pixels whether anything is lost: the codec shows what it has decoded (see `look`).
 * Nor is an archive unpacked twice.
 */
async function factsForPlanning(
  { planner, registry }: EngineContext,
  job: Job,
  source: Artifact,
  request: PlanRequest,
  effort: InspectRequest['effort'],
): Promise<Facts> {
  const { steps, kept } = planner.plan(request);
  const [first] = steps;
  const isShown = first && registry.codec(first.codec).previews?.includes(source.format);
  const skipPreview = !isSeen(request.to);
  if (!isShown || effort !== 'quick') return job.inspect(source, { skipPreview });
  const facts = await job.inspect(source, { effort: 'probe' });
  const isDecided = facts.features.every((feature) => !SHOWN_BY_PIXELS.includes(feature) || kept.includes(feature));
  return isDecided ? facts : job.inspect(source);
}

/** Whether readers see what files of a format show: of other documents they read what they say. */
function isSeen(format: FormatId): boolean {
  return format === 'pdf' || formatOf(format).family === 'image';
}

/** The facts of a source that has been looked at: before it was converted, while it was, or else now. */
async function look(job: Job, source: Artifact, known: Facts, seen: Inspected = {}): Promise<Facts> {
  if (known.depth === 'content') return known;
  if (known.raster) return seen.thumbnails ? withThumbnails(known, seen.thumbnails) : job.inspect(source);
  if (known.archive || formatOf(known.format).family !== 'archive') return known;
  return seen.archive ? { ...known, depth: 'content', archive: seen.archive } : job.inspect(source);
}

interface Produced {
  readonly artifacts: readonly Artifact[];
  readonly plan: Plan;
  readonly report: Report;
}

/** Runs the plan and verifies its result; after a fault of a codec, another path that loses no more. */
async function produce(
  { planner }: EngineContext,
  job: Job,
  source: Artifact,
  request: PlanRequest & { readonly facts: Facts },
  preferred: Plan,
): Promise<Produced> {
  let plan = preferred;
  const failed = new Set<string>();
  for (let attempt = 0; ; attempt++) {
    const warningsBefore = job.warnings.length;
    try {
      return await attemptPlan(job, source, request.facts, plan, request.options ?? {});
    } catch (error) {
      if (attempt === MAX_FALLBACKS || !isCodecFault(error)) throw error;
      if (job.undivide()) {
        job.warnings.splice(warningsBefore, Infinity, IN_ONE_PIECE);
        continue;
      }
      for (const codec of planner.suspectsOf(plan)) failed.add(codec);
      const other = planner.fallbacks(plan, { ...request, exclude: failed });
      if (!other) throw error;
      job.warnings.splice(warningsBefore, Infinity, fallbackWarning(plan, other));
      plan = other;
    }
  }
}

async function attemptPlan(
  job: Job,
  source: Artifact,
  facts: Facts,
  plan: Plan,
  options: OptionValues,
): Promise<Produced> {
  const warningsBefore = job.warnings.length;
  let seen: Inspected | undefined;
  const outputs = await job.run([source], plan.steps, (shown) => (seen = shown));
  const dropped = job.warnings.slice(warningsBefore).flatMap(({ lost }) => lost ?? []);
  const expectation = expectationOf(plan, dropped, options);
  const looked = await look(job, source, facts, seen);
  const verified = await job.verify(looked, outputs, expectation, plan.steps.at(-1)?.codec);
  requireMet(expectation, verified.checks);
  const { artifacts, checks, depth } = await job.compareMoments(source, looked, verified, expectation);
  requireMet(expectation, checks);
  const fewerShades = facts.raster && warningOfTones(plan.from, plan.to);
  if (fewerShades) job.warnings.push(fewerShades);
  const macros = warningOfMacros(facts, plan.to);
  if (macros) job.warnings.push(macros);
  const missingText = warningOfMissingText(checks);
  if (missingText) job.warnings.push(missingText);
  const foreignFonts = warningOfForeignFonts(checks);
  if (foreignFonts) job.warnings.push(foreignFonts);
  return { artifacts, plan, report: reportOf(expectation, checks, depth, plan.qualityPenalty) };
}

/** Several outputs become one ZIP when the caller wants one file. */
async function packed(
  job: Job,
  artifacts: readonly Artifact[],
  { pack }: ConvertOptions,
): Promise<Pick<ConversionResult, 'artifacts' | 'files'>> {
  if (artifacts.length === 1 || pack !== 'zip') return { artifacts };
  const files = artifacts.map((artifact) => ({ name: artifact.name, size: sizeOf(artifact) }));
  const stem = parse(artifacts[0]!.name).name.replace(/-\d+$/, '');
  return { artifacts: await job.pack(artifacts, `${stem}.zip`), files };
}

const IN_ONE_PIECE: Warning = {
  code: 'fallback_used',
  message: 'Parts of the source were converted at the same time, and one failed; it was converted again in one piece.',
};

/** Only a fault of the codec is worth another path: a damaged or encrypted input stays what it is. */
function isCodecFault(error: unknown): boolean {
  return (
    error instanceof ConversionError && (error.code === 'conversion_failed' || error.code === 'output_not_verified')
  );
}

function fallbackWarning(failed: Plan, other: Plan): Warning {
  const routeOf = ({ steps }: Plan): string => steps.map(({ codec }) => codec).join(', ');
  return {
    code: 'fallback_used',
    message:
      `The preferred path (${routeOf(failed)}) failed; another one that loses no more was taken (${routeOf(other)})` +
      `${other.generations > failed.generations ? ', which encodes the content anew with loss' : ''}.`,
    details: { failed: routeOf(failed), taken: routeOf(other) },
  };
}

/** A codec may drop more than its edge declares, and says so: then it is no longer promised, but reported as lost. */
function expectationOf(plan: Plan, dropped: readonly Feature[], options: OptionValues): Expectation {
  const { from, to, kept, lost, gone, operations, steps } = plan;
  return {
    from,
    to,
    kept: kept.filter((feature) => !dropped.includes(feature)),
    lost: [...new Set([...lost, ...dropped.filter((feature) => kept.includes(feature))])],
    gone,
    operations,
    takes: takenBy(steps),
    gives: steps.some(({ gives }) => gives === 'many') ? 'many' : 'one',
    options,
  };
}

/** What a step takes of the files that another has made of single pages is all of each. */
function takenBy(steps: Plan['steps']): Expectation['takes'] {
  const afterSplit = steps.findIndex(({ gives }) => gives === 'many') + 1;
  const ofSource = afterSplit === 0 ? steps : steps.slice(0, afterSplit);
  return ofSource.some(({ takes }) => takes === 'first') ? 'first' : (steps[0]?.takes ?? 'one');
}

export function reportOf(
  { kept, lost, gone }: Expectation,
  checks: readonly Check[],
  verified: Report['verified'],
  qualityPenalty: number,
): Report {
  const ideal = weightOf(maskOf([...kept, ...lost]));
  const lostShare = ideal === 0 ? 0 : weightOf(maskOf(lost)) / ideal;
  const score = Math.max(0, Math.round(100 * (1 - lostShare) - qualityPenalty));
  return { verified, score, checks: checks.map(withoutWords), lost, gone };
}

function withoutWords({ name, feature, ok, expected, found }: Check): Check {
  return { name, ...(feature && { feature }), ok, expected, found };
}

/** A broken expectation is an error; a kept expectation with known losses is a report. */
export function requireMet({ to }: Expectation, checks: readonly Check[]): void {
  const broken = checks.filter(({ ok }) => !ok);
  const [first] = broken;
  if (!first) return;
  throw new ConversionError({
    code: 'output_not_verified',
    message:
      `The result was made, but it is not what was promised (${first.name}: expected ${first.expected}, found ${first.found}), ` +
      `so it is not handed out. Try again, or convert to another format than ${to.toUpperCase()}.`,
    details: { checks: broken },
  });
}
