import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { soakReport } from './report.ts';
import { soak } from './soak.ts';

const HELP = `Converts real files on the service for a long time, and watches what it holds: memory, descriptors, threads and files.

  npm run soak                              an hour
  npm run soak -- --minutes 10 --jobs 2     ten minutes, two conversions at a time
  npm run soak -- --seed 7                  other files in another order
  npm run soak -- --memory 4000             the service may use so many MB (MEMORY_MB)
  npm run soak -- --out FOLDER              where soak.html and soak.json are written (bench/results/soak)
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    memory: { type: 'string' },
    out: { type: 'string', default: 'bench/results/soak' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else {
  const memoryMB = values.memory === undefined ? undefined : Number(values.memory);
  const plan = { minutes: Number(values.minutes), jobs: Number(values.jobs), seed: Number(values.seed), memoryMB };
  if (!(plan.minutes > 0 && plan.jobs > 0)) throw new RangeError('Minutes and jobs must be above 0.');
  const outcome = await soak(plan, (line) => void process.stdout.write(`${line}\n`));
  await mkdir(values.out, { recursive: true });
  await writeFile(join(values.out, 'soak.json'), `${JSON.stringify(outcome, undefined, 2)}\n`);
  await writeFile(join(values.out, 'soak.html'), soakReport(outcome));
  for (const problem of outcome.problems) process.stdout.write(`PROBLEM ${problem}\n`);
  process.exitCode = outcome.problems.length === 0 ? 0 : 1;
}
