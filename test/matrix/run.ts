import { parseArgs } from 'node:util';
import { createEngine, formatOf, type FormatId } from '../../engine/index.ts';
import { keep, type KeptResult, idOf, readKept, writeKept } from './kept.ts';
import { PairKeys } from './keys.ts';
import { runInLanes } from './lanes.ts';
import { describeResult, FAULTS, summaryOf, tableOf, tryPair, type PairResult } from './matrix.ts';
import { readOffer } from './pairs.ts';
import { sampleOf } from './random.ts';
import { findSamples, ranksOf, sampleFor, type SampleRank } from './samples.ts';

const HELP = `Converts a real sample along every advertised pair of formats and lets another program judge each result.
Outcomes are kept in corpus/matrix: a pair runs again when its sample, plan, codecs or packages have changed.

  npm run matrix                          every pair that has not run since it changed, in an order that the seed determines
  npm run matrix -- audio video           pairs whose source or target is of these families, or these formats
  npm run matrix -- --again               also pairs that have not changed
  npm run matrix -- --missing             only pairs that have never run
  npm run matrix -- --wrong               only pairs that were wrong when they ran last
  npm run matrix -- --sample 100 --seed 7 a hundred pairs that the seed determines
  npm run matrix -- --minutes 30          no pair begins after so many minutes; the next run goes on
  npm run matrix -- --lanes 2             pairs at the same time
  npm run matrix -- --json                one JSON object a line
  npm run matrix -- --faults              prints only what is wrong
  npm run matrix -- --table               prints a table of outcomes, and what is wrong below it
`;

/** Results after which those so far are written: what is ended loses no more. */
const SAVE_EVERY = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean' },
    missing: { type: 'boolean' },
    wrong: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    lanes: { type: 'string', default: '1' },
    json: { type: 'boolean' },
    faults: { type: 'boolean' },
    table: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

interface Task {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly rank: SampleRank;
  readonly key: string;
}

if (values.help) process.stdout.write(HELP);
else process.exitCode = await runMatrix();

async function runMatrix(): Promise<number> {
  await using engine = createEngine();
  const samples = await findSamples();
  const kept = readKept();
  const keys = new PairKeys();
  const all = readOffer()
    .pairs.flatMap(([from, to]) => ranksOf(from).map((rank) => ({ from, to, rank })))
    .map((pair): Task => ({ ...pair, key: keys.keyOf(pair.from, pair.to, sampleFor(samples, pair)) }));
  const wanted = all.filter(({ from, to }) => isWanted(from) || isWanted(to));
  const isDue = (task: Task): boolean => {
    const last = kept.get(keptId(task));
    if (values.missing) return last === undefined;
    if (values.wrong) return last !== undefined && FAULTS.has(last.outcome);
    return values.again === true || last?.key !== task.key;
  };
  const tasks = wanted.filter(isDue);
  const chosen = sampleOf(tasks, Number(values.sample ?? tasks.length), Number(values.seed));
  process.stderr.write(`${chosen.length} to run, ${all.length} in all\n`);
  const results: PairResult[] = [];
  const pace = { lanes: Number(values.lanes), minutes: Number(values.minutes ?? Infinity) };
  await runInLanes(chosen, pace, async (task) => {
    const result = await tryPair(engine, samples, task.from, task.to, task.rank);
    results.push(result);
    kept.set(keptId(task), keep(result, task.rank, task.key));
    if (results.length % SAVE_EVERY === 0) save(all, kept);
    if (values.table || (values.faults && !FAULTS.has(result.outcome))) return;
    process.stdout.write(`${values.json ? JSON.stringify(result) : describeResult(result)}\n`);
  });
  save(all, kept);
  if (values.table) {
    process.stdout.write(`${tableOf(results)}\n\n`);
    for (const result of results.filter(({ outcome }) => FAULTS.has(outcome)))
      process.stdout.write(`${describeResult(result)}\n`);
  }
  process.stderr.write(`${results.length} of ${chosen.length} run: ${JSON.stringify(summaryOf(results))}\n`);
  return results.some(({ outcome }) => FAULTS.has(outcome)) ? 1 : 0;
}

/** Outcomes of pairs that are no longer there are dropped. */
function save(all: readonly Task[], kept: ReadonlyMap<string, KeptResult>): void {
  const ids = new Set(all.map(keptId));
  writeKept([...kept.values()].filter((result) => ids.has(idOf(result))));
}

function keptId({ from, to, rank }: Task): string {
  return idOf({ from, to, sample: `${rank}:` });
}

function isWanted(format: FormatId): boolean {
  return positionals.length === 0 || positionals.includes(format) || positionals.includes(formatOf(format).family);
}
