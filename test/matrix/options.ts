import { parseArgs } from 'node:util';
import { createEngine, formatOf, type FormatId } from '../../engine/index.ts';
import { FORMATS } from '../../engine/formats/index.ts';
import { OPTIONS, type OptionId, type OptionValues } from '../../engine/formats/options.ts';
import { CODECS } from '../../engine/codecs/index.ts';
import { Graph } from '../../engine/planner/graph.ts';
import { Planner } from '../../engine/planner/planner.ts';
import { pairsOf } from '../support/golden-plans.ts';
import { WANTED } from '../support/wanted-pairs.ts';
import { runInLanes } from './lanes.ts';
import { describeResult, FAULTS, summaryOf, tryFile, type PairResult } from './matrix.ts';
import { readOffer } from './pairs.ts';
import { pickFor, sampleOf } from './random.ts';
import { findSamples } from './samples.ts';

const HELP = `Converts a real sample along the pairs that are wanted most with each option that they take, one at a time.
Each result is verified by the engine alone, since other programs do not know the options. Nothing is kept.

  npm run matrix:options                    every pair and option, in an order that the seed determines
  npm run matrix:options -- image pages     pairs whose source or target is of this family or format, or with this option
  npm run matrix:options -- --all           all advertised pairs, not only the wanted ones
  npm run matrix:options -- --sample 100 --seed 7   a hundred of them; another seed takes other samples as well
  npm run matrix:options -- --minutes 30    no conversion begins after so many minutes
  npm run matrix:options -- --lanes 2       conversions at the same time
  npm run matrix:options -- --refused       prints also what is refused by name
`;

/** Values that are usual for options whose range does not tell one; what describes one single file is left out. */
const USUAL: Readonly<Partial<Record<OptionId, readonly OptionValues[]>>> = {
  quality: [{ quality: 40 }],
  effort: [{ effort: 2 }, { effort: 9 }],
  targetSize: [{ targetSize: 30 }],
  colours: [{ colours: 16 }],
  width: [{ width: 100 }],
  height: [{ height: 80 }],
  fit: [
    { width: 100, height: 100, fit: 'cover' },
    { width: 120, height: 60, fit: 'fill' },
  ],
  background: [{ background: '#336699' }],
  modelColour: [{ modelColour: '#336699' }],
  turntable: [{ turntable: 1 }],
  sizes: [{ sizes: [16, 48] }],
  margin: [{ margin: 10 }],
  fontSize: [{ fontSize: 14 }],
  pages: [{ pages: '1' }],
  dpi: [{ dpi: 120 }],
  audioBitrate: [{ audioBitrate: 96 }],
  sampleRate: [{ sampleRate: 22_050 }, { sampleRate: 44_100 }],
  channels: [{ channels: 1 }, { channels: 2 }],
  videoBitrate: [{ videoBitrate: 500 }],
  fps: [{ fps: 10 }],
  volume: [{ volume: -6 }],
  crs: [{ crs: 'EPSG:3857' }],
  start: [{ start: 0.3 }],
  duration: [{ duration: 0.5 }],
  end: [{ end: 0.6 }],
  encrypt: [{ encrypt: 'secret' }],
  ownerPassword: [{ ownerPassword: 'secret' }],
  subset: [{ subset: 'abcABC123' }],
  split: [{ split: 'each' }],
};

/** Options that say something of a source which most samples are not, or ask for something else than the pair. */
const LEFT_OUT: ReadonlySet<OptionId> = new Set<OptionId>([
  ...(['password', 'salvage', 'barcode', 'encoding', 'syntax', 'language', 'bibliography', 'citationStyle'] as const),
  ...(['sourceCrs', 'ocr', 'ocrLanguage'] as const),
]);

interface Task {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly options: OptionValues;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    lanes: { type: 'string', default: '1' },
    refused: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await tryOptions();

async function tryOptions(): Promise<number> {
  await using engine = createEngine();
  const samples = await findSamples();
  const planner = new Planner(new Graph(CODECS, FORMATS));
  const pairs = values.all ? readOffer().pairs : pairsOf(WANTED);
  const all = pairs.flatMap(([from, to]) => tasksOf(planner, from, to)).filter(isAskedFor);
  const chosen = sampleOf(all, Number(values.sample ?? all.length), Number(values.seed));
  process.stderr.write(`${chosen.length} to run, ${all.length} in all\n`);
  const results: PairResult[] = [];
  const pace = { lanes: Number(values.lanes), minutes: Number(values.minutes) };
  await runInLanes(chosen, pace, async ({ from, to, options }) => {
    const path = pickFor(samples.get(from) ?? [], `${values.seed} ${from} ${to} ${JSON.stringify(options)}`);
    const result: PairResult = path
      ? await tryFile(engine, path, { from, to }, options)
      : { from, to, outcome: 'no sample' };
    results.push(result);
    if (FAULTS.has(result.outcome) || (values.refused && result.outcome === 'refused'))
      process.stdout.write(`${JSON.stringify(options)} ${result.sample}: ${describeResult(result)}\n`);
  });
  process.stderr.write(`${results.length} of ${chosen.length} run: ${JSON.stringify(summaryOf(results))}\n`);
  return results.some(({ outcome }) => FAULTS.has(outcome)) ? 1 : 0;
}

/** A task for each usual value of each option of a pair. */
function tasksOf(planner: Planner, from: FormatId, to: FormatId): Task[] {
  const options = planner.optionsFor(from, to).filter((option) => !LEFT_OUT.has(option));
  return options.flatMap((option) => valuesOf(option).map((each) => ({ from, to, options: each })));
}

function valuesOf(option: OptionId): readonly OptionValues[] {
  const known = USUAL[option];
  if (known) return known;
  const declaration = OPTIONS[option];
  if (declaration.type === 'boolean') return [{ [option]: true }];
  return declaration.type === 'choice' ? declaration.choices.map((choice) => ({ [option]: choice })) : [];
}

function isAskedFor({ from, to, options }: Task): boolean {
  const words = [from, to, formatOf(from).family, formatOf(to).family, ...Object.keys(options)];
  return positionals.length === 0 || positionals.some((word) => words.includes(word));
}
