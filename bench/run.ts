import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireSupportedNode } from '../engine/io/runtime.ts';
import { compareWithBaseline, parseResults, REPEATS, type BaselineComparison } from './compare.ts';
import { describeMachine, type Machine } from './machine.ts';
import { renderHtml } from './report/html.ts';
import { renderBaselineComparison, renderTable } from './report/table.ts';
import { SUITE_NAMES, type BenchResults, type SuiteName, type SuiteResults } from './results.ts';
import { SUITES } from './suite.ts';

const USAGE = `Usage: npm run bench [-- suite …] [--json] [--rounds N] [--compare baseline.json] [--out directory]

Suites: ${SUITE_NAMES.join(', ')}; all of them when none is named.

  --json      print the results as JSON instead of a table
  --rounds    turns that each task takes (default 5)
  --compare   run ${REPEATS} times and name every ratio that moved by more than 15 % since these results each time;
              ends with exit code 1 when one became slower
  --out       directory for the results as JSON and as an HTML page (default bench/results)
`;

const DEFAULT_ROUNDS = 5;
const RESULTS_DIRECTORY = join(import.meta.dirname, 'results');

interface Request {
  readonly suites: readonly SuiteName[];
  readonly json: boolean;
  readonly rounds: number;
  readonly baseline: string | undefined;
  readonly out: string;
}

class UsageError extends Error {
  override readonly name = 'UsageError';
}

function parseRequest(args: readonly string[]): Request | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
      compare: { type: 'string' },
      out: { type: 'string', default: RESULTS_DIRECTORY },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new UsageError(`Expected a whole number from 1 on for --rounds, but received ${values.rounds}.`);
  }
  const suites = positionals.map(requireSuite);
  return {
    suites: suites.length > 0 ? suites : SUITE_NAMES,
    json: values.json,
    rounds,
    baseline: values.compare,
    out: values.out,
  };
}

function requireSuite(name: string): SuiteName {
  const suite = SUITE_NAMES.find((known) => known === name);
  if (suite) return suite;
  throw new UsageError(`There is no suite ${name}. The suites are ${SUITE_NAMES.join(', ')}.`);
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function runSuites({ suites, rounds }: Request, signal: AbortSignal): Promise<BenchResults> {
  const machine = describeMachine();
  const date = new Date().toISOString();
  const done: SuiteResults[] = [];
  for (const suite of suites) done.push(await runSuite(suite, rounds, machine, signal));
  return { version: 1, machine, date, suites: done };
}

async function runSuite(
  suite: SuiteName,
  rounds: number,
  machine: Machine,
  signal: AbortSignal,
): Promise<SuiteResults> {
  const directory = await mkdtemp(join(tmpdir(), 'athanor-bench-'));
  const started = performance.now();
  try {
    const run = await SUITES[suite]();
    const suiteLog = (line: string): void => log(`${suite}: ${line}`);
    const content = await run({ rounds, directory, machine, signal, log: suiteLog });
    const seconds = (performance.now() - started) / 1000;
    return { suite, seconds, comparisons: [], figures: [], loads: [], skipped: [], ...content };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeReports(
  results: BenchResults,
  baseline: BaselineComparison | undefined,
  out: string,
): Promise<void> {
  await mkdir(out, { recursive: true });
  const stem = join(
    out,
    `${results.date.slice(0, 16).replace(':', '')}-${results.suites.map(({ suite }) => suite).join('+')}`,
  );
  await writeFile(`${stem}.json`, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(`${stem}.html`, renderHtml(results, baseline));
  log(`Written: ${stem}.json and .html`);
}

async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const request = parseRequest(args);
  if (request === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  // Read before anything is measured: a wrong file should not cost ten minutes.
  const before = request.baseline === undefined ? undefined : parseResults(await readFile(request.baseline, 'utf8'));
  const repeats: BenchResults[] = [];
  for (let repeat = 0; repeat < (before ? REPEATS : 1); repeat++) repeats.push(await runSuites(request, signal));
  const results = repeats.at(-1)!;
  const baseline = before && compareWithBaseline(before, repeats);
  await writeReports(results, baseline, request.out);
  const shown = request.json
    ? JSON.stringify(baseline ? { ...results, baseline } : results, null, 2)
    : [renderTable(results), ...(baseline ? [renderBaselineComparison(baseline)] : [])].join('\n\n');
  process.stdout.write(`${shown}\n`);
  return baseline?.moved.some(({ direction }) => direction === 'slower') ? 1 : 0;
}

requireSupportedNode();
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort(new Error('Interrupted.')));
try {
  process.exitCode = await main(process.argv.slice(2), interruption.signal);
} catch (error) {
  const isPlain = error instanceof UsageError || interruption.signal.aborted;
  log(isPlain && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 2;
}
