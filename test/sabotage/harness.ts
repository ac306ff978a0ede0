import { join } from 'node:path';
import type { Artifact } from '../../engine/contract/artifact.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import type { EngineContext } from '../../engine/run/context.ts';
import { convertByPlan } from '../../engine/run/convert.ts';
import { inspectForPlan } from '../../engine/run/inspect.ts';
import { Job } from '../../engine/run/job.ts';
import { openAndDetect } from '../../engine/run/open.ts';
import { verify, type VerifyRequest } from '../../engine/run/verify.ts';
import { refusalOf } from '../../engine/verify/verdict.ts';
import { MissingTool, type Damage, type DamageOfSeveral, type Harm, type Scenario } from './scenario.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * `refused`: the damaged result was discarded. `told`: it was returned, and its report names a difference that the
 * undamaged one does not have. `silent`: it was returned as if nothing was wrong.
 */
export type Outcome = 'refused' | 'told' | 'silent';

export interface Finding {
  readonly family: Scenario['family'];
  readonly pair: string;
  readonly source: string;
  readonly damage: string;
  readonly harm: Harm;
  readonly outcome: Outcome;
  /** Why it was refused, or what was told. */
  readonly reason: string;
}

export interface ScenarioOutcome {
  readonly findings: readonly Finding[];
  /** Undamaged results that were refused, and why. */
  readonly refusedControls: readonly string[];
  /** Damages that found nothing to damage, or failed. */
  readonly unapplied: readonly string[];
  /** Damages whose tool is not installed. */
  readonly skipped: readonly string[];
}

/** Converts the source of a scenario once, and verifies its result undamaged and with each of the damages. */
export async function sabotage(
  engine: EngineContext,
  scenario: Scenario,
  signal: AbortSignal,
): Promise<ScenarioOutcome> {
  const { source: path, to, options, family, damages, resave } = scenario;
  await using workspace = engine.scratch.workspace();
  const asked = { to, options, verify: 'quick' } as const;
  const { source, request, values, warnings } = await openAndDetect(engine, join(ROOT, path), asked, {
    workspace,
    signal,
  });
  const createJob = (): Job => new Job(engine, asked, { workspace, signal, values, warnings, predictedMs: 1 });
  using job = createJob();
  const facts = await inspectForPlan(job, source, engine.planner.plan(request));
  const plan = engine.planner.plan({ ...request, facts });
  const converted = await convertByPlan(job, source, facts, plan);
  const outputs = converted.outputs.map(withBytes);
  const judge = (results: readonly Uint8Array[]): Promise<Judged> =>
    judgeResults(createJob(), job.timings.converted, { ...converted, outputs }, results);

  const undamaged = outputs.map(({ bytes }) => bytes);
  const control = await judge(undamaged);
  const resaved = resave && (await judge([await resave(undamaged[0]!.slice()), ...undamaged.slice(1)]));
  const refusedControls = [control, ...(resaved ? [resaved] : [])].flatMap(({ refusal }) =>
    refusal === undefined ? [] : [`${path} → ${to}: ${refusal}`],
  );
  const findings: Finding[] = [];
  const unapplied: string[] = [];
  const skipped: string[] = [];
  for (const damage of damages) {
    const about = { family, pair: `${plan.from}→${plan.to}`, source: path, damage: damage.name, harm: damage.harm };
    const results = await damaged(damage, undamaged).catch((error: unknown) =>
      error instanceof MissingTool ? error : String(error),
    );
    if (results instanceof MissingTool) {
      skipped.push(`${path} → ${to}: ${damage.name} (${results.message})`);
      continue;
    }
    if (typeof results === 'string' || !results || isSame(results, undamaged)) {
      unapplied.push(`${path} → ${to}: ${damage.name}${typeof results === 'string' ? ` (${results})` : ''}`);
      continue;
    }
    const { refusal, differences } = await judge(results);
    const told = differences.filter((message) => !control.differences.includes(message));
    const outcome = refusal !== undefined ? 'refused' : told.length > 0 ? 'told' : 'silent';
    findings.push({ ...about, outcome, reason: refusal ?? told[0] ?? '' });
  }
  return { findings, refusedControls, unapplied, skipped };
}

interface Judged {
  readonly refusal?: string;
  /** Messages of what was told. */
  readonly differences: readonly string[];
}

async function judgeResults(
  job: Job,
  convertedMs: number,
  converted: VerifyRequest,
  results: readonly Uint8Array[],
): Promise<Judged> {
  using owned = job;
  owned.timings.converted = convertedMs;
  const { outputs, expectation } = converted;
  // Bytes are transferred to the worker that reads them: each judgement takes its own.
  const copies = results.map((bytes, index) => ({
    ...outputs[Math.min(index, outputs.length - 1)]!,
    bytes: new Uint8Array(bytes), // a Buffer would share its memory with others
  }));
  try {
    const verified = await verify(owned, { ...converted, outputs: copies });
    const { checks, differences } = verified;
    const messages = [
      ...differences.listed.map(({ message }) => message),
      ...checks.flatMap(({ name, missing }) => (missing ? [`${name}: ${missing.join(', ')}`] : [])),
    ];
    const refusal = refusalOf(expectation, verified)?.message;
    return { ...(refusal !== undefined && { refusal }), differences: messages };
  } catch (error) {
    // Readers refuse what they cannot read in their own words; any other error is a fault of the harness.
    if (error instanceof ConversionError && error.code !== 'internal')
      return { refusal: error.message, differences: [] };
    throw error;
  }
}

function withBytes(artifact: Artifact): Artifact & { readonly bytes: Uint8Array } {
  if (!('bytes' in artifact)) throw new Error('Results come back as bytes.');
  return artifact;
}

async function damaged(
  damage: Damage | DamageOfSeveral,
  undamaged: readonly Uint8Array[],
): Promise<readonly Uint8Array[] | undefined> {
  if ('applyToAll' in damage) return damage.applyToAll(undamaged.map((bytes) => bytes.slice()));
  const [first, ...others] = undamaged;
  const result = await damage.apply(first!.slice());
  return result && [result, ...others];
}

function isSame(a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean {
  return a.length === b.length && a.every((bytes, index) => Buffer.compare(bytes, b[index]!) === 0);
}
