import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireSupportedNode } from '../../engine/io/runtime.ts';
import { describeMachine, summariseMachine } from '../machine.ts';
import type { Measured } from './model/measured.ts';
import type { RealRun } from './real/run.ts';

const USAGE = `Usage: npm run simulate [-- measure | validate]

Without a word: simulates the service from the stored measurements, and writes RESULTS.md and its charts.

  measure    measures the real service on this machine: about two minutes of CPU time
  validate   runs the real service with one, two and four workers: about two minutes of CPU time

Both need PostgreSQL on this machine (TEST_DATABASE_URL) and Linux, and should have the machine for themselves.
`;

const MEASURED = join(import.meta.dirname, 'measured.json');
const REAL_RUNS = join(import.meta.dirname, 'real-runs.json');

/** Conversions a second: more than half of what that many workers can do on two cores, and not all of it. */
const RATES: readonly { readonly workers: number; readonly jobsPerSecond: number }[] = [
  { workers: 1, jobsPerSecond: 4 },
  { workers: 2, jobsPerSecond: 5 },
  { workers: 4, jobsPerSecond: 5 },
];
const JOBS = 120;
const SEED = 3;

const log = (line: string): void => void process.stderr.write(`${line}\n`);
const write = (path: string, value: unknown): Promise<void> => writeFile(path, `${JSON.stringify(value, null, 1)}\n`);
const read = async <Value>(path: string): Promise<Value> => JSON.parse(await readFile(path, 'utf8')) as Value;

interface RealRuns {
  readonly machine: string;
  readonly date: string;
  readonly loadAverage: number;
  readonly runs: readonly RealRun[];
}

async function measure(): Promise<void> {
  const { measureDatabase } = await import('./real/measure-database.ts');
  const { measureService } = await import('./real/measure-service.ts');
  const machine = describeMachine();
  const measured: Measured = {
    machine: summariseMachine(machine),
    date: new Date().toISOString(),
    loadAverage: machine.loadAverage,
    database: await measureDatabase(),
    service: await measureService(log),
  };
  await write(MEASURED, measured);
}

async function validate(): Promise<void> {
  const { runReal } = await import('./real/run.ts');
  const machine = describeMachine();
  const plans = RATES.flatMap(({ workers, jobsPerSecond }) => [
    { workers, jobsPerSecond: undefined },
    { workers, jobsPerSecond },
  ]);
  // What was ended early goes on; what is complete begins again.
  const stored = await read<RealRuns>(REAL_RUNS).catch(() => undefined);
  const runs = stored && stored.runs.length < plans.length ? [...stored.runs] : [];
  for (const { workers, jobsPerSecond } of plans.slice(runs.length)) {
    runs.push(await runReal({ workers, jobs: JOBS, jobsPerSecond, seed: SEED + workers }, log));
    const { loadAverage } = machine;
    const real: RealRuns = { machine: summariseMachine(machine), date: new Date().toISOString(), loadAverage, runs };
    // After each: what has been measured is kept when a later one fails.
    await write(REAL_RUNS, real);
  }
}

async function simulateAll(): Promise<void> {
  const { writeReport } = await import('./report.ts');
  const measured = await read<Measured>(MEASURED);
  const real = await read<RealRuns>(REAL_RUNS).catch(() => undefined);
  await writeReport({ measured, real, directory: import.meta.dirname, log });
}

requireSupportedNode();
const [what, ...others] = process.argv.slice(2);
if (others.length > 0 || !(what === undefined || what === 'measure' || what === 'validate')) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else if (what === 'measure') await measure();
else if (what === 'validate') await validate();
else await simulateAll();
