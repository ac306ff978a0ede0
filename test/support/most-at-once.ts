import type { Engine } from '../../engine/index.ts';

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
