import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireSupportedNode } from '../engine/io/runtime.ts';
import { Before } from './before.ts';
import { compareWithBaseline, parseResults, REPEATS } from './compare.ts';
import { describeMachine, type Machine } from './machine.ts';
import { renderHtml, type Compared } from './report/html.ts';
import { renderMarkdown } from './report/markdown.ts';
import { renderBaselineComparison, renderTable } from './report/table.ts';
import { SUITE_NAMES, type BenchResults, type SuiteName, type SuiteResults } from './results.ts';

const DEFAULT_ROUNDS = 5;
const QUICK_SUITES: readonly SuiteName[] = ['start', 'planner', 'convert'];

const USAGE = `Usage: npm run bench [-- suite …] [--quick] [--resume] [--json] [--rounds N] [--compare baseline.json] [--before earlier.json] [--out directory]

Suites: ${SUITE_NAMES.join(', ')}; all of them when none is named, or with \`all\`.

  --quick     one turn of ${QUICK_SUITES.join(', ')}, unless others are named
  --resume    go on with the run that was ended, with what it was asked for: suites that it has finished are kept
  --json      print the results as JSON instead of a table
  --rounds    turns that each task takes (default 5)
  --compare   run ${REPEATS} times and name every ratio that moved by more than 15 % since these results each time;
              ends with exit code 1 when one became slower
  --before    set these earlier results beside those of now in the reports (default bench/before.json: the code as of
              2026-11-23, before the work on speed)
  --out       directory for the results as JSON and as an HTML page (default bench/results)
  --report    write bench/RESULTS.md and RESULTS.html as well; \`all\` does so by itself
`;

const SUITE_PROCESS = join(import.meta.dirname, 'suite-process.ts');
const RESULTS_DIRECTORY = join(import.meta.dirname, 'results');
/** The results that the repository keeps, without the extension of the file. */
const REPORT = join(import.meta.dirname, 'RESULTS');
const DEFAULT_BEFORE = join(import.meta.dirname, 'before.json');

interface Request {
  readonly suites: readonly SuiteName[];
  readonly json: boolean;
  readonly rounds: number;
  readonly baseline: string | undefined;
  readonly before: string;
  readonly out: string;
  readonly isResumed: boolean;
  readonly isReport: boolean;
}

/** What a run has finished until it was ended: it lies in the directory of the results. */
interface Unfinished {
  readonly suites: readonly SuiteName[];
  readonly rounds: number;
  readonly results: BenchResults;
}

const UNFINISHED = 'unfinished.json';
/** Processes that want to run beside the bench, for each core: with more, wall times mean little. */
const BUSY_PER_CORE = 0.3;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

function parseRequest(args: readonly string[]): Request | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
      compare: { type: 'string' },
      before: { type: 'string', default: DEFAULT_BEFORE },
      out: { type: 'string', default: RESULTS_DIRECTORY },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const rounds = Number(values.rounds ?? (values.quick ? 1 : DEFAULT_ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new UsageError(`Expected a whole number from 1 on for --rounds, but received ${values.rounds}.`);
  }
  if (values.resume && values.compare !== undefined) {
    throw new UsageError('--compare repeats the whole bench and cannot go on with an earlier run: leave out --resume.');
  }
  const named = positionals.includes('all') ? SUITE_NAMES : positionals.map(requireSuite);
  const all = values.quick ? QUICK_SUITES : SUITE_NAMES;
  return {
    suites: named.length > 0 ? named : all,
    json: values.json,
    rounds,
    baseline: values.compare,
    before: values.before,
    out: values.out,
    isResumed: values.resume,
    isReport: values.report || positionals.includes('all'),
  };
}

function requireSuite(name: string): SuiteName {
  const suite = SUITE_NAMES.find((known) => known === name);
  if (suite) return suite;
  throw new UsageError(`There is no suite ${name}. The suites are ${SUITE_NAMES.join(', ')}.`);
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs one suite after the other, and keeps what is finished. */
async function runSuites(request: Request, signal: AbortSignal): Promise<BenchResults> {
  const path = join(request.out, UNFINISHED);
  const { suites, rounds, results } = request.isResumed ? await readUnfinished(path) : beginRun(request);
  const done = [...results.suites];
  await mkdir(request.out, { recursive: true });
  for (const [index, suite] of suites.entries()) {
    if (done.some((finished) => finished.suite === suite)) continue;
    log(`${suite}: suite ${index + 1} of ${suites.length}`);
    done.push(await runSuite(suite, rounds, signal));
    const kept: Unfinished = { suites, rounds, results: { ...results, suites: done } };
    await writeFile(path, `${JSON.stringify(kept)}\n`);
  }
  await rm(path, { force: true });
  return { ...results, suites: done };
}

function beginRun({ suites, rounds }: Request): Unfinished {
  const machine = describeMachine();
  warnIfBusy(machine);
  return { suites, rounds, results: { version: 1, machine, date: new Date().toISOString(), suites: [] } };
}

async function readUnfinished(path: string): Promise<Unfinished> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`There is no run to go on with: ${path} does not exist.`);
  const unfinished = JSON.parse(text) as Unfinished;
  const count = unfinished.results.suites.length;
  log(`Going on after ${count} of ${unfinished.suites.length} suites.`);
  warnIfBusy(describeMachine());
  return unfinished;
}

function warnIfBusy({ loadAverage, cores }: Machine): void {
  if (loadAverage <= cores * BUSY_PER_CORE) return;
  log(
    `Warning: the machine is busy (load average ${loadAverage} on ${cores} cores). Wall times will be too long, and CPU ` +
      'times may be; ratios hold better, since both sides take turns.',
  );
}

/** In a process of its own: what one suite leaves in memory is no part of what the next one finds. */
async function runSuite(suite: SuiteName, rounds: number, signal: AbortSignal): Promise<SuiteResults> {
  signal.throwIfAborted();
  const child = fork(SUITE_PROCESS, [suite, String(rounds)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const interrupt = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', interrupt);
  let found: SuiteResults | undefined;
  child.on('message', (results) => (found = results as SuiteResults));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', interrupt);
  signal.throwIfAborted();
  if (!found || exitCode !== 0) throw new Error(`The suite ${suite} ended with exit code ${exitCode}.`);
  return found;
}

async function writeReports(results: BenchResults, compared: Compared, out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const stem = join(
    out,
    `${results.date.slice(0, 16).replace(':', '')}-${results.suites.map(({ suite }) => suite).join('+')}`,
  );
  await writeFile(`${stem}.json`, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(`${stem}.html`, renderHtml(results, compared));
  log(`Written: ${stem}.json and .html`);
}

/** The results as the repository keeps them. */
async function writeReport(results: BenchResults, before: Before): Promise<void> {
  await writeFile(`${REPORT}.md`, renderMarkdown(results, before));
  await writeFile(`${REPORT}.html`, renderHtml(results, { before }));
  log(`Written: ${REPORT}.md and .html`);
}

async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const request = parseRequest(args);
  if (request === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  // Read before anything is measured: a wrong file should not cost ten minutes.
  const earlier = request.baseline === undefined ? undefined : parseResults(await readFile(request.baseline, 'utf8'));
  const before = new Before(parseResults(await readFile(request.before, 'utf8')));
  const repeats: BenchResults[] = [];
  for (let repeat = 0; repeat < (earlier ? REPEATS : 1); repeat++) repeats.push(await runSuites(request, signal));
  const results = repeats.at(-1)!;
  const baseline = earlier && compareWithBaseline(earlier, repeats);
  await writeReports(results, { baseline, before }, request.out);
  if (request.isReport) await writeReport(results, before);
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
