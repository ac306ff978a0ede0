import { basename, parse } from 'node:path';
import { sizeOf, type Artifact } from '../contract/artifact.ts';
import type { Limits } from '../contract/limits.ts';
import { MAX_LISTED_DIFFERENCES } from '../contract/differences.ts';
import { ConversionError } from '../contract/errors.ts';
import type { Warning } from '../contract/codec.ts';
import type { Report } from '../contract/report.ts';
import type { Detection } from '../formats/detect/index.ts';
import type { FormatId } from '../formats/index.ts';
import { takeInput, type Input } from '../io/input.ts';
import type { Workspace } from '../io/scratch.ts';
import { aboutStep, optionsOfStep, planChain } from './chain-plan.ts';
import { ofStep, parseChainSteps, type ChainStep, type ChainVerb } from './chain-steps.ts';
import type { EngineContext } from './context.ts';
import type { ConversionResult, ConvertOptions } from './conversion.ts';
import { convertInput } from './convert.ts';
import { moveFiles } from './deliver.ts';
import { detectFormat } from './detect.ts';
import { Job } from './job.ts';
import { mergeInputs } from './merge.ts';
import { packFiles, packOutputs } from './pack.ts';

/** What a caller asks of a chain. `from` names the format of a single input; `fileNames` those that are not paths. */
export interface ChainOptions extends Omit<ConvertOptions, 'to' | 'options' | 'allowLoss' | 'fileName' | 'detection'> {
  readonly steps: readonly ChainStep[];
  readonly outDir: string;
  readonly fileNames?: readonly string[];
}

/** What a step has done, on all of its files together. */
export interface ChainStepResult extends Pick<ConversionResult, 'report' | 'warnings'> {
  readonly do: ChainVerb;
  readonly sourceFormat: FormatId;
  readonly targetFormat: FormatId;
  /** Files that the step has given. */
  readonly files: number;
  readonly route: ConversionResult['plan']['steps'];
  readonly durationMs: number;
}

/** The last files, with one plan and one report over all steps, and the report of each. */
export interface ChainResult extends ConversionResult {
  readonly steps: readonly ChainStepResult[];
}

/** A file between two steps. */
interface ChainFile {
  readonly input: Input;
  readonly fileName: string;
  readonly detection?: Detection;
}

/**
 * Runs several steps, each on the files of the one before, and verifies each. All of it is planned by the formats before
 * anything runs. The time limit is that of the whole chain. Leaves nothing behind, whatever happens.
 */
export async function runChain(
  engine: EngineContext,
  inputs: readonly Input[],
  options: ChainOptions,
  signal: AbortSignal,
): Promise<ChainResult> {
  const started = performance.now();
  const steps = parseChainSteps(options.steps, engine.limits.chainSteps);
  await using workspace = engine.scratch.workspace();
  let files = await takeAll(engine, inputs, options, { workspace, signal });
  planChain(
    engine,
    files.map(({ detection }) => detection!.format),
    steps,
  );
  // What a step gives may be larger than what a caller may send.
  const within = { ...engine, limits: { ...engine.limits, inputBytes: engine.limits.outputBytes } };
  const runs: StepRun[] = [];
  for (const [index, step] of steps.entries()) {
    try {
      const leftMs = (options.deadlineMs ?? engine.limits.deadlineMs) - busyMsOf(runs);
      if (leftMs <= 0) throw outOfTime(engine.limits.deadlineMs);
      const isLast = index === steps.length - 1;
      const onProgress = options.onProgress && shareOf(options.onProgress, index, steps.length);
      const control = { ...options, deadlineMs: leftMs, onProgress };
      const run = await runStep(index === 0 ? engine : within, step, files, control, { workspace, signal, isLast });
      runs.push(run);
      if (!isLast) files = await filesAfter(within, run, control, { workspace, signal });
    } catch (error) {
      throw ofStep(error, index, aboutStep(step));
    }
  }
  const last = runs.at(-1)!;
  const artifacts = withOwnNames(last.results.flatMap((result) => result.artifacts));
  using job = jobFor(engine, options, { workspace, signal });
  const packed = await packOutputs(job, artifacts, options);
  const delivered = await moveFiles(packed.artifacts, options.outDir);
  options.onProgress?.(1);
  return { ...resultOf(runs, started), ...packed, artifacts: delivered };
}

interface ChainScope {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
}

interface StepRun {
  readonly step: ChainStep;
  readonly results: readonly ConversionResult[];
  readonly durationMs: number;
}

async function takeAll(
  engine: EngineContext,
  inputs: readonly Input[],
  { from, fileNames = [] }: ChainOptions,
  { workspace, signal }: ChainScope,
): Promise<ChainFile[]> {
  const taken: ChainFile[] = [];
  for (const [index, input] of inputs.entries()) {
    const named = { fileName: fileNames[index], maxBytes: engine.limits.inputBytes, workspace, signal };
    const file = await takeInput(input, named);
    const detection = await detectFormat(engine, file, { announced: inputs.length === 1 ? from : undefined, signal });
    const fileName = file.fileName ?? 'file';
    taken.push({ input: 'path' in file ? file.path : file.bytes, fileName, detection });
  }
  if (taken.length > 0) return taken;
  throw new ConversionError({ code: 'empty_file', message: 'There is no file to convert. Send at least one.' });
}

