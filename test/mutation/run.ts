import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core';
import { ROOT } from '../support/source-tree.ts';
import { readKept, scoreOf, sumOfSource, writeKept, type Survivor } from './kept.ts';
import { PARTS, sourcesOf } from './parts.ts';

const HELP = `Changes sources in small ways, one at a time, and runs the tests that should notice (Stryker).
Outcomes are kept in test/mutation/outcomes.tsv: a source is mutated again when it has changed.

  npm run mutation                         every part: ${Object.keys(PARTS).join(', ')}
  npm run mutation -- planner verify       these parts, or sources whose path holds these words
  npm run mutation -- --again              also sources that have not changed
  npm run mutation -- --minutes 30         no run begins after so many minutes; the next run goes on
  npm run mutation -- --survivors          prints what no test noticed, and runs nothing
`;

/** The outcomes of so many sources are lost when a run is ended. */
const SOURCES_PER_RUN = 8;
/** Milliseconds that a test may take beside the time that it took without a change. */
const TIMEOUT_MS = 15_000;
/** Characters of code that are kept of a change. */
const MAX_CODE = 120;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean' },
    minutes: { type: 'string', default: 'Infinity' },
    survivors: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else if (values.survivors) printSurvivors();
else await mutateParts();

async function mutateParts(): Promise<void> {
  const endsAt = performance.now() + Number(values.minutes) * 60_000;
  const kept = readKept();
  const isDue = (path: string): boolean => values.again === true || kept.get(path)?.sum !== sumOfSource(path);
  for (const { part, paths } of batchesOf([...wantedSources()].filter(([, path]) => isDue(path)))) {
    if (performance.now() > endsAt) break;
    const results = await mutate(paths, PARTS[part]!.tests);
    for (const path of paths) {
      const own = results.filter(({ fileName }) => resolve(ROOT, fileName) === join(ROOT, path));
      const survivors = own.flatMap((result) => survivorOf(result, path) ?? []);
      const killed = own.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
      const source = { path, sum: sumOfSource(path), killed, survivors };
      kept.set(path, source);
      process.stdout.write(`${path}: ${percentOf(scoreOf([source]))} of ${killed + survivors.length} mutants killed\n`);
    }
    writeKept(kept);
  }
  for (const part of Object.keys(PARTS)) {
    const sources = sourcesOf(part).flatMap((path) => kept.get(path) ?? []);
    if (sources.length > 0) process.stdout.write(`${part}: ${percentOf(scoreOf(sources))} killed\n`);
  }
}

/** The sources that were asked for, each once. */
function* wantedSources(): Generator<[part: string, path: string]> {
  const seen = new Set<string>();
  for (const part of Object.keys(PARTS)) {
    for (const path of sourcesOf(part)) {
      const isWanted = positionals.length === 0 || positionals.some((word) => word === part || path.includes(word));
      if (!isWanted || seen.has(path)) continue;
      seen.add(path);
      yield [part, path];
    }
  }
}

interface Batch {
  readonly part: string;
  readonly paths: string[];
}

/** Sources that are mutated in one run: all tests that use any of them run once without a change. */
function batchesOf(sources: readonly (readonly [part: string, path: string])[]): Batch[] {
  const batches: Batch[] = [];
  for (const [part, path] of sources) {
    const last = batches.at(-1);
    const fits = last?.part === part && last.paths.length < SOURCES_PER_RUN;
    if (fits && dirname(last.paths[0]!) === dirname(path)) last.paths.push(path);
    else batches.push({ part, paths: [path] });
  }
  return batches;
}

function mutate(paths: string[], tests: readonly string[]): Promise<MutantResult[]> {
  process.env['MUTATION_TESTS'] = tests.join(';');
  const stryker = new Stryker({
    mutate: paths,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest-config.ts', related: true },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: TIMEOUT_MS,
    // The sandbox needs none: Node takes the types away. TypeScript 7 has no interface that Stryker would read it by.
    tsconfigFile: 'no-tsconfig.json',
    disableTypeChecks: false,
    tempDirName: join(tmpdir(), 'athanor-mutation'),
    ignorePatterns: ['.git', 'dist', 'bench/results'],
    reporters: [],
    logLevel: 'error' as LogLevel,
    fileLogLevel: 'off' as LogLevel,
    allowEmpty: true,
  });
  return stryker.runMutationTest();
}

function survivorOf({ status, location, mutatorName, replacement }: MutantResult, path: string): Survivor | undefined {
  if (status !== 'Survived' && status !== 'NoCoverage') return undefined;
  const { start, end } = location;
  const lines = readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines.splice(-1, 1, lines.at(-1)!.slice(0, end.column - 1));
  const original = lines.join('\n').slice(start.column - 1);
  return {
    line: start.line,
    mutator: mutatorName,
    outcome: status,
    original: oneLine(original),
    replacement: oneLine(replacement ?? ''),
  };
}

function oneLine(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_CODE ? `${line.slice(0, MAX_CODE - 1)}…` : line;
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function printSurvivors(): void {
  const kept = readKept();
  for (const [, path] of wantedSources()) {
    for (const { line, mutator, outcome, original, replacement } of kept.get(path)?.survivors ?? [])
      process.stdout.write(`${path}:${line} ${mutator}, ${outcome}: ${original} → ${replacement}\n`);
  }
}
