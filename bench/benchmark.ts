import { Bench } from 'tinybench';
import type { Sample } from './measure.ts';

/** One of those that take turns at the same work. */
export interface BenchTask {
  readonly name: string;
  /**
   * Does the work once. Work in this process returns nothing and is measured from outside (user CPU of all its threads);
   * a child process returns what the operating system counted for it.
   */
  run(): Promise<Sample | void>;
}

export interface BenchmarkOptions {
  /** Turns of each task. */
  readonly rounds: number;
  readonly signal?: AbortSignal;
}

/**
 * Lets tasks take turns (ours, peer, ours, peer …), so that a busy minute of the machine falls on all of them, and
 * returns their samples in the order of the tasks. A failure of one ends the benchmark.
 */
export async function benchmark(
  tasks: readonly BenchTask[],
  { rounds, signal }: BenchmarkOptions,
): Promise<Sample[][]> {
  const samples: Sample[][] = tasks.map(() => []);
  for (let round = 0; round < rounds; round++) {
    // One bench a round with one turn each: tinybench would otherwise run all turns of one task before the next.
    const bench = new Bench({ iterations: 1, time: 0, warmup: false, throws: true, signal });
    tasks.forEach((task, index) => {
      const turn = async (): Promise<{ overriddenDuration: number }> => {
        const sample = await takeTurn(task);
        samples[index]!.push(sample);
        return { overriddenDuration: sample.wallMs };
      };
      bench.add(task.name, turn, { async: true });
    });
    await bench.run();
    signal?.throwIfAborted();
  }
  return samples;
}

async function takeTurn(task: BenchTask): Promise<Sample> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const counted = await task.run();
  const wallMs = performance.now() - started;
  if (counted) return counted;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { userMs: user / 1000, systemMs: system / 1000, wallMs };
}
