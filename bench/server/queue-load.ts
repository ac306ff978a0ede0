import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { objectStorage } from '../../test/support/object-storage.ts';
import { testDatabase } from '../../test/support/postgres.ts';

// `node bench/server/queue-load.ts`: what a conversion costs beside the engine when one API process and some workers share
// a PostgreSQL and an object storage, all on this machine. The engine answers at once.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '16' },
    workers: { type: 'string', default: '1' },
    slots: { type: 'string', default: '4' },
    bytes: { type: 'string', default: '2000' },
    engine: { type: 'string', default: 'idle' },
  },
});
const TICK_MS = 10;

interface Child {
  readonly process: ChildProcess;
  readonly url: string;
  readonly key: string;
}

await using resources = new AsyncDisposableStack();
const database = resources.use(await testDatabase());
const storage = resources.use(await objectStorage());

async function start(role: string): Promise<Child> {
  const dataDir = await mkdtemp(join(tmpdir(), 'athanor-queue-'));
  const child = fork(join(import.meta.dirname, 'child.ts'), {
    env: {
      ...{
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: '0',
        ENGINE: values.engine,
        ROLE: role,
        LOG_LEVEL: 'error',
      },
      ...{ DATABASE_URL: database.url, SIGNING_SECRET: 's'.repeat(32), WORKERS: values.slots },
      ...{ QUEUE_LENGTH: '100000', QUEUE_LENGTH_PER_ACCOUNT: '100000', ...storage.environment },
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  resources.defer(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  });
  const [address] = (await once(child, 'message')) as [{ readonly url: string; readonly key: string }];
  return { process: child, ...address };
}

const api = await start('api');
const workers = await Promise.all(Array.from({ length: Number(values.workers) }, () => start('worker')));

async function cpuMs({ process: { pid } }: Child): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function convert(): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(Number(values.bytes), 'pixels')]), 'a.png');
  form.set('targetFormat', 'webp');
  const begun = performance.now();
  const answer = await fetch(`${api.url}/api/v1/convert`, {
    method: 'POST',
    headers: { 'X-API-Key': api.key },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
  return performance.now() - begun;
}

async function load(requests: number, connections: number): Promise<number[]> {
  const times: number[] = [];
  let sent = 0;
  const send = async (): Promise<void> => {
    while (sent++ < requests) times.push(await convert());
  };
  await Promise.all(Array.from({ length: connections }, send));
  return times.sort((a, b) => a - b);
}

const requests = Number(values.requests);
await load(requests, Number(values.connections));
const before = await Promise.all([cpuMs(api), ...workers.map(cpuMs)]);
const begun = performance.now();
await load(requests, Number(values.connections));
const seconds = (performance.now() - begun) / 1000;
const after = await Promise.all([cpuMs(api), ...workers.map(cpuMs)]);
const [apiMs, ...workerMs] = after.map((ms, index) => (ms - before[index]!) / requests);
const idle = await load(50, 1);
const figures = {
  requests,
  perSecond: requests / seconds,
  apiCpuMs: apiMs,
  workerCpuMs: workerMs.reduce((sum, ms) => sum + ms, 0),
  idleMedianMs: idle[Math.floor(idle.length / 2)],
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