async function runStep(
  engine: EngineContext,
  step: ChainStep,
  files: readonly ChainFile[],
  options: ChainOptions,
  { workspace, signal, isLast }: ChainScope & { readonly isLast: boolean },
): Promise<StepRun> {
  const started = performance.now();
  const { tenant, priority, verify, onDifference, onProgress, meter } = options;
  const common = { tenant, priority, verify, onDifference, meter, options: optionsOfStep(step) };
  if (step.do === 'merge') {
    const outDir = await workspace.stage();
    const fileNames = files.map(({ fileName }) => fileName);
    const { deadlineMs } = options;
    const asked = { ...common, to: step.to!, fileNames, outDir, deadlineMs, onProgress };
    const merged = await mergeInputs(
      engine,
      files.map(({ input }) => input),
      asked,
      signal,
    );
    return { step, results: [merged], durationMs: Math.round(performance.now() - started) };
  }
  const results: ConversionResult[] = [];
  const check = growthCheck(engine.limits, isLast);
  for (const [index, { input, fileName, detection }] of files.entries()) {
    const deadlineMs = options.deadlineMs! - busyMsOf([{ results }]);
    if (deadlineMs <= 0) throw outOfTime(engine.limits.deadlineMs);
    const known = detection ?? (await detectFile(engine, input, { fileName, workspace, signal }));
    const asked = {
      ...{ ...common, fileName, detection: known, deadlineMs },
      to: step.to ?? known.format,
      allowLoss: step.allowLoss,
      outDir: await workspace.stage(),
      // Of several texts each keeps its images to itself.
      pack: isLast && files.length > 1 ? options.pack : 'list',
      onProgress: onProgress && shareOf(onProgress, index, files.length),
    } as const;
    const result = await convertInput(engine, input, asked, signal);
    check(result.artifacts);
    results.push(result);
  }
  return { step, results, durationMs: Math.round(performance.now() - started) };
}

async function detectFile(
  engine: EngineContext,
  input: Input,
  { fileName, workspace, signal }: ChainScope & { readonly fileName: string },
): Promise<Detection> {
  const taken = await takeInput(input, { fileName, maxBytes: engine.limits.inputBytes, workspace, signal });
  return detectFormat(engine, taken, { signal });
}

/** What the next step gets. What is mixed goes as a ZIP, which stands for all of it. */
async function filesAfter(
  engine: EngineContext,
  { results }: StepRun,
  options: ChainOptions,
  scope: ChainScope,
): Promise<ChainFile[]> {
  const files: ChainFile[] = [];
  for (const { artifacts, targetFormat } of results) {
    if (areMixed(artifacts)) {
      using job = jobFor(engine, options, scope);
      const [packed] = await packFiles(job, artifacts, `${parse(artifacts[0]!.name).name}.zip`);
      files.push(fileOf(packed!));
    } else
      files.push(...artifacts.map((artifact) => ({ ...fileOf(artifact), detection: sure(targetFormat, artifact) })));
  }
  return files;
}

/**
 * Throws as soon as the results of a step are too many for the next one, or for an archive after the last, or too large
 * together: each is small enough by itself.
 */
function growthCheck(
  { chainFiles, entries, outputBytes }: Limits,
  isLast: boolean,
): (artifacts: readonly Artifact[]) => void {
  let count = 0;
  let bytes = 0;
  return (artifacts) => {
    count += areMixed(artifacts) && !isLast ? 1 : artifacts.length;
    bytes += artifacts.reduce((sum, artifact) => sum + sizeOf(artifact), 0);
    const allowed = isLast ? entries : chainFiles;
    if (count > allowed) {
      const limit = isLast ? 'entries' : 'chainFiles';
      const taker = isLast ? 'one archive' : 'the next step';
      throw new ConversionError({
        code: 'input_too_complex',
        message: `It gives ${count} files or more, and ${taker} takes at most ${allowed}. Select pages, or merge first.`,
        details: { limit, allowed, found: count },
      });
    }
    if (bytes <= outputBytes) return;
    throw new ConversionError({
      code: 'output_too_large',
      message:
        'The results of this step together are larger than this engine allows. Send fewer files, select pages, or ask for a ' +
        'smaller size or a lower quality.',
      details: { limitBytes: outputBytes },
    });
  };
}

/** A text with images beside it, which stay together. */
function areMixed(artifacts: readonly Artifact[]): boolean {
  return artifacts.some(({ format }) => format !== artifacts[0]!.format);
}

/** The format of what a codec has written and a reader has verified need not be detected. */
function sure(format: FormatId, artifact: Artifact): Detection | undefined {
  if (artifact.format !== format) return undefined;
  return { format, confidence: 1, via: 'caller', also: [], warnings: [] };
}

