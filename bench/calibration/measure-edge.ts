import type { Case } from '../../corpus/case.ts';
import type { Codec, CostModel, EdgeSpec, Step, Warning } from '../../engine/contract/codec.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import { FORMATS, formatOf } from '../../engine/formats/index.ts';
import type { OptionValues } from '../../engine/formats/options.ts';
import type { Artifact, BytesArtifact } from '../../engine/contract/artifact.ts';
import { Graph } from '../../engine/planner/graph.ts';
import type { Plan } from '../../engine/planner/plan.ts';
import { Planner } from '../../engine/planner/planner.ts';
import { MB } from '../../engine/planner/cost-model.ts';
import type { CodecBench, StepResult } from '../../test/support/codec-bench.ts';
import { median } from '../measure.ts';
import { fitCost, type CostPoint, type FittedCost } from './fit.ts';
import { specimensOf, type Specimen } from './specimens.ts';
import { scoreOfChecks, penaltyOfScores } from './quality-penalty.ts';

/** Timed runs, after an untimed one: libraries start lazily. */
const TIMED_RUNS = 3;
/** No more runs of a conversion that has taken so long already. */
const PATIENCE_MS = 2_500;

export interface MeasuredSpecimen {
  readonly specimen: Specimen;
  /** Absent for what was run only for its score. */
  readonly point?: CostPoint;
  /** Size of the source, and of the result as the next step has to do with it. */
  readonly size?: CostPoint;
  /** 0 to 1; absent for what is no golden case, or was not checked. */
  readonly score?: number;
}

export interface CalibratedEdge {
  /** `<codec id>/<edge name>`. */
  readonly key: string;
  readonly points: readonly MeasuredSpecimen[];
  readonly fitted: FittedCost;
  readonly resultMB: CostModel;
  readonly qualityPenalty: number;
}

export interface EdgeFailure {
  readonly specimen: Specimen;
  readonly reason: string;
}

export interface EdgeMeasurement {
  /** Absent when nothing could be measured. */
  readonly edge?: CalibratedEdge;
  readonly failures: readonly EdgeFailure[];
}

