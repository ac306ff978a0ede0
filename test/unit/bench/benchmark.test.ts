import { describe, expect, it } from 'vitest';
import { benchmark, type BenchTask } from '../../../bench/benchmark.ts';
import { seededRandom } from '../../matrix/random.ts';
import { SEED } from '../../support/seed.ts';

function recorded(name: string, log: string[]): BenchTask {
  return { name, run: async () => void log.push(name) };
}

describe('benchmark', () => {
  it('lets tasks take turns, each as often as there are rounds', async () => {
    const log: string[] = [];
    const samples = await benchmark([recorded('ours', log), recorded('peer', log)], { rounds: 3 });
    expect(log).toEqual(['ours', 'peer', 'ours', 'peer', 'ours', 'peer']);
    expect(samples.map((turns) => turns.length)).toEqual([3, 3]);
  });

  it('takes the times that a child process reports, and measures work in this process itself', async () => {
    const reported = { userMs: 123, wallMs: 456 };
    const busy: BenchTask = {
      name: 'busy',
      run: async () => void Array.from({ length: 200_000 }, seededRandom(SEED)).sort((a, b) => a - b),
    };
    const [theirs, ours] = await benchmark([{ name: 'process', run: async () => reported }, busy], { rounds: 2 });
    expect(theirs).toEqual([reported, reported]);
    for (const { userMs, wallMs } of ours!) {
      expect(userMs).toBeGreaterThan(0);
      expect(wallMs).toBeGreaterThan(0);
    }
  });

  it('ends with the error of the first task that fails', async () => {
    const failing: BenchTask = { name: 'failing', run: () => Promise.reject(new Error('no codec')) };
    await expect(benchmark([failing], { rounds: 2 })).rejects.toThrow('no codec');
  });

  it('stops between turns when it is aborted', async () => {
    const log: string[] = [];
    const abort = new AbortController();
    const interrupting: BenchTask = { name: 'interrupting', run: async () => abort.abort(new Error('interrupted')) };
    const running = benchmark([interrupting, recorded('next', log)], { rounds: 5, signal: abort.signal });
    await expect(running).rejects.toThrow('interrupted');
    expect(log.length).toBeLessThan(5);
  });
});
