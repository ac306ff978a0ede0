import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseResults, ratiosOf } from '../../../bench/compare.ts';
import { SUITE_NAMES } from '../../../bench/results.ts';
import { benchResults, suiteResults } from './sample-results.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const RUN = join(import.meta.dirname, '../../../bench/run.ts');

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function runBench(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [RUN, ...args], (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('the bench command', () => {
  it('goes on with a run that was ended, keeps what that had finished, and writes all as JSON and as a page', async () => {
    await using directory = await temporaryDirectory();
    const finished = suiteResults('start', {});
    const results = benchResults([finished]);
    const path = join(directory.path, 'unfinished.json');
    await writeFile(path, JSON.stringify({ suites: ['start', 'planner'], rounds: 1, results }));
    const { exitCode, stdout, stderr } = await runBench('--resume', '--json', '--out', directory.path);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Going on after 1 of 2 suites.');
    const resumed = parseResults(stdout);
    expect(resumed.date).toBe(results.date);
    expect(resumed.suites[0]).toEqual(finished);
    expect(resumed.suites.map(({ suite }) => suite)).toEqual(['start', 'planner']);
    expect(resumed.suites[1]!.figures[0]!.value).toBeGreaterThan(0);
    expect(ratiosOf(resumed.suites.slice(1)).size).toBe(4);
    const files = await readdir(directory.path);
    expect(files).not.toContain('unfinished.json');
    const [page, data] = files.sort();
    expect(parseResults(await readFile(join(directory.path, data!), 'utf8'))).toEqual(resumed);
    expect(await readFile(join(directory.path, page!), 'utf8')).toMatch(/^<!doctype html>/);
  }, 240_000);

  it('says when there is no run to go on with', async () => {
    await using directory = await temporaryDirectory();
    const { exitCode, stderr } = await runBench('--resume', '--out', directory.path);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^There is no run to go on with: .*unfinished\.json does not exist\.\n$/);
  });

  it('names its suites when it is asked for another one', async () => {
    const { exitCode, stderr } = await runBench('conversion');
    expect(exitCode).toBe(2);
    expect(stderr).toBe(`There is no suite conversion. The suites are ${SUITE_NAMES.join(', ')}.\n`);
  });

  it('refuses rounds that are none', async () => {
    const { exitCode, stderr } = await runBench('start', '--rounds', '0');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Expected a whole number from 1 on for --rounds, but received 0.');
  });
});