/** Measures one edge on its specimens until the time is used up; golden cases are run even then, but only once. */
export async function measureEdge(
  codec: Codec,
  edge: EdgeSpec,
  cases: readonly Case[],
  { bench, budgetMs }: { readonly bench: CodecBench; readonly budgetMs: number },
): Promise<EdgeMeasurement> {
  const deadline = performance.now() + budgetMs;
  const measuring = { codec, edge, planner: new Planner(new Graph([codec], FORMATS)), bench };
  const points: MeasuredSpecimen[] = [];
  const failures: EdgeFailure[] = [];
  for (const specimen of await specimensOf(codec, edge, cases)) {
    const isLate = performance.now() > deadline && points.length > 0;
    if (isLate && !specimen.golden) continue;
    try {
      points.push(await (isLate ? scoreSpecimen : measureSpecimen)(measuring, specimen));
    } catch (error) {
      failures.push({ specimen, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  if (points.length === 0) return { failures };
  const fitted = fitCost(
    points.flatMap(({ point }) => point ?? []),
    edge.cost.ms,
  );
  const sizes = points.flatMap(({ size }) => size ?? []);
  const resultMB = fitCost(sizes, { base: 0, perMB: edge.cost.growth ?? 1 }).model;
  const qualityPenalty = penaltyOfScores(points.flatMap(({ score }) => score ?? []));
  return { edge: { key: `${codec.id}/${edge.name}`, points, fitted, resultMB, qualityPenalty }, failures };
}

interface Measuring {
  readonly codec: Codec;
  readonly edge: EdgeSpec;
  /** Knows this codec alone. */
  readonly planner: Planner;
  readonly bench: CodecBench;
}

async function measureSpecimen(measuring: Measuring, specimen: Specimen): Promise<MeasuredSpecimen> {
  const { bench } = measuring;
  const source = await sourceOf(specimen);
  const step = stepOf(measuring, { ...specimen, options: withoutBounds(specimen.options) });
  const started = performance.now();
  const first = await computingTime(() => bench.convert([source], step));
  const times: number[] = [];
  while (times.length < TIMED_RUNS && performance.now() - started < PATIENCE_MS) {
    times.push((await computingTime(() => bench.convert([source], step))).ms);
  }
  const sizeMB = source.bytes.byteLength / MB;
  const point = { sizeMB, value: times.length > 0 ? median(times) : first.ms };
  const size = { sizeMB, value: await sizeOf(first.value.artifacts, bench) };
  return { ...(await scoreSpecimen(measuring, specimen)), point, size };
}

/** Only how much of what it promises the edge keeps in a golden case. */
async function scoreSpecimen(measuring: Measuring, specimen: Specimen): Promise<MeasuredSpecimen> {
  if (!specimen.golden) return { specimen };
  const source = await sourceOf(specimen);
  const result = await measuring.bench.convert([source], stepOf(measuring, specimen));
  const score = await scoreOf(measuring, source, result, specimen);
  return { specimen, ...(score !== undefined && { score }) };
}

async function sourceOf({ name, from, read }: Specimen): Promise<BytesArtifact> {
  return { name, format: from, bytes: await read() };
}

function stepOf({ codec, edge }: Measuring, { from, to, options }: Specimen): Step {
  return { codec: codec.id, edge: edge.name, from, to, options };
}

/** Options that keep the results of golden cases small: nobody asks for them by default. */
const BOUNDS: ReadonlySet<string> = new Set([
  'width',
  'height',
  'dpi',
  'duration',
  'end',
  'pages',
  'fps',
  'sampleRate',
]);

function withoutBounds(options: OptionValues): OptionValues {
  return Object.fromEntries(Object.entries(options).filter(([option]) => !BOUNDS.has(option)));
}

/** Bytes of a pixel in a photograph as PNG (`GENERATED`). */
const BYTES_PER_PIXEL = 2.4;

/** MB of a result. Drawings and plain areas compress well, but cost the next step as much as a photograph of their pixels. */
async function sizeOf(artifacts: readonly Artifact[], bench: CodecBench): Promise<number> {
  let bytes = 0;
  for (const artifact of artifacts) {
    const isImage =
      formatOf(artifact.format).family === 'image' && !formatOf(artifact.format).carries.includes('vector');
    const raster = isImage ? (await bench.inspect(artifact, { effort: 'probe' }))?.raster : undefined;
    const pixels = raster ? raster.width * raster.height * raster.frames : 0;
    const size = 'bytes' in artifact ? artifact.bytes.byteLength : artifact.size;
    bytes += Math.max(size, BYTES_PER_PIXEL * pixels);
  }
  return bytes / MB;
}

/**
 * Milliseconds of work: wall time, or CPU time where that is less. A conversion that computes in one thread takes as long
 * as it computes; what it waits beyond that, it waits for other programs on a busy machine.
 */
export async function computingTime<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const value = await work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms: Math.min(wallMs, (user + system) / 1000), value };
}

/** How much of what the edge promises another reader finds in its result. */
async function scoreOf(
  { codec, edge, planner, bench }: Measuring,
  source: Artifact,
  { artifacts, warnings }: StepResult,
  { from, to, options }: Specimen,
): Promise<number | undefined> {
  const before = await bench.inspect(source);
  if (!before) return undefined;
  const plan = planOf(planner, { from, to, facts: before, options, allowLoss: 'any' });
  if (plan?.steps.length !== 1 || plan.steps[0]!.edge !== edge.name) return undefined;
  const { takes, gives } = edge;
  const { lost, gone, operations } = plan;
  const kept = plan.kept.filter((feature) => !isDropped(feature, warnings));
  const expectation = { from, to, kept, lost, gone, operations, takes, gives, options };
  const findings = await bench.verify(before, artifacts, { expectation, writer: codec.id });
  return findings && scoreOfChecks(findings.checks);
}

function planOf(planner: Planner, request: Parameters<Planner['plan']>[0]): Plan | undefined {
  try {
    return planner.plan(request);
  } catch (error) {
    if (error instanceof ConversionError) return undefined; // the pair is not one that users are offered
    throw error;
  }
}

/** What a codec says it has dropped from this very file is a loss that is told, not quality penalty. */
function isDropped(feature: Plan['kept'][number], warnings: readonly Warning[]): boolean {
  return warnings.some(({ lost }) => lost?.includes(feature));
}
