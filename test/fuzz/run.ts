import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FUZZED_LANES, type LaneRun } from './lane.ts';

const HELP = `Damages samples of every format, with options as they come, and converts them. What happens must be named: no crash, no end
after the deadline, no more memory than the engine may use, no unnamed error, and nothing left on the disk.

  npm run fuzz                            each lane for 10 minutes: ${FUZZED_LANES.join(', ')}
  npm run fuzz -- --minutes 2 image       these lanes, for so long
  npm run fuzz -- --seed 7                the same cases in the same order
  npm run fuzz -- --case 123456 image     one case again
  npm run fuzz -- --out FOLDER            where files are kept that broke a promise (${join(tmpdir(), 'athanor-fuzz')})

npm run fuzz:properties runs the property tests with values that no run had before.
`;

const SEEDS = 2 ** 31 - 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    case: { type: 'string' },
    out: { type: 'string', default: join(tmpdir(), 'athanor-fuzz') },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await fuzz();

async function fuzz(): Promise<number> {
  const unknown = positionals.find((word) => FUZZED_LANES.every((lane) => lane !== word));
  if (unknown !== undefined || !(Number(values.minutes) > 0)) {
    process.stderr.write(`Expected minutes above 0 and lanes of ${FUZZED_LANES.join(', ')}.\n`);
    return 2;
  }
  await mkdir(values.out, { recursive: true });
  const seed = Number(values.seed ?? randomInt(SEEDS));
  process.stdout.write(`seed ${seed}\n`);
  let isKept = true;
  for (const lane of FUZZED_LANES.filter((each) => positionals.length === 0 || positionals.includes(each))) {
    const only = values.case === undefined ? undefined : Number(values.case);
    isKept = (await runLane({ lane, seed, only, minutes: Number(values.minutes), out: values.out })) && isKept;
  }
  return isKept ? 0 : 1;
}

/** A lane in a process of its own: one that crashes has said which case it was at. */
async function runLane(run: LaneRun): Promise<boolean> {
  const child = fork(join(import.meta.dirname, 'lane.ts'), [JSON.stringify(run)]);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code === 0 || code === 1) return code === 0;
  const last = await readFile(join(run.out, `${run.lane}.last`), 'utf8').catch(() => 'no case');
  process.stdout.write(`${run.lane}: the process ended with ${signal ?? code} at ${last}\n`);
  return false;
}
