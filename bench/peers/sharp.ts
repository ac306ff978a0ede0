import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { FormatEnum } from 'sharp';
import type { Sample } from '../measure.ts';

const CHILD = new URL('./sharp-child.ts', import.meta.url);

export interface SharpJob {
  readonly input: string;
  readonly output: string;
  readonly format: keyof FormatEnum | 'avif';
  readonly settings?: object;
  /** Pixels of the result; the height follows. */
  readonly width?: number;
  /** Fill what is transparent with white. */
  readonly flatten?: true;
}

/** What the child says: its version once, then an answer to each job. */
export interface SharpAnswer {
  readonly version?: string;
  readonly sample?: Sample;
  readonly failure?: string;
}

/**
 * sharp as its users run it: native libvips in a Node process that stays, in a process of its own here so that its CPU
 * time can be told from ours. One job at a time.
 */
export class Sharp implements AsyncDisposable {
  readonly name = 'sharp';
  readonly version: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, version: string) {
    this.#child = child;
    this.version = version;
  }

  /** Undefined where sharp is not installed, or has no binary for this machine. */
  static async start(): Promise<Sharp | undefined> {
    const child = fork(CHILD, { stdio: 'ignore' });
    const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [SharpAnswer | number];
    if (typeof answer !== 'object' || answer?.version === undefined) return undefined;
    return new Sharp(child, answer.version);
  }

  /** Does one job and returns what it cost. Throws what sharp throws. */
  async run(job: SharpJob): Promise<Sample> {
    this.#child.send(job);
    const [{ sample, failure }] = (await once(this.#child, 'message')) as [SharpAnswer];
    if (!sample) throw new Error(`sharp failed: ${failure}`);
    return sample;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
