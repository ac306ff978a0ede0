import { documentsOf, isShared, type Artifact } from '../contract/artifact.ts';
import type { Step } from '../contract/codec.ts';
import type { Inspected } from '../contract/facts.ts';
import type { PlannedStep } from '../planner/plan.ts';
import type { ConvertOutcome, ConvertTask } from '../pool/protocol.ts';
import type { Claim } from '../pool/scheduler.ts';
import { PROGRESS, type CallOptions, type Job } from './job.ts';
import { convertInPartitions } from './partitions.ts';

interface RunOptions {
  /** The first codec is asked for what it finds in the source while it decodes it; it may not answer. */
  readonly preview?: boolean;
}

interface StepsOutcome {
  readonly artifacts: readonly Artifact[];
  readonly inspected?: Inspected;
}

/** Runs steps from the sources on; between lanes the conversion gives its worker back. */
export async function runSteps(
  job: Job,
  sources: readonly Artifact[],
  steps: readonly PlannedStep[],
  { preview = false }: RunOptions = {},
): Promise<StepsOutcome> {
  const started = performance.now();
  const predictedMs = millisecondsOf(steps) || 1;
  let artifacts = sources;
  let inspected: Inspected | undefined;
  let done = 0;
  for (const [index, stage] of stagesOf(steps).entries()) {
    const share = millisecondsOf(stage) / predictedMs;
    const begun = done;
    // Images beside a text are for who gets it: no codec of another lane takes them.
    const outcome = await runStage(job, stage, index === 0 ? artifacts : documentsOf(artifacts), {
      preview: preview && index === 0,
      onProgress: (fraction) =>
        job.progress(PROGRESS.inspected + (PROGRESS.converted - PROGRESS.inspected) * (begun + fraction * share)),
    });
    ({ artifacts } = outcome);
    inspected ??= outcome.inspected;
    done += share;
  }
  job.timings.converted += performance.now() - started;
  job.progress(PROGRESS.converted);
  return { artifacts, inspected };
}

/** Predicted, of all steps together. */
export function millisecondsOf(steps: readonly PlannedStep[]): number {
  return steps.reduce((sum, { ms }) => sum + ms, 0);
}

/** One worker call; or several at the same time, when workers are idle and the codec partitions its source. */
async function runStage(
  job: Job,
  stage: readonly PlannedStep[],
  inputs: readonly Artifact[],
  { preview, onProgress }: { readonly preview: boolean; readonly onProgress: (fraction: number) => void },
): Promise<ConvertOutcome> {
  const claim = claimOf(stage);
  const steps = stage.map((step) => stepFor(job, step));
  const convert = async (task: Omit<ConvertTask, 'kind'>, how: CallOptions): Promise<ConvertOutcome> =>
    job.call(claim, { kind: 'convert', ...task, outDir: await job.outDir() }, how);
  const mayPartition = job.partitioning.isAllowed && inputs.every(isShared);
  const idleWorkers = mayPartition ? idleWorkersFor(job, stage, claim) : undefined;
  const outcome = await convert({ inputs, steps, preview, idleWorkers }, { onProgress });
  const { partitioned } = outcome;
  if (!partitioned) return outcome;
  job.partitioning.isUsed = true;
  return convertInPartitions({
    inputs,
    step: steps[0]!,
    partitioned,
    signal: job.signal,
    convert: (given, step, how) => convert({ inputs: given, steps: [step] }, how),
    onProgress,
  });
}

/** Workers that could share a stage; none when its codec does not partition such sources, or all but one are busy. */
function idleWorkersFor(
  { engine: { registry, scheduler } }: Job,
  [step, ...more]: readonly PlannedStep[],
  claim: Claim,
): number | undefined {
  const edge = registry.codec(step!.codec).edges.find(({ name }) => name === step!.edge);
  if (more.length > 0 || !edge?.partitionable?.includes(step!.from)) return undefined;
  const idle = scheduler.idleWorkers(claim);
  return idle > 1 ? idle : undefined;
}

/** The planner gives an option to one step; a password is for whoever opens the source. */
function stepFor({ values: { password } }: Job, { codec, edge, from, to, options }: PlannedStep): Step {
  return { codec, edge, from, to, options: password === undefined ? options : { ...options, password } };
}

/** Consecutive steps of one lane run in one worker call. */
function stagesOf(steps: readonly PlannedStep[]): PlannedStep[][] {
  const stages: PlannedStep[][] = [];
  for (const step of steps) {
    const stage = stages.at(-1);
    if (stage?.[0]?.lane === step.lane) stage.push(step);
    else stages.push([step]);
  }
  return stages;
}

function claimOf(steps: readonly PlannedStep[]): Claim {
  return {
    lane: steps[0]!.lane,
    cpuSlots: Math.max(...steps.map(({ cpuSlots }) => cpuSlots)),
    memoryMB: Math.max(...steps.map(({ memoryMB }) => memoryMB)),
  };
}
