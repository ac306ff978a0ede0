import type { Artifact } from '../contract/artifact.ts';
import { checkLimits } from '../contract/check-limits.ts';
import type { Facts } from '../contract/facts.ts';
import { wantedPages } from '../formats/page-range.ts';
import type { Input } from '../io/input.ts';
import type { Plan } from '../planner/plan.ts';
import type { PlanRequest } from '../planner/planner.ts';
import { refusalOf } from '../verify/verdict.ts';
import { warningsOf } from '../verify/warnings.ts';
import type { EngineContext } from './context.ts';
import type { ConversionResult, ConvertOptions } from './conversion.ts';
import { deliver } from './deliver.ts';
import { expectationOf, reportOf } from './expectation.ts';
import { withFallbacks } from './fallbacks.ts';
import { completeFacts, inspect, isModel, inspectForPlan, withKnownColours } from './inspect.ts';
import { Job } from './job.ts';
import { openAndDetect } from './open.ts';
import { packOutputs } from './pack.ts';
import { runSteps } from './run-steps.ts';
import { judgeOf } from './judge.ts';
import { attemptRecognition, recognitionPlan } from './recognition.ts';
import { RefusedResult, type VerifiedResult } from './verified-result.ts';
import { verify, type VerifyRequest } from './verify.ts';

/**
 * Converts one input: open and detect, plan by the formats, inspect, plan by the facts, convert, verify, deliver. Leaves
 * nothing behind, whatever happens.
 */
export async function convertInput(
  engine: EngineContext,
  input: Input,
  options: ConvertOptions,
  signal: AbortSignal,
): Promise<ConversionResult> {
  const started = performance.now();
  await using workspace = engine.scratch.workspace();
  const { source, request, values, warnings } = await openAndDetect(engine, input, options, { workspace, signal });
  // By the formats alone: an impossible pair is refused before anything is decoded.
  const outline = engine.planner.plan(request);
  using job = new Job(engine, options, { workspace, signal, values, warnings, predictedMs: outline.ms });
  const facts = await inspectForPlan(job, source, outline);
  checkLimits(facts, engine.limits, wantedPages(facts.document?.pages, values.pages));
  const requestOfFile = requestFor(request, facts);
  const attempt = (plan: Plan): Promise<VerifiedResult> => convertAndVerify(job, source, facts, plan);
  const verified =
    (await attemptRecognition(job, requestOfFile, { facts, deadlineMs: options.deadlineMs, attempt })) ??
    (await withFallbacks(job, requestOfFile, engine.planner.plan(requestOfFile), {
      attempt,
      onDifference: options.onDifference,
    }));
  const packed = await packOutputs(job, verified.artifacts, options);
  return await deliver(job, options, { started, ...verified, ...packed });
}

/** One attempt by one plan. Throws a `RefusedResult` when the result is wrong. */
async function convertAndVerify(job: Job, source: Artifact, facts: Facts, plan: Plan): Promise<VerifiedResult> {
  const warningsBefore = job.warnings.length;
  const converted = await convertByPlan(job, source, facts, plan);
  const { expectation, writer } = converted;
  const verified = await verify(job, converted);
  job.warnings.push(...warningsOf(facts, expectation, verified.checks));
  const judge = judgeOf(job, converted.facts, { reader: verified.reader, writer });
  const report = reportOf(expectation, { ...verified, judge }, plan.qualityPenalty);
  const result = { artifacts: verified.artifacts, plan, report };
  const refusal = refusalOf(expectation, verified);
  if (refusal) throw new RefusedResult(refusal, { ...result, warnings: job.warnings.slice(warningsBefore) });
  return result;
}

/** Runs the steps of a plan; `facts` are what was found in the source before. */
export async function convertByPlan(job: Job, source: Artifact, facts: Facts, plan: Plan): Promise<VerifyRequest> {
  const warningsBefore = job.warnings.length;
  const { artifacts: outputs, inspected } = await runSteps(job, [source], plan.steps, { preview: true });
  const told = job.warnings.slice(warningsBefore).flatMap(({ lost }) => lost ?? []);
  const dropped = told.filter((feature) => plan.kept.includes(feature) || facts.features.includes(feature));
  const expectation = expectationOf(plan, dropped, job.values);
  const complete = await completeFacts(job, source, facts, inspected);
  const compared = complete.reader === plan.steps[0]?.codec ? withKnownColours(complete) : complete;
  return { source, facts: compared, outputs, expectation, writer: plan.steps.at(-1)?.codec };
}

/** Plans the conversion of this very file: a reader inspects its headers, and nothing is converted. */
export async function planInput(
  engine: EngineContext,
  input: Input,
  options: ConvertOptions,
  signal: AbortSignal,
): Promise<Plan> {
  await using workspace = engine.scratch.workspace();
  const { source, request, values, warnings } = await openAndDetect(engine, input, options, { workspace, signal });
  const { tenant, deadlineMs } = options;
  const probe = { workspace, signal, values, warnings, effort: 'probe', predictedMs: 1 } as const;
  using job = new Job(engine, { tenant, deadlineMs }, probe);
  const facts = await inspect(job, source, { asModel: isModel(request.to) });
  const requestOfFile = requestFor(request, facts);
  return recognitionPlan(engine, requestOfFile, facts, deadlineMs) ?? engine.planner.plan(requestOfFile);
}

/** What is asked of this very file: of a truncated one the codecs take what is left. */
function requestFor(request: PlanRequest, facts: Facts): PlanRequest {
  const options = facts.isTruncated ? { ...request.options, salvage: true } : request.options;
  return { ...request, facts, options };
}
