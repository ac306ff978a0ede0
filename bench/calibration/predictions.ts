import {
  ConversionError,
  createEngine,
  formatOf,
  type ConversionResult,
  type Engine,
  type FormatId,
} from '../../engine/index.ts';
import { routeText } from '../../test/matrix/matrix.ts';
import { readOffer } from '../../test/matrix/pairs.ts';
import { sampleOf } from '../../test/matrix/random.ts';
import { findSamples, sampleFor } from '../../test/matrix/samples.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { describeMachine, summariseMachine } from '../machine.ts';
import { formatDate, formatNumber } from '../report/format.ts';

/** Milliseconds that one conversion may take. */
const DEADLINE_MS = 60_000;
/** Rows of the list of the worst. */
const WORST = 20;

/** What a plan said a conversion would take, and what it took in an engine that had done it before, in milliseconds. */
export interface Prediction {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly route: string;
  readonly predicted: number;
  /** All that the caller waits for, verification included. */
  readonly took: number;
}

/** Pairs by lot, whose predictions are compared with what they take. */
export interface Lot {
  readonly pairs: number;
  readonly seed: number;
  readonly minutes: number;
}

/** What the second conversions of the usual samples took, of pairs drawn by lot. */
export async function* measurePredictions(lot: Lot): AsyncGenerator<Prediction> {
  for await (const { from, to, result, took } of secondConversions(lot))
    yield { from, to, route: routeText(result.plan), predicted: result.plan.ms, took };
}

interface SecondConversion extends Pick<Prediction, 'from' | 'to' | 'took'> {
  readonly result: ConversionResult;
}

/** Converts the usual samples of pairs drawn by lot twice each. Samples that are refused are left out: that takes another time. */
export async function* secondConversions({ pairs, seed, minutes }: Lot): AsyncGenerator<SecondConversion> {
  const until = performance.now() + minutes * 60_000;
  const samples = await findSamples();
  await using engine = createEngine();
  for (const [from, to] of sampleOf(readOffer().pairs, pairs, seed)) {
    if (performance.now() > until) return;
    const path = sampleFor(samples, { from, to, rank: 'usual' });
    const conversion = path && (await convertTwice(engine, path, { from, to }));
    if (conversion) yield conversion;
  }
}

async function convertTwice(
  engine: Engine,
  path: string,
  { from, to }: Pick<Prediction, 'from' | 'to'>,
): Promise<SecondConversion | undefined> {
  await using directory = await temporaryDirectory();
  const options = { from, to, outDir: directory.path, deadlineMs: DEADLINE_MS } as const;
  try {
    await engine.convert(path, options);
    const started = performance.now();
    const result = await engine.convert(path, options);
    return { from, to, result, took: performance.now() - started };
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return undefined;
  }
}

/** The report, as Markdown: how near predictions are in all and by family, and the worst of them. */
export function predictionReport(predictions: readonly Prediction[], { seed }: Lot): string {
  const families = Map.groupBy(predictions, ({ from }) => formatOf(from).family);
  const rows = [...families].sort(([a], [b]) => (a < b ? -1 : 1)).map(([family, some]) => accuracyRow(family, some));
  const machine = describeMachine();
  const worst = predictions.toSorted((a, b) => distance(b) - distance(a)).slice(0, WORST);
  return [
    '# Predicted and real times',
    '',
    `Pairs drawn by lot (seed ${seed}): what the plan of the usual sample predicts, and what the second conversion of it took in one`,
    'engine, verification included. `npm run calibrate -- --check` writes this file.',
    '',
    `${summariseMachine(machine)}, load ${formatNumber(machine.loadAverage)}, ${formatDate(new Date().toISOString())}.`,
    '',
    '| source | pairs | within ± 50 % | within a factor of 3 | median of real to predicted |',
    '| --- | --- | --- | --- | --- |',
    ...[...rows, accuracyRow('all', predictions)].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    'The farthest from their predictions:',
    '',
    '| pair | route | predicted ms | real ms |',
    '| --- | --- | --- | --- |',
    ...worst.map(
      ({ from, to, route, predicted, took }) =>
        `| ${from} → ${to} | ${route} | ${Math.round(predicted)} | ${Math.round(took)} |`,
    ),
    '',
  ].join('\n');
}

function accuracyRow(name: string, predictions: readonly Prediction[]): string[] {
  const share = (isNear: (ratio: number) => boolean) =>
    `${Math.round((100 * predictions.filter((one) => isNear(ratioOf(one))).length) / predictions.length)} %`;
  const ratios = predictions.map(ratioOf).sort((a, b) => a - b);
  return [
    name,
    String(predictions.length),
    share((ratio) => ratio >= 0.5 && ratio <= 1.5),
    share((ratio) => ratio >= 1 / 3 && ratio <= 3),
    formatNumber(ratios[ratios.length >> 1]!),
  ];
}

function ratioOf({ predicted, took }: Prediction): number {
  return took / Math.max(predicted, 1);
}

function distance(prediction: Prediction): number {
  return Math.abs(Math.log(ratioOf(prediction)));
}
