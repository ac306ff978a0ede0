import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lane } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { Lanes } from '../../../engine/pool/lanes.ts';
import { ModuleCache } from '../../../engine/pool/modules.ts';
import { Registry } from '../../../engine/codecs/registry.ts';
import type { HangingStarts } from '../../support/unruly-worker.ts';

const threads = { light: 1, image: 2, media: 2, document: 2, office: 0, ocr: 1 };
const process = { limitMB: 100_000, isStrict: false };
const never = new AbortController().signal;

let lanes: Lanes;

beforeEach(() => {
  lanes = new Lanes({
    capacity: { slots: 2, memoryMB: 4000, process, threads },
    limits: DEFAULT_LIMITS,
    registry: new Registry(),
    modules: new ModuleCache(),
    worker: new URL('../../support/unruly-worker.ts', import.meta.url),
  });
});

afterEach(() => lanes[Symbol.asyncDispose]());

interface Run {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

const packing = (name: string) => ({ kind: 'pack', inputs: [], entries: [], name }) as const;

const run = (name: string, { signal = never, onProgress }: Run = {}) =>
  lanes.run('light', packing(name), { signal, remainingMs: 10_000, onProgress });

describe('Lanes', () => {
  it.each([
    { hanging: 2, ok: true },
    { hanging: 3, ok: false },
  ])(
    'end starts that hang, and try three times ($hanging hang)',
    async ({ hanging, ok }) => {
      const hangingStarts = new SharedArrayBuffer(4);
      new Int32Array(hangingStarts)[0] = hanging;
      const limits: typeof DEFAULT_LIMITS & HangingStarts = { ...DEFAULT_LIMITS, hangingStarts };
      await using office = new Lanes({
        capacity: { slots: 2, memoryMB: 4000, process, threads: { ...threads, office: 1 } },
        limits,
        registry: new Registry({ without: ['libreoffice'] }),
        modules: new ModuleCache(),
        worker: new URL('../../support/unruly-worker.ts', import.meta.url),
        supervised: { office: { limitMs: 3000, attempts: 3 } },
      });
      const reply = await office.run('office', packing('fine'), { signal: never, remainingMs: 60_000 });
      const failure = { message: expect.stringContaining('could not start') };
      expect(reply).toMatchObject(ok ? { ok } : { ok, failure });
      expect(new Int32Array(hangingStarts)[0]).toBe(hanging - 3);
    },
    60_000,
  );

  it('serve the next job after one that was aborted in an endless loop', async () => {
    const abort = new AbortController();
    const hanging = run('hang', { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('client gone')), 200);
    await expect(hanging).rejects.toThrow('client gone');
    await expect(run('fine')).resolves.toMatchObject({ ok: true, outcome: { jobs: 1 } });
  });

  it('answer a job that exhausts its heap with a failure, and go on', async () => {
    await expect(run('exhaust')).resolves.toMatchObject({ ok: false, failure: { code: 'conversion_failed' } });
    await expect(run('fine')).resolves.toMatchObject({ ok: true });
  });

  it.each(['exit', 'throw'])('answer a worker that %ss with a failure, and go on', async (name) => {
    const reply = await run(name);
    expect(reply).toMatchObject({ ok: false, failure: { code: 'conversion_failed' } });
    await expect(run('fine')).resolves.toMatchObject({ ok: true });
  });

  it('replace a worker that asks for it before anybody else meets it', async () => {
    const first = await run('retire');
    const second = await run('fine');
    expect(second.threadId).not.toBe(first.threadId);
    expect(second).toMatchObject({ outcome: { jobs: 1 } });
    const third = await run('fine');
    expect(third).toMatchObject({ threadId: second.threadId, outcome: { jobs: 2 } });
  });

  it('count the workers that started, and those that were lost', async () => {
    const counts = () => lanes.status().find(({ lane }) => lane === 'light');
    expect(counts()).toMatchObject({ starts: 0, losses: 0 });
    for (const name of ['fine', 'exit', 'fine', 'retire', 'fine']) await run(name);
    expect(counts()).toMatchObject({ starts: 3, losses: 2 });
  });

  it('pass progress on while the job runs', async () => {
    const seen: number[] = [];
    await run('progress', { onProgress: (fraction) => seen.push(fraction) });
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([0.25, 0.5, 1]);
  });

  it('start nothing before the first job', () => {
    expect(lanes.status().every(({ started }) => !started)).toBe(true);
  });

  it('end workers that were idle for long, one after the other, and keep those that work', async () => {
    const modules = new ModuleCache();
    const release = vi.spyOn(modules, 'release');
    await using quiet = new Lanes({
      capacity: { slots: 2, memoryMB: 4000, process, threads },
      limits: DEFAULT_LIMITS,
      registry: new Registry(),
      modules,
      worker: new URL('../../support/unruly-worker.ts', import.meta.url),
      idleMs: 300,
    });
    const ended = new AbortController();
    const options = { signal: never, remainingMs: 60_000 };
    const working = quiet.run('image', packing('hang'), { ...options, signal: ended.signal });
    await quiet.run('light', packing('fine'), options);
    const losses = (lane: Lane) => quiet.status().find((status) => status.lane === lane)?.losses;
    await vi.waitFor(() => expect(losses('light')).toBe(1), { timeout: 30_000 });
    await vi.waitFor(() => expect(release).toHaveBeenCalledWith(new Set(['image'])));
    expect(quiet.status().find(({ lane }) => lane === 'image')).toMatchObject({ running: 1, losses: 0 });
    await expect(quiet.run('light', packing('fine'), options)).resolves.toMatchObject({ outcome: { jobs: 1 } });
    await vi.waitFor(() => expect(losses('light')).toBe(2), { timeout: 30_000 });
    ended.abort();
    await expect(working).rejects.toThrow();
  });

  describe('in little memory', () => {
    const task = packing('fine');
    const options = { signal: never, remainingMs: 60_000 };
    /** A process in which every started worker takes 300 MB, and a conversion that grows another 1,000. */
    const inMemory = (limitMB: number, isStrict: boolean, extraMB = () => 0, modules = new ModuleCache()): Lanes => {
      const small: Lanes = new Lanes({
        capacity: { slots: 2, memoryMB: 4000, process: { limitMB, isStrict }, threads },
        limits: DEFAULT_LIMITS,
        registry: new Registry(),
        modules,
        worker: new URL('../../support/unruly-worker.ts', import.meta.url),
        measureMB: () => 300 * small.status().filter(({ started }) => started).length + extraMB(),
      });
      return small;
    };
    const startedLanes = (all: Lanes): string[] =>
      all
        .status()
        .filter(({ started }) => started)
        .map(({ lane }) => lane);

    it('end the longest idle worker when another needs its memory, and keep the others', async () => {
      await using small = inMemory(1000, true);
      for (const lane of ['light', 'image', 'media', 'document'] as const) await small.run(lane, task, options);
      // An image worker is counted with 450 MB, one of media with 400, one of documents with 350.
      expect(startedLanes(small)).toEqual(['image', 'media', 'document']);
      await expect(small.run('light', task, options)).resolves.toMatchObject({ ok: true, outcome: { jobs: 1 } });
    });

    it('release the code of lanes that have no workers any more, and start them again', async () => {
      const modules = new ModuleCache();
      const release = vi.spyOn(modules, 'release');
      await using small = inMemory(700, true, () => 0, modules);
      await small.run('light', task, options);
      await small.run('image', task, options);
      expect(startedLanes(small), 'a worker is enough').toEqual(['image']);
      expect(release).not.toHaveBeenCalled();
      await small.run('media', task, options);
      expect(release.mock.calls).toEqual([[new Set(['image', 'media'])]]);
      const counts = () => small.status().find(({ lane }) => lane === 'light');
      expect(counts()).toMatchObject({ starts: 1, losses: 1 });
      await small.run('light', task, options);
      expect(counts()).toMatchObject({ starts: 2, losses: 1, running: 0 });
    });

    it('keep all workers where the memory is enough', async () => {
      await using small = inMemory(2000, true);
      for (const lane of ['light', 'image', 'media', 'document'] as const) await small.run(lane, task, options);
      expect(startedLanes(small)).toEqual(['light', 'image', 'media', 'document']);
    });

    it('refuse a task that alone needs more than is set, and go on', async () => {
      let extra = 0;
      await using small = inMemory(1000, true, () => extra);
      const growing = small.run('light', { ...task, name: 'hang' }, options);
      extra = 2000;
      await expect(growing).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'memoryMB' } });
      extra = 0;
      await expect(small.run('light', task, options)).resolves.toMatchObject({ ok: true });
    });

    it('end the latest of several tasks as one that may be tried again', async () => {
      let extra = 0;
      await using small = inMemory(1000, true, () => extra);
      const stop = new AbortController();
      const first = small.run('light', { ...task, name: 'hang' }, { ...options, signal: stop.signal });
      const areRunning = (count: number) =>
        vi.waitFor(() => expect(small.status().reduce((sum, { running }) => sum + running, 0)).toBe(count), 30_000);
      await areRunning(1);
      const second = small.run('image', { ...task, name: 'hang' }, options);
      const ended = expect(second).rejects.toMatchObject({ code: 'busy', retryable: true });
      await areRunning(2);
      extra = 2000;
      await ended;
      extra = 0;
      stop.abort(new Error('enough'));
      await expect(first).rejects.toThrow('enough');
    });

    it('refuse nothing where nobody has set how much there is', async () => {
      await using small = inMemory(1000, false, () => 5000);
      await expect(small.run('light', task, options)).resolves.toMatchObject({ ok: true });
    });
  });
});
