import { parseArgs } from 'node:util';
import { createEngine, formatOf, type FormatId } from '../../engine/index.ts';
import { describeResult, FAULTS, summaryOf, tableOf, tryPair, type PairResult } from './matrix.ts';
import { sampleOf } from './random.ts';
import { findSamples } from './samples.ts';

const HELP = `Converts a real sample along every advertised pair of formats and lets another program judge each result.

  npm run matrix                          every pair
  npm run matrix -- audio video           pairs whose source or target is of these families, or these formats
  npm run matrix -- --sample 100 --seed 7 a hundred pairs that the seed determines
  npm run matrix -- --json                one JSON object a line
  npm run matrix -- --faults              prints only what is wrong
  npm run matrix -- --table               prints a table of outcomes, and what is wrong below it
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean' },
    faults: { type: 'boolean' },
    table: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await runMatrix();

async function runMatrix(): Promise<number> {
  await using engine = createEngine();
  const samples = await findSamples();
  const wanted = engine.pairs().filter(([from, to]) => isWanted(from) || isWanted(to));
  const count = values.sample === undefined ? wanted.length : Number(values.sample);
  const pairs = values.sample === undefined ? wanted : sampleOf(wanted, count, Number(values.seed));
  const results: PairResult[] = [];
  for (const [from, to] of pairs) {
    const result = await tryPair(engine, samples, from, to);
    results.push(result);
    if (values.table || (values.faults && !FAULTS.has(result.outcome))) continue;
    process.stdout.write(`${values.json ? JSON.stringify(result) : describeResult(result)}\n`);
  }
  if (values.table) {
    process.stdout.write(`${tableOf(results)}\n\n`);
    for (const result of results.filter(({ outcome }) => FAULTS.has(outcome)))
      process.stdout.write(`${describeResult(result)}\n`);
  }
  process.stderr.write(`${pairs.length} of ${engine.pairs().length} pairs: ${JSON.stringify(summaryOf(results))}\n`);
  return results.some(({ outcome }) => FAULTS.has(outcome)) ? 1 : 0;
}

function isWanted(format: FormatId): boolean {
  return positionals.length === 0 || positionals.includes(format) || positionals.includes(formatOf(format).family);
}
