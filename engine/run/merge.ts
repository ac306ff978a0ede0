import type { Artifact } from '../contract/artifact.ts';
import type { Warning } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import type { Facts } from '../contract/facts.ts';
import type { Check, Expectation } from '../contract/report.ts';
import { shapeWithBars } from '../content/timeline/compare/shown-size.ts';
import type { OptionValues } from '../formats/options.ts';
import { parseOptions } from '../formats/parse-options.ts';
import { requireFormat } from '../formats/require-format.ts';
import type { Input } from '../io/input.ts';
import type { EngineContext } from './context.ts';
import type { ConversionResult, ConvertOptions, MergeOptions } from './conversion.ts';
import { deliver } from './deliver.ts';
import { joinFindings, NO_FINDINGS } from '../verify/findings.ts';
import { isRefused, refusalOf } from '../verify/verdict.ts';
import { reportOf } from './expectation.ts';
import { nameWithExtension } from './file-name.ts';
import { Job } from './job.ts';
import { expectationOfMerge, planOfMerge, stepsOf } from './merge-expectation.ts';
import { findMergePlan, type MergeInput, type MergePlan } from './merge-plan.ts';
import { inspectAll, isUnpackedForMerge, openAll, unpackArchives } from './merge-sources.ts';
import { mergeFacts } from './merged-facts.ts';
import type { Frames } from './merged-frames.ts';
import { packFiles } from './pack.ts';
import { millisecondsOf, runSteps } from './run-steps.ts';
import { judgeOf } from './judge.ts';
import { compareMoments, compareOutputs, type Verified } from './verify.ts';

/**
 * Merges several inputs into one file, and verifies it as a conversion is verified. An input that cannot be merged as it
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
  const given = await openAll(engine, inputs, options, { workspace, signal });
  const isArchive = to === 'zip';
  const isPacked = !isArchive && given.some(({ format }) => isUnpackedForMerge(format));
  // By the formats alone: what cannot be merged is refused before anything is decoded, or unpacked.
  const unread = given.map((source) => ({ source }));
  const outline = isArchive || isPacked ? undefined : findMergePlan(engine, unread, to, values);

  const onProgress = onlyForward(options.onProgress);
  const predictedMs = outline ? millisecondsOf(stepsOf(outline)) : 1;
  // What is left of a truncated part has an end that only its packets tell: merging does not walk them.
  const whole = { ...values, salvage: false };
  using job = new Job(engine, { ...options, onProgress }, { workspace, signal, values: whole, predictedMs });
  const sources = isPacked ? await unpackArchives(job, given) : given;
  const facts = await inspectAll(job, sources);
  const parts = sources.map((source, index) => ({ source, facts: facts[index]! }));
  const plan = isArchive ? undefined : findMergePlan(engine, parts, to, values);
  const merged = comparable(mergeFacts(facts, plan), values);
  checkPages(merged.document?.pages ?? merged.raster?.frames ?? 0, engine);
  if (plan?.frames?.isReduced) job.warnings.push(warningOfSize(plan.frames));
  const outputs = plan ? await runMerge(job, sources, plan) : await packAll(job, sources);
  const expectation = expectationOfMerge(sources[0]!.format, to, merged, values, plan);
  const compared = await compareOutputs(job, merged, outputs, { expectation, writer: plan?.step.codec });
  const isComparedByParts = plan?.merges === 'parts' && !isRefused(compared);
  const verified = isComparedByParts ? await compareParts(job, parts, merged, compared, expectation) : compared;
  const refusal = options.onDifference === 'tell' ? undefined : refusalOf(expectation, verified);
  if (refusal) throw refusal;
  const judge = judgeOf(job, merged, { reader: verified.reader, writer: plan?.step.codec });
  const report = reportOf(expectation, { ...verified, judge }, 0);
  const { artifacts } = verified;
  return await deliver(
    job,
    { ...options, onProgress },
    { started, artifacts, plan: planOfMerge(expectation, plan), report },
  );
}

/** Converts every input to what the merging step takes, in order, and runs that step. */
async function runMerge(
  job: Job,
  sources: readonly Artifact[],
  { preparations, step }: MergePlan,
): Promise<readonly Artifact[]> {
  const prepared: Artifact[] = [];
  for (const [index, source] of sources.entries()) {
    const plan = preparations[index];
    prepared.push(...(plan ? (await runSteps(job, [source], plan.steps)).artifacts : [source]));
  }
  return (await runSteps(job, prepared, [step])).artifacts;
}

function packAll(job: Job, sources: readonly Artifact[]): Promise<readonly Artifact[]> {
  return packFiles(job, sources, nameWithExtension(sources[0]!.name, 'zip'));
}

function checkPages(found: number, { limits: { pages: allowed } }: EngineContext): void {
  if (found <= allowed) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `Together the files have ${found} pages, and at most ${allowed} are allowed. Merge fewer files.`,
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

/** Pages of documents keep their size when images are put on paper: they cannot be compared by one rule. */
function comparable(merged: Facts, { pageSize = 'picture' }: OptionValues): Facts {
  return merged.document && pageSize !== 'picture' ? { ...merged, raster: undefined } : merged;
}

/** Compares moments of each part with those of the result at which it plays, so that none is missing or misplaced. */
async function compareParts(
  job: Job,
  parts: readonly Required<MergeInput>[],
  merged: Facts,
  known: Verified,
  expectation: Expectation,
): Promise<Verified> {
  const video = merged.media?.tracks.find(({ kind }) => kind === 'video');
  const isPlain = expectation.options.fit === undefined && expectation.options.rotate === undefined;
  if (!isPlain || shapeWithBars(expectation.to)) return known;
  const shape = video?.width && video.height ? { width: video.width, height: video.height } : undefined;
  const compared: Verified[] = [];
  let atMs = 0;
  for (const { source, facts } of parts) {
    const artifacts = compared.at(-1)?.artifacts ?? known.artifacts;
    const before = { ...known, ...NO_FINDINGS, artifacts };
    const place = { atMs, shape };
    compared.push(await compareMoments(job, source, facts, { ...before, expectation, place }));
    atMs += facts.media?.durationMs ?? 0;
  }
  const found = joinFindings(...compared);
  const telling = (check: Check): boolean =>
    !check.ok || found.checks.find(({ name }) => name === check.name) === check;
  return {
    ...known,
    ...joinFindings(known, { ...found, checks: found.checks.filter(telling) }),
    artifacts: compared.at(-1)!.artifacts,
    depth: compared.every((one) => one.depth === 'content') ? 'content' : known.depth,
  };
}

function warningOfSize({ width, height }: Frames): Warning {
  const message = `The images were scaled down to ${width} × ${height} pixels. Set the options width and height for more.`;
  return { code: 'feature_dropped', message, details: { width, height } };
}
