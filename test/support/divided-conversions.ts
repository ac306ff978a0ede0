import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ConvertOptions, Engine } from '../../engine/index.ts';

/** Worker calls that run at the same time, at most, while `work` is done. */
export async function mostAtOnce(engine: Engine, work: Promise<unknown>): Promise<number> {
  let most = 0;
  const isDone = work.then(
    () => true,
    () => true,
  );
  const tick = (): Promise<false> => new Promise((resolve) => setImmediate(() => resolve(false)));
  while (!(await Promise.race([isDone, tick()]))) most = Math.max(most, engine.status().running);
  return most;
}

/** Aborts a conversion while several workers are at its parts, and expects that nothing of it is left in `scratchDir`. */
export async function expectNothingLeft(
  engine: Engine,
  { input, scratchDir, outDir, ...options }: ConvertOptions & { input: Uint8Array; scratchDir: string; outDir: string },
): Promise<void> {
  const abort = new AbortController();
  await mkdir(outDir);
  const dividing = engine.convert(input, { ...options, outDir, signal: abort.signal });
  const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  while (engine.status().running < 2) await tick();
  abort.abort();
  await expect(dividing).rejects.toMatchObject({ code: 'aborted' });
  expect(engine.status()).toMatchObject({ running: 0, waiting: 0, admitted: 0 });
  expect(await readdir(outDir)).toEqual([]);
  const [root] = await readdir(scratchDir);
  expect(await readdir(join(scratchDir, root!))).toEqual([]);
}
