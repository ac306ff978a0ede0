import { describe, expect, it } from 'vitest';
import { contest, type Contestant } from '../../../bench/contest.ts';
import { seededRandom } from '../../matrix/random.ts';
import { SEED } from '../../support/seed.ts';

function recorded(name: string, log: string[]): Contestant {
  return { name, run: async () => void log.push(name) };
}

describe('contest', () => {
  it('lets contestants take turns, each as often as there are rounds', async () => {
    const log: string[] = [];
    const samples = await contest([recorded('ours', log), recorded('peer', log)], { rounds: 3 });
    expect(log).toEqual(['ours', 'peer', 'ours', 'peer', 'ours', 'peer']);
    expect(samples.map((turns) => turns.length)).toEqual([3, 3]);
  });

  it('takes the times that a child process reports, and measures work in this process itself', async () => {
    const reported = { userMs: 123, wallMs: 456 };
    const busy: Contestant = {
      name: 'busy',
      run: async () => void Array.from({ length: 200_000 }, seededRandom(SEED)).sort((a, b) => a - b),
    };
    const [theirs, ours] = await contest([{ name: 'process', run: async () => reported }, busy], { rounds: 2 });
    expect(theirs).toEqual([reported, reported]);
    for (const { userMs, wallMs } of ours!) {
      expect(userMs).toBeGreaterThan(0);
      expect(wallMs).toBeGreaterThan(0);
    }
  });

  it('ends with the error of the first contestant that fails', async () => {
    const failing: Contestant = { name: 'failing', run: () => Promise.reject(new Error('no codec')) };
    await expect(contest([failing], { rounds: 2 })).rejects.toThrow('no codec');
  });

  it('stops between turns when it is aborted', async () => {
    const log: string[] = [];
    const abort = new AbortController();
    const interrupting: Contestant = { name: 'interrupting', run: async () => abort.abort(new Error('interrupted')) };
    const running = contest([interrupting, recorded('next', log)], { rounds: 5, signal: abort.signal });
    await expect(running).rejects.toThrow('interrupted');
    expect(log.length).toBeLessThan(5);
  });
});
