import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';

const HELP = `Runs the property tests with values that no run had before, until the time is up or one fails.

  npm run fuzz:properties                              all of them, for 5 minutes
  npm run fuzz:properties -- --minutes 60 [words...]   those of the files whose path holds a word
  npm run fuzz:properties -- [words...] -t NAME        those whose name holds these words
  npm run fuzz:properties -- --seed N [--path P]       repeats one round, or the one case that a failure names
`;

/** How long a property goes on in one round, behind the runs that it has in the suite. */
const PROPERTY_MS = 1000;
const SEEDS = 2 ** 31 - 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    path: { type: 'string' },
    name: { type: 'string', short: 't', default: '' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await fuzz();

async function fuzz(): Promise<number> {
  const files = propertyTests();
  if (files.length === 0) return fail('No property test is in files of that name.');
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) return fail(`Expected a number of minutes above 0, but received ${values.minutes}.`);
  const { seed: given, path } = values;
  if (given !== undefined)
    return runRound(files, { TEST_SEED: given, ...(path === undefined ? {} : { FUZZ_PATH: path }) });
  const endsAt = performance.now() + minutes * 60_000;
  for (let rounds = 1; performance.now() < endsAt; rounds++) {
    const seed = randomInt(SEEDS);
    process.stdout.write(`Round ${rounds}, seed ${seed}\n`);
    const env = { TEST_SEED: String(seed), FUZZ_MS: String(PROPERTY_MS) };
    if ((await runRound(files, env, endsAt - performance.now())) > 0) return 1;
  }
  return 0;
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

/** Files that assert properties, by the one function that does. */
function propertyTests(): string[] {
  const files = globSync('test/**/*.test.ts').filter((path) => readFileSync(path, 'utf8').includes('assertProperty('));
  return files.filter((path) => positionals.length === 0 || positionals.some((word) => path.includes(word))).sort();
}

/** 1 if a test failed; what has not begun when the time is up is left out. */
async function runRound(files: readonly string[], env: Readonly<Record<string, string>>, ms?: number): Promise<number> {
  // What is in the name means itself: only behind a backslash it is no sign of a pattern.
  const testNamePattern = new RegExp(values.name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const vitest = await createVitest({ watch: false, reporters: ['dot'], env, testNamePattern });
  const end = ms === undefined ? undefined : setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), ms);
  try {
    const { testModules, unhandledErrors } = await vitest.start([...files]);
    return unhandledErrors.length > 0 || testModules.some((module) => !module.ok()) ? 1 : 0;
  } finally {
    clearTimeout(end);
    await vitest.close();
  }
}
