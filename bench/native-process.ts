import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Sample } from './measure.ts';

export interface NativeProcessOptions {
  /** After so long the command and everything that it started is killed. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Added to the environment of the command. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** User, system and wall seconds of the command and of all children that it waited for, by bash's `time`. */
const TIME_FORMAT = '%3U %3S %3R';
/** The command's own output goes to the shell's standard output, so that standard error holds nothing but the times. */
const SCRIPT = 'time "$@" 2>&1';
/** Characters of a failed command's output that its error shows. */
const SHOWN_OUTPUT = 400;
/** Characters of output that are kept: a version banner, or the last words of a failure. */
const KEPT_OUTPUT = 16_384;

export interface NativeRun extends Sample {
  /** What the command printed, both streams, at most its last 16 KiB characters. */
  readonly output: string;
}

/** Runs a command to its end and measures it. Throws with the command's last words when it fails. */
export async function runNative(command: readonly string[], options: NativeProcessOptions): Promise<NativeRun> {
  const { timeoutMs, signal, environment } = options;
  signal?.throwIfAborted();
  // A group of its own: LibreOffice is a script that starts a program that starts another one.
  const shell = spawn('bash', ['-c', SCRIPT, 'bash', ...command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', TIMEFORMAT: TIME_FORMAT, ...environment },
  });
  let output = '';
  let times = '';
  let timedOut = false;
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-KEPT_OUTPUT)));
  shell.stderr.setEncoding('utf8').on('data', (text: string) => (times = (times + text).slice(-KEPT_OUTPUT)));
  const killGroup = (): void => void (shell.pid !== undefined && killProcessGroup(shell.pid));
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup();
  }, timeoutMs);
  signal?.addEventListener('abort', killGroup);
  try {
    const [exitCode] = (await once(shell, 'close')) as [number | null];
    signal?.throwIfAborted();
    if (timedOut) throw new Error(`${command[0]} did not end within ${timeoutMs} ms.`);
    if (exitCode !== 0) throw new Error(`${command[0]} failed: ${output.slice(-SHOWN_OUTPUT).trim() || times.trim()}`);
    return { ...parseTimes(times), output };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', killGroup);
  }
}

/** Reads the last line of what bash's `time` printed in TIME_FORMAT; numbers are seconds. */
export function parseTimes(text: string): Sample {
  const match = /(\d+\.\d+) (\d+\.\d+) (\d+\.\d+)\s*$/.exec(text);
  if (!match) throw new Error(`Expected the times of a command, but bash printed: ${text.trim()}`);
  const [userMs, systemMs, wallMs] = match.slice(1).map((seconds) => Math.round(Number(seconds) * 1000));
  return { userMs: userMs!, systemMs: systemMs!, wallMs: wallMs! };
}

function killProcessGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has just ended by itself
  }
}
