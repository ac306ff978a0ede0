import { parseArgs } from 'node:util';
import { createEngine, type Engine } from '../../engine/index.ts';
import { failuresOf, rootOf } from './examine.ts';
import { readFailures, sameFailures, writeFailures, writeOutcome } from './outcomes.ts';
import type { OutsideSuite } from './suite.ts';
import { SUITES } from './suites/index.ts';

const HELP = `Converts the files of suites that others wrote, and says which do not become what the suite expects.

  npm run outside -- --data FOLDER               all suites whose files are in the folder (or OUTSIDE_DATA)
  npm run outside -- --data FOLDER json yaml     these suites
  npm run outside -- --data FOLDER --write       also keeps the outcome for the table in test/outside/README.md
  npm run outside -- --data FOLDER --only NAME   cases whose name holds NAME

test/outside/README.md names the suites, and where their files are from. The exit code is 1 if a case fails that
test/outside/failures.tsv does not explain, or one that it explains passes.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: process.env.OUTSIDE_DATA },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await runSuites(values.data);

async function runSuites(data: string | undefined): Promise<number> {
  const unknown = positionals.filter((id) => SUITES.every((suite) => suite.id !== id));
  if (unknown.length > 0) {
    process.stderr.write(
      `No suite is named ${unknown.join(', ')}; there are ${SUITES.map(({ id }) => id).join(', ')}.\n`,
    );
    return 2;
  }
  await using engine = createEngine();
  let isExplained = true;
  for (const suite of SUITES.filter(({ id }) => positionals.length === 0 || positionals.includes(id)))
    isExplained = (await runSuite(suite, data, engine)) && isExplained;
  return isExplained ? 0 : 1;
}

/** Whether each failure is explained, and each explained one still is. */
async function runSuite(suite: OutsideSuite, data: string | undefined, engine: Engine): Promise<boolean> {
  const root = rootOf(suite, data);
  if (root === undefined) {
    const wanted = [suite.folder && `the folder ${suite.folder}`, suite.program && `the program ${suite.program}`];
    process.stdout.write(`${suite.id}: skipped, for ${wanted.filter(Boolean).join(' or ')} is not there\n`);
    return true;
  }
  const cases = (await suite.cases(root)).filter(({ name }) => name.includes(values.only));
  const failures = await failuresOf(cases, engine);
  process.stdout.write(`${suite.id}: ${cases.length} run, ${failures.length} failed\n`);
  if (values.write && values.only === '') {
    writeFailures(suite.id, failures);
    writeOutcome({ suite: suite.id, run: cases.length, failed: failures.length });
  }
  const known = readFailures(suite.id).filter(({ name }) => name.includes(values.only));
  const { unexplained, mended } = sameFailures(known, failures);
  for (const { name, message } of unexplained) process.stdout.write(`  ${name}: ${message}\n`);
  for (const { name } of mended) process.stdout.write(`  ${name}: passes, and is still in the list of failures\n`);
  return unexplained.length === 0 && mended.length === 0;
}
