import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The service as `npm start` runs it: a process of its own. */
export interface ChildService extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly url: string;
  /** What it has printed so far. */
  readonly stdout: () => string;
  /** Asks it to stop, and waits. */
  stop(): Promise<Finished>;
}

/** Starts `server/main.ts` and waits until it listens. Throws with its output when it does not. */
export async function startChildService(environment: Readonly<Record<string, string>>): Promise<ChildService> {
  const child = run('server/main.ts', [], environment);
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  child.process.stderr!.on('data', () => {
    const url = /"url":"([^"]+)".*"msg":"listening"/.exec(child.output.stderr)?.[1];
    if (url !== undefined) resolve(url);
  });
  child.finished.then(({ stdout, stderr }) => reject(new Error(`the service has stopped: ${stdout}${stderr}`)), reject);
  const url = await listening;
  const stop = (): Promise<Finished> => {
    child.process.kill('SIGTERM');
    return child.finished;
  };
  return {
    ...{ process: child.process, url, stop },
    stdout: () => child.output.stdout,
    async [Symbol.asyncDispose]() {
      if (child.process.exitCode === null) await stop();
    },
  };
}

/** Runs one of the project's scripts to its end. */
export function runScript(
  script: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Finished> {
  return run(script, parameters, environment).finished;
}

function run(script: string, parameters: readonly string[], environment: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, WARM: 'no', ...environment };
  const child = spawn(process.execPath, [script, ...parameters], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const finished = once(child, 'close').then(([exitCode]): Finished => ({
    exitCode: exitCode as number | null,
    ...output,
  }));
  return { process: child, output, finished };
}
