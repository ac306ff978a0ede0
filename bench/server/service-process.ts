import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processStatus } from '../process-status.ts';

/**
 * A file system in memory: the service is measured, and not the disk below it (an ext4 without a journal spends more on
 * finding a free inode, after many files were removed, than the whole request costs).
 */
const MEMORY_DIRECTORY = '/dev/shm';
/** The kernel counts CPU time in these; 100 a second on every Linux since 2.6. */
const TICK_MS = 10;

/** What runs in the process: a service whose engine answers at once, one whose workers have started or not, or Koa and multer alone. */
export type ServiceKind = 'idle' | 'converting' | 'unstarted' | 'bare';

/** A service in a process of its own, so that its cost can be told from the load generator's. Linux only: it reads /proc. */
export class ServiceProcess implements AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  private constructor(child: ChildProcess, dataDir: string, { url, key }: { url: string; key: string }) {
    this.#child = child;
    this.#dataDir = dataDir;
    this.url = url;
    this.key = key;
  }

  static async start(kind: ServiceKind): Promise<ServiceProcess> {
    const dataDir = await mkdtemp(join(existsSync(MEMORY_DIRECTORY) ? MEMORY_DIRECTORY : tmpdir(), 'athanor-bench-'));
    const script = kind === 'bare' ? 'bare-child.ts' : 'child.ts';
    const child = fork(join(import.meta.dirname, script), {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ENGINE: kind },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const address = await Promise.race([once(child, 'message'), once(child, 'exit').then(endedEarly)]);
    return new ServiceProcess(child, dataDir, address[0] as { url: string; key: string });
  }

  /** CPU milliseconds in user and kernel mode since its start. */
  async cpuMs(): Promise<number> {
    const stat = await readFile(`/proc/${this.#child.pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; user and kernel time are the 14th and 15th field of the whole.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  /** Lets the peak of memory begin again at what is used now. */
  async forgetPeak(): Promise<void> {
    await writeFile(`/proc/${this.#child.pid}/clear_refs`, '5');
  }

  /** Memory that is in use now, and the most that was since the last call of `forgetPeak`, in bytes. */
  async memory(): Promise<{ readonly now: number; readonly peak: number }> {
    const status = await processStatus(this.#child.pid!);
    return { now: status('VmRSS'), peak: status('VmHWM') };
  }

  /** 99th percentile of how late its event loop came to its timers since the last call, in milliseconds. */
  async loopDelayP99(): Promise<number> {
    this.#child.send('loop delay');
    const [{ p99 }] = (await once(this.#child, 'message')) as [{ p99: number }];
    return p99;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

function endedEarly(): never {
  throw new Error('the service ended before it listened');
}
