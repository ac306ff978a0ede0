import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';

/**
 * Starts the background engine as a process of its own, which no terminal or signal of this one reaches. Resolves when it
 * takes calls; throws what it says when it cannot.
 */
export async function startWarmEngine(): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'warm', '--serve'], {
    cwd: homedir(), // it must not keep the folder of the call busy
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaint = text(child.stderr).catch(() => ''); // it ends early once the engine runs
  const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'close')])) as [unknown];
  if (!(line instanceof Uint8Array)) throw new Error((await complaint).trim().replace(/^athanor: /, ''));
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}
