import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Deadline } from '../../../engine/run/deadline.ts';

const never = new AbortController().signal;

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

it('ends work that takes longer than allowed with a named error', async () => {
  const deadline = new Deadline(10);
  await expect(deadline.run(never, untilAborted)).rejects.toMatchObject({ code: 'conversion_timeout' });
  expect(deadline.remainingMs).toBe(0);
});

it('counts the time of all work together, and no time between', async () => {
  const deadline = new Deadline(10_000);
  await deadline.run(never, () => sleep(20));
  const afterWork = deadline.remainingMs;
  expect(afterWork).toBeLessThan(9_990);
  await sleep(30);
  expect(deadline.remainingMs).toBe(afterWork);
});

it('counts work that is done at the same time once', async () => {
  const deadline = new Deadline(10_000);
  const started = performance.now();
  const gates = Array.from({ length: 50 }, () => Promise.withResolvers<void>());
  const works = gates.map(({ promise }) => deadline.run(never, () => promise));
  await sleep(20);
  const atWork = deadline.remainingMs;
  for (const { resolve } of gates) resolve();
  await Promise.all(works);
  expect(atWork).toBeLessThan(10_000);
  expect(deadline.remainingMs).toBeGreaterThanOrEqual(10_000 - (performance.now() - started));
});

it("passes the caller's abort on with its own reason", async () => {
  const abort = new AbortController();
  const running = new Deadline(10_000).run(abort.signal, untilAborted);
  abort.abort(new Error('client gone'));
  await expect(running).rejects.toThrow('client gone');
});
