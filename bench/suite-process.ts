import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { collectSeldom } from '../engine/io/runtime.ts';
import { describeMachine } from './machine.ts';
import type { SuiteName, SuiteResults } from './results.ts';
import { SUITES } from './suite.ts';

/** Runs one suite (`suite rounds`), and sends what it finds to the bench. What it is doing goes to standard error. */
async function runSuite(suite: SuiteName, rounds: number, signal: AbortSignal): Promise<SuiteResults> {
  const directory = await mkdtemp(join(tmpdir(), 'athanor-bench-'));
  const started = performance.now();
  try {
    const run = await SUITES[suite]();
    const log = (line: string): void => void process.stderr.write(`${suite}: ${line}\n`);
    const content = await run({ rounds, directory, machine: describeMachine(), signal, log });
    const seconds = (performance.now() - started) / 1000;
    return { suite, seconds, comparisons: [], figures: [], loads: [], skipped: [], ...content };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const [suite, rounds] = argv.slice(2) as [SuiteName, string];
collectSeldom(); // as the command and the service do
const interruption = new AbortController();
const interrupt = (): void => interruption.abort(new Error('Interrupted.'));
process.on('SIGINT', interrupt); // more than once: a terminal interrupts the whole group, and the bench its suite
process.on('disconnect', interrupt); // the bench was killed
process.send!(await runSuite(suite, Number(rounds), interruption.signal));
process.disconnect();
