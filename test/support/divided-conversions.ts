import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ConvertOptions, Engine } from '../../engine/index.ts';

/** Between two looks at an engine: whoever looks all the time takes a core from the workers. */
const LOOK_MS = 5;

/** Worker calls that run at the same time, at most, while `work` is done. */
export async function mostAtOnce(engine: Engine, work: Promise<unknown>): Promise<number> {
  let most = 0;
  const looking = setInterval(() => (most = Math.max(most, engine.status().running)), LOOK_MS);
  await Promise.allSettled([work]);
  clearInterval(looking);
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
  while (engine.status().running < 2) await sleep(LOOK_MS);
  abort.abort();
  await expect(dividing).rejects.toMatchObject({ code: 'aborted' });
  expect(engine.status()).toMatchObject({ running: 0, waiting: 0, admitted: 0 });
  expect(await readdir(outDir)).toEqual([]);
  const [root] = await readdir(scratchDir);
  expect(await readdir(join(scratchDir, root!))).toEqual([]);
}
