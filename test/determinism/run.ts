import { parseArgs } from 'node:util';
import { createEngine } from '../../engine/index.ts';
import { PairKeys } from '../matrix/keys.ts';
import { sampleOf } from '../matrix/random.ts';
import { findSamples, sampleFor } from '../matrix/samples.ts';
import { readRepeats, writeRepeats } from './kept.ts';
import { repeat } from './repeat.ts';
import { findSteps, idOfStep } from './steps.ts';

const HELP = `Converts a real sample along every kind of step three times, in two fresh engines and in one that has done all the
others before, and compares the bytes. Outcomes are kept in corpus/determinism.tsv.

  npm run determinism                    steps that have not run since they changed, first those that differed
  npm run determinism -- pandoc listing  of these codecs
  npm run determinism -- --again         also steps that have not changed
  npm run determinism -- --sample 50     fifty steps that the seed determines
  npm run determinism -- --seed 7        another order
  npm run determinism -- --minutes 30    no step begins after so many minutes; the next run goes on

The exit code is 1 if results differ for which corpus/determinism.tsv has no reason.
`;

/** Steps after which those so far are written: what is ended loses no more. */
const SAVE_EVERY = 25;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await repeatSteps();

async function repeatSteps(): Promise<number> {
  const samples = await findSamples();
  const keys = new PairKeys();
  const all = findSteps(samples).map((step) => {
    const path = sampleFor(samples, { ...step, rank: 'usual' });
    return { step, path, key: keys.keyOf(step.from, step.to, path) };
  });
  const ids = new Set(all.map(({ step }) => idOfStep(step)));
  const kept = new Map([...readRepeats()].filter(([id]) => ids.has(id)));
  const wanted = all.filter(
    ({ step, key }) =>
      (positionals.length === 0 || positionals.includes(step.codec)) &&
      (values.again || kept.get(idOfStep(step))?.key !== key),
  );
  const differed = ({ step }: (typeof all)[number]): boolean => kept.get(idOfStep(step))?.outcome === 'different';
  const chosen = sampleOf(wanted, Number(values.sample ?? wanted.length), Number(values.seed)).sort(
    (a, b) => Number(differed(b)) - Number(differed(a)),
  );
  const end = performance.now() + Number(values.minutes ?? Infinity) * 60_000;
  process.stderr.write(`${chosen.length} to run, ${all.length} in all\n`);
  await using warm = createEngine();
  let done = 0;
  for (const { step, path, key } of chosen) {
    if (performance.now() > end) break;
    const found = path ? await repeat(warm, path, step) : ({ outcome: 'no sample', detail: '' } as const);
    const reason = found.outcome === 'different' ? (kept.get(idOfStep(step))?.reason ?? '') : '';
    kept.set(idOfStep(step), { ...step, ...found, key, reason });
    process.stdout.write(`${idOfStep(step)} from ${step.from}: ${found.outcome} ${found.detail}\n`);
    if (++done % SAVE_EVERY === 0) writeRepeats(kept.values());
  }
  writeRepeats(kept.values());
  return [...kept.values()].some(({ outcome, reason }) => outcome === 'different' && reason === '') ? 1 : 0;
}
