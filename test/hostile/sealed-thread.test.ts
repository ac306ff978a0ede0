import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import type { WorkerBoot } from '../../engine/pool/protocol.ts';
import { bundleFolder } from '../support/bundle.ts';
import { ROOT } from '../support/source-tree.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** What the engine's worker starts with: in this lane some code keeps a class of threads. */
const BOOT: WorkerBoot = {
  ...{ lane: 'image', unsealed: [], modules: {}, limits: DEFAULT_LIMITS, readable: [ROOT] },
};

interface Outcome {
  readonly tried: number;
  readonly succeeded: readonly string[];
}

async function tryToEscape(sealedBy?: string): Promise<Outcome & { connections: number; files: string[] }> {
  await using directory = await temporaryDirectory();
  const outside = join(directory.path, 'outside');
  await mkdir(outside);
  const canary = join(outside, 'canary');
  await writeFile(canary, 'host secret');
  await writeFile(`${canary}.mjs`, 'export const secret = 1;');
  await using handle = await open(canary);
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const worker = new Worker(new URL('escape-attempts.ts', import.meta.url), {
    workerData: { ...BOOT, sealedBy, canary, port, descriptor: handle.fd },
    env: { SECRET: 'value' },
    execArgv: [],
    stderr: true,
  });
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
    });
    return { ...outcome, connections, files: await readdir(outside) };
  } finally {
    await worker.terminate();
    await new Promise((resolve) => listener.close(resolve));
  }
}

it('an open thread can do nearly all of it, so the attempts are real', async () => {
  const { tried, succeeded, connections } = await tryToEscape();
  expect(tried).toBeGreaterThanOrEqual(60);
  expect(succeeded.length).toBeGreaterThan(tried * 0.7);
  expect(connections).toBeGreaterThan(0);
});

const POOL = join(ROOT, 'engine/pool');

it.each([
  ['thread', () => join(POOL, 'seal-thread.ts')],
  ['worker of the engine', () => join(POOL, 'start-worker.ts')],
  ['worker of the bundle', async () => join(await bundleFolder(), 'start-worker.js')],
])('a sealed %s reaches no file, socket, process, thread or variable', async (_, sealedBy) => {
  const { succeeded, connections, files } = await tryToEscape(pathToFileURL(await sealedBy()).href);
  expect(succeeded).toEqual([]);
  expect(connections).toBe(0);
  expect(files.toSorted()).toEqual(['canary', 'canary.mjs']);
});
