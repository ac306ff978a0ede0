import { parseArgs } from 'node:util';
import { postgresAnswers } from '../support/postgres.ts';
import { runChaos } from './chaos.ts';

// `npm run chaos -- --rounds 10`: the long form of chaos.test.ts, each round with another seed.

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    conversions: { type: 'string', default: '200' },
    kills: { type: 'string', default: '20' },
  },
});

if (values.help) {
  process.stdout
    .write(`Kills, stops and disconnects processes of the service while they convert, and says which promises are broken.

  npm run chaos -- [--rounds N] [--seed N] [--conversions N] [--kills N]
`);
  process.exit();
}
if (!(await postgresAnswers())) {
  process.stderr.write('No PostgreSQL answers. Start one, or set TEST_DATABASE_URL to a server for tests.\n');
  process.exit(1);
}
for (let round = 0; round < Number(values.rounds); round++) {
  const seed = Number(values.seed) + round;
  const startedAt = performance.now();
  const outcome = await runChaos({
    ...{ apis: 2, workers: 4, conversions: Number(values.conversions), kills: Number(values.kills), seed },
    ...{ cuts: 3, stallMs: 20_000, storageAwayMs: 10_000 },
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`${JSON.stringify({ seed, seconds, ...outcome })}\n`);
  if (outcome.problems.length > 0) process.exitCode = 1;
}