function fileOf(artifact: Artifact): ChainFile {
  if (!('path' in artifact)) throw new Error('A result that was asked for as a file came back as bytes.');
  return { input: artifact.path, fileName: basename(artifact.name) };
}

function jobFor(engine: EngineContext, options: ChainOptions, scope: ChainScope): Job {
  return new Job(engine, options, { ...scope, values: {}, predictedMs: 1 });
}

/** Several files may be named alike: `page.png`, `page-2.png`. */
function withOwnNames(artifacts: readonly Artifact[]): Artifact[] {
  const taken = new Set<string>();
  /** Where to go on for a name: of many files that are named alike each would try all numbers. */
  const numbers = new Map<string, number>();
  return artifacts.map((artifact) => {
    const { name: stem, ext } = parse(artifact.name);
    let name = artifact.name;
    let number = numbers.get(name) ?? 2;
    for (; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}${ext}`;
    numbers.set(artifact.name, number);
    taken.add(name.toLowerCase());
    return { ...artifact, name };
  });
}

function shareOf(onProgress: (fraction: number) => void, index: number, count: number): (fraction: number) => void {
  return (fraction) => onProgress((index + fraction) / count);
}

/** Milliseconds of work; waiting for a worker costs nothing of the time limit. */
function busyMsOf(runs: readonly Pick<StepRun, 'results'>[]): number {
  const timings = runs.flatMap(({ results }) => results.map((result) => result.timings));
  return timings.reduce((sum, { total, queued }) => sum + total - queued, 0);
}

function outOfTime(deadlineMs: number): ConversionError {
  const message = `The steps before took all of the ${Math.round(deadlineMs / 1000)} seconds. Send a smaller file, or fewer steps.`;
  return new ConversionError({ code: 'conversion_timeout', message, details: { deadlineMs } });
}

function resultOf(runs: readonly StepRun[], started: number): Omit<ChainResult, 'artifacts' | 'files'> {
  const steps = runs.map(stepResultOf);
  const all = runs.flatMap(({ results }) => results);
  const [first, last] = [all[0]!, all.at(-1)!];
  const sum = (name: 'queued' | 'converted' | 'verified'): number =>
    all.reduce((total, { timings }) => total + timings[name], 0);
  const route = steps.flatMap((step) => step.route);
  const report = joinReports(all.map((one) => one.report));
  const { lost, gone } = report;
  return {
    steps,
    sourceFormat: first.sourceFormat,
    targetFormat: last.targetFormat,
    plan: {
      ...last.plan,
      from: first.sourceFormat,
      steps: route,
      hops: route,
      lost,
      gone,
      why: 'It follows the steps.',
    },
    report,
    warnings: joinWarnings(steps.flatMap((step) => step.warnings)),
    timings: {
      total: performance.now() - started,
      queued: sum('queued'),
      converted: sum('converted'),
      verified: sum('verified'),
    },
  };
}

function stepResultOf({ step, results, durationMs }: StepRun): ChainStepResult {
  const [first] = results as readonly [ConversionResult, ...ConversionResult[]];
  return {
    ...{ do: step.do, durationMs, sourceFormat: first.sourceFormat, targetFormat: first.targetFormat },
    files: results.reduce((count, { artifacts }) => count + artifacts.length, 0),
    // Files of one format go the same way.
    route: [...new Map(results.map(({ plan }) => [plan.from, plan.steps])).values()].flat(),
    report: joinReports(results.map(({ report }) => report)),
    warnings: joinWarnings(results.flatMap(({ warnings }) => warnings)),
  };
}

const DEPTHS: readonly Report['verified'][] = ['signature', 'structure', 'content'];

/** Checks that a joined report lists: those of a chain of many files would fill pages. */
const LISTED_CHECKS = 50;

/** One report over several: as weak as the weakest of them. */
function joinReports(reports: readonly Report[]): Report {
  if (reports.length === 1) return reports[0]!;
  const differences = reports.flatMap((report) => report.differences);
  const beyond = reports.reduce((sum, { differencesBeyond }) => sum + differencesBeyond, 0);
  const depths = reports.map(({ verified }) => DEPTHS.indexOf(verified));
  const { judge } = reports.at(-1)!;
  return {
    verified: DEPTHS[Math.min(...depths)]!,
    verdict: reports.some(({ verdict }) => verdict === 'refused') ? 'refused' : 'accepted',
    score: Math.min(...reports.map(({ score }) => score)),
    checks: reports.flatMap(({ checks }) => checks).slice(0, LISTED_CHECKS),
    differences: differences.slice(0, MAX_LISTED_DIFFERENCES),
    differencesBeyond: beyond + Math.max(0, differences.length - MAX_LISTED_DIFFERENCES),
    judge: { ...judge, independent: reports.every((report) => report.judge.independent) },
    lost: [...new Set(reports.flatMap(({ lost }) => lost))],
    gone: [...new Set(reports.flatMap(({ gone }) => gone))],
  };
}

/** Each warning once, however many files it is about. */
function joinWarnings(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [`${warning.code} ${warning.message}`, warning])).values()];
}
