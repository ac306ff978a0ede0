import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCases } from '../corpus/cases.ts';
import type { Codec, EdgeSpec } from '../engine/contract/codec.ts';
import { MEASURED_COSTS, type MeasuredCosts, type MeasuredEdge } from '../engine/planner/cost-model.ts';
import { requireSupportedNode } from '../engine/io/runtime.ts';
import { CodecBench } from '../test/support/codec-bench.ts';
import { measureEdge, type CalibratedEdge, type EdgeFailure } from './calibration/measure-edge.ts';
import { measurePredictions, predictionReport, type Lot, type Prediction } from './calibration/predictions.ts';
import { measureInspections } from './calibration/measure-inspection.ts';
import { measureJob } from './calibration/measure-job.ts';
import { describeMachine, summariseMachine } from './machine.ts';
import { formatNumber } from './report/format.ts';
import { alignTable } from './report/table.ts';

const USAGE = `Usage: npm run calibrate [-- codec …] [--dry-run]
       npm run calibrate -- --check [--pairs 300] [--seed 1] [--minutes 10]

Measures what every edge of every codec costs (ms = base + perMB × size) and how much of what it keeps it breaks, on
the golden cases, the sources of the corpus and generated inputs, what reading each format takes, and what a job takes
beside both, and writes engine/planner/cost-model.json. With codecs named, only their edges are measured and all else
stays as it is. Run it on a machine that does nothing else.

  --dry-run   show the figures, write nothing
  --check     measures nothing new: converts pairs drawn by lot, compares what plans predict with what they take, and
              writes bench/PREDICTIONS.md
`;

const PREDICTIONS = join(import.meta.dirname, 'PREDICTIONS.md');
const COST_MODEL = join(import.meta.dirname, '../engine/planner/cost-model.json');
/** Milliseconds for all edges together: a calibration that takes long is not repeated. */
const BUDGET_MS = 240_000;

interface NamedEdge {
  readonly codec: Codec;
  readonly edge: EdgeSpec;
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      pairs: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '10' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { pairs, seed, minutes } = values;
  if (values.check) return checkPredictions({ pairs: Number(pairs), seed: Number(seed), minutes: Number(minutes) });
  await using bench = new CodecBench();
  const unknown = positionals.filter((id) => !bench.registry.codecs.some((codec) => codec.id === id));
  if (unknown.length > 0) {
    log(
      `There is no codec ${unknown.join(', ')}. The codecs are ${bench.registry.codecs.map(({ id }) => id).join(', ')}.`,
    );
    return 2;
  }
  const edges = edgesToMeasure(bench, positionals);
  const calibrated = await calibrate(edges, bench);
  process.stdout.write(`${tableOf(calibrated, edges)}\n`);
  const kept = positionals.length > 0 ? MEASURED_COSTS.edges : {};
  if (values['dry-run']) return 0;
  const { inspections, jobMs } =
    positionals.length > 0
      ? MEASURED_COSTS
      : { inspections: await measureInspections(bench), jobMs: await measureJob() };
  await writeCostModel(calibrated, kept, { inspections, jobMs });
  return 0;
}

async function checkPredictions(lot: Lot): Promise<number> {
  const predictions: Prediction[] = [];
  for await (const prediction of measurePredictions(lot)) {
    const { from, to, predicted, took } = prediction;
    log(`${from} → ${to}: ${Math.round(predicted)} ms predicted, ${Math.round(took)} ms`);
    predictions.push(prediction);
  }
  await writeFile(PREDICTIONS, predictionReport(predictions, lot));
  return 0;
}

/** Those that plans use: an edge that joins several files is for merging. */
function edgesToMeasure({ registry }: CodecBench, wanted: readonly string[]): NamedEdge[] {
  return registry.codecs
    .filter((codec) => registry.isInstalled(codec) && (wanted.length === 0 || wanted.includes(codec.id)))
    .flatMap((codec) => codec.edges.filter(({ merges }) => !merges).map((edge) => ({ codec, edge })));
}

async function calibrate(edges: readonly NamedEdge[], bench: CodecBench): Promise<CalibratedEdge[]> {
  const cases = await loadCases();
  const deadline = performance.now() + BUDGET_MS;
  const calibrated: CalibratedEdge[] = [];
  for (const [index, { codec, edge }] of edges.entries()) {
    // What earlier edges left over goes to those that follow.
    const budgetMs = (deadline - performance.now()) / (edges.length - index);
    log(`${codec.id}/${edge.name}`);
    const measured = await measureEdge(codec, edge, cases, { bench, budgetMs });
    for (const failure of measured.failures) log(`  not measured: ${describeFailure(failure)}`);
    if (measured.edge) calibrated.push(measured.edge);
    else log('  nothing to measure it on: its declared cost stays');
  }
  return calibrated;
}

function describeFailure({ specimen: { name, from, to }, reason }: EdgeFailure): string {
  return `${name}, ${from} → ${to}: ${reason}`;
}

function tableOf(calibrated: readonly CalibratedEdge[], edges: readonly NamedEdge[]): string {
  const declared = new Map(edges.map(({ codec, edge }) => [`${codec.id}/${edge.name}`, edge.cost.ms]));
  const rows = calibrated.map(({ key, points, fitted, qualityPenalty }) => {
    const before = declared.get(key)!;
    return [
      key,
      String(points.length),
      `${formatNumber(fitted.model.base)} + ${formatNumber(fitted.model.perMB)}/MB`,
      `${formatNumber(before.base)} + ${formatNumber(before.perMB)}/MB`,
      `${Math.round(100 * fitted.error)} %`,
      String(points.filter(({ score }) => score !== undefined).length),
      String(qualityPenalty),
    ];
  });
  return alignTable(['edge', 'points', 'measured ms', 'declared ms', 'error', 'scores', 'quality penalty'], rows);
}

async function writeCostModel(
  calibrated: readonly CalibratedEdge[],
  kept: Readonly<Record<string, MeasuredEdge>>,
  beside: Pick<MeasuredCosts, 'inspections' | 'jobMs'>,
): Promise<void> {
  const measured = calibrated.map(
    ({ key, fitted, resultMB, qualityPenalty }) =>
      [key, { ms: fitted.model, sizeMB: resultMB, qualityPenalty }] as const,
  );
  const edges = [...Object.entries(kept).filter(([key]) => !measured.some(([other]) => other === key)), ...measured];
  const model: MeasuredCosts = {
    machine: summariseMachine(describeMachine()),
    date: new Date().toISOString().slice(0, 10),
    edges: Object.fromEntries(edges.sort(([a], [b]) => (a < b ? -1 : 1))),
    ...beside,
  };
  await writeFile(COST_MODEL, `${JSON.stringify(model, null, 2)}\n`);
  log(`Written: ${calibrated.length} edges. Plans may have changed: run the tests.`);
}

requireSupportedNode();
process.exitCode = await main(process.argv.slice(2));
