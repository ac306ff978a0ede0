import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTimes, runNative } from '../../../bench/native-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const timeoutMs = 30_000;
/** A program that starts another one and writes down its process id. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  require('node:fs').writeFileSync(process.argv[1], String(child.pid));
  setInterval(() => {}, 1000);
`;

describe('runNative', () => {
  it('counts the CPU time of the command and keeps what it printed on both streams', async () => {
    const program =
      'for (let i = 0, end = Date.now() + 60; Date.now() < end; i++); console.log("out"); console.error("err")';
    const run = await runNative([process.execPath, '-e', program], { timeoutMs });
    expect(run.output).toContain('out');
    expect(run.output).toContain('err');
    expect(run.userMs).toBeGreaterThan(0);
    expect(run.wallMs).toBeGreaterThanOrEqual(60);
  });

  it('passes arguments on as they are', async () => {
    const hostile = '$(touch hacked); "quoted" \'single\' *';
    const { output } = await runNative(['printf', '%s', hostile], { timeoutMs });
    expect(output).toBe(hostile);
  });

  it('fails with the last words of a command that fails', async () => {
    const program = 'console.error("cannot open the file"); process.exit(3)';
    await expect(runNative([process.execPath, '-e', program], { timeoutMs })).rejects.toThrow('cannot open the file');
  });

  it('ends everything that an overdue command has started', async () => {
    await using directory = await temporaryDirectory();
    const pidFile = join(directory.path, 'pid');
    const command = [process.execPath, '-e', PARENT, pidFile];
    await expect(runNative(command, { timeoutMs: 3_000 })).rejects.toThrow('did not end within 3000 ms');
    const started = Number(await readFile(pidFile, 'utf8'));
    // A killed process ends when the system next gives it a core, which may be after the rejection.
    await expect.poll(() => isRunning(started), { timeout: 10_000 }).toBe(false);
  });

  it('ends the command when it is aborted', async () => {
    const abort = new AbortController();
    const running = runNative(['sleep', '60'], { timeoutMs, signal: abort.signal });
    abort.abort(new Error('interrupted'));
    await expect(running).rejects.toThrow('interrupted');
  });
});

/** A zombie that nobody has collected yet does not run any more. */
function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  const state = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  return state !== 'Z' && state !== 'X';
}

describe('parseTimes', () => {
  it('reads user, kernel and wall seconds of the last line as milliseconds', () => {
    expect(parseTimes('a warning of the shell\n0.125 0.020 1.500\n')).toEqual({
      userMs: 125,
      systemMs: 20,
      wallMs: 1500,
    });
  });

  it('refuses what is not a line of times', () => {
    expect(() => parseTimes('bash: command not found')).toThrow('bash: command not found');
  });
});
