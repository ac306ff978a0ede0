import { readFile } from 'node:fs/promises';
import { setPriority, getPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../inputs/random.ts';
import { type JobKind, jobKinds, Sender } from './load.ts';
import { openStack, type ServiceProcess, type Stack } from './stack.ts';

export interface RunPlan {
  readonly workers: number;
  readonly jobs: number;
  /** Conversions a second, at random times; undefined when all are sent as fast as they are accepted. */
  readonly jobsPerSecond: number | undefined;
  readonly seed: number;
}

/** What one real run has shown. Milliseconds. */
export interface RealRun extends RunPlan {
  /** Of each conversion: its kind, when it was sent and when it had ended since the start, and what the engine took. */
  readonly conversions: readonly RealConversion[];
  /** CPU time of each part during the run, and what others had on the machine. */
  readonly cpuMs: Readonly<Record<'api' | 'workers' | 'database' | 'storage' | 'sender' | 'others', number>>;
  readonly durationMs: number;
}

export interface RealConversion {
  readonly kind: number;
  readonly sentAt: number;
  readonly recordedAt: number;
  readonly endedAt: number;
  readonly engineMs: number;
}

/** When which kind is sent: the same for the real run and the simulated one. */
export function schedule({ jobs, jobsPerSecond, seed }: RunPlan, kinds: number): { kind: number; at: number }[] {
  const random = seededRandom(seed);
  let at = 0;
  return Array.from({ length: jobs }, () => {
    at += jobsPerSecond === undefined ? 0 : (-Math.log(1 - random()) * 1000) / jobsPerSecond;
    return { kind: Math.floor(random() * kinds), at };
  });
}

/** Callers at a time when all are sent as fast as they are accepted. */
export const SENDERS = 4;
/** Conversions of each kind, for each worker, before the run: as many as before a measurement of the costs. */
const WARM_UP = 20;

/** One API process and some workers of one slot, on this machine, with real conversions. */
export async function runReal(plan: RunPlan, log: (line: string) => void): Promise<RealRun> {
  await using stack = await openStack({ slots: 1, durable: true });
  const api = await stack.start('api');
  const workers: ServiceProcess[] = [];
  for (let count = 0; count < plan.workers; count++) workers.push(await stack.start('worker'));
  const kinds = await jobKinds();
  using sender = new Sender(stack.key());
  log(`${plan.workers} workers: warming up`);
  const warmUp = kinds.flatMap((kind) => Array<JobKind>(WARM_UP * plan.workers).fill(kind));
  await inParallel(warmUp, plan.workers, (kind) => sender.convert(api.url, kind, 'sync'));
  await stack.pool.query('delete from conversion');
  await stack.pool.query('analyze');
  await raisePriority(stack);

  log(`${plan.workers} workers: ${plan.jobs} conversions at ${plan.jobsPerSecond ?? 'any'} a second`);
  const sent = new Map<string, { kind: number; sentAt: number }>();
  const before = await reading(stack, api, workers);
  const startedAt = Date.now();
  const send = async ({ kind, at }: { kind: number; at: number }): Promise<void> => {
    await wait(Math.max(0, startedAt + at - Date.now()));
    const sentAt = Date.now() - startedAt;
    const { id } = await sender.convert(api.url, kinds[kind]!, 'async');
    sent.set(id, { kind, sentAt });
  };
  const all = schedule(plan, kinds.length);
  if (plan.jobsPerSecond === undefined) await inParallel(all, SENDERS, send);
  else await Promise.all(all.map(send));
  while (await isAnyLeft(stack)) await wait(50);
  const after = await reading(stack, api, workers);
  const { rows } = await stack.pool.query<Row>(
    `select id, status, created_at::float as recorded, finished_at::float as ended, duration_ms::float as engine from conversion`,
  );
  const conversions = rows.map(({ id, status, recorded, ended, engine }): RealConversion => {
    if (status !== 'succeeded') throw new Error(`a conversion ended as ${status}`);
    return { ...sent.get(id)!, recordedAt: recorded - startedAt, endedAt: ended - startedAt, engineMs: engine };
  });
  const cpuMs = Object.fromEntries(
    Object.entries(after.cpuMs).map(([name, value]) => [name, value - before.cpuMs[name as keyof typeof before.cpuMs]]),
  ) as RealRun['cpuMs'];
  return { ...plan, conversions, cpuMs, durationMs: after.at - before.at };
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly recorded: number;
  readonly ended: number;
  readonly engine: number;
}

async function isAnyLeft({ pool }: Stack): Promise<boolean> {
  const { rows } = await pool.query(`select 1 from conversion where status = 'running' limit 1`);
  return rows.length > 0;
}

async function inParallel<Item>(
  items: readonly Item[],
  callers: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const call = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: callers }, call));
}

async function reading(stack: Stack, api: ServiceProcess, workers: readonly ServiceProcess[]) {
  const workerTimes = await Promise.all(workers.map((worker) => worker.cpuMs()));
  const { user, system } = process.cpuUsage();
  const own = {
    api: await api.cpuMs(),
    workers: workerTimes.reduce((sum, ms) => sum + ms, 0),
    database: await stack.databaseCpuMs(),
    storage: await stack.storageCpuMs(),
    sender: (user + system) / 1000,
  };
  const ours = Object.values(own).reduce((sum, ms) => sum + ms, 0);
  return { at: performance.now(), cpuMs: { ...own, others: (await machineCpuMs()) - ours } };
}

/** CPU time of everything on this machine since it was started. */
async function machineCpuMs(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupts + softInterrupts) * 10;
}

/** The connections of the database run at the priority of this run: other work on the machine must not hold up only them. */
async function raisePriority({ pool }: Stack): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  for (const { pid } of rows) {
    try {
      setPriority(pid, getPriority());
    } catch {
      return; // another user's processes, or none of this machine
    }
  }
}
