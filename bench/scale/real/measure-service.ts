import { setTimeout as wait } from 'node:timers/promises';
import type { QueuedJob } from '../../../server/services/worker.ts';
import { median } from '../../measure.ts';
import { type JobKind, jobKinds, Sender } from './load.ts';
import type { RequestCount, StatementCount } from './recorder.ts';
import { openStack, type ServiceProcess, type Stack } from './stack.ts';

/** CPU milliseconds, statements and bytes of one thing that the service does, on average. */
export interface StepCost {
  readonly api: number;
  readonly worker: number;
  readonly database: number;
  readonly storage: number;
  readonly statements: number;
  readonly walBytes: number;
}

export interface KindCost {
  readonly name: string;
  readonly inputBytes: number;
  readonly resultBytes: number;
  /** From the request to 202, with the input stored and the job queued. */
  readonly accept: StepCost;
  /** From the request to the answer with the result. */
  readonly whole: StepCost;
  /** Milliseconds from the call of the engine to its result. */
  readonly engineMs: number;
}

/** A statement and how often a conversion needs it. */
export interface StatementCost {
  readonly text: string;
  readonly perJob: number;
  /** CPU time of the backend, and time until the answer, for one. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

export interface ServiceCosts {
  readonly kinds: readonly KindCost[];
  readonly acceptStatements: readonly StatementCost[];
  readonly workStatements: readonly StatementCost[];
  readonly storageRequests: { readonly accept: readonly RequestCost[]; readonly work: readonly RequestCost[] };
  /** What an API process spends on asking once for a conversion that it waits for. */
  readonly ask: StepCost;
  /** One request for the state of a conversion, and for its result. */
  readonly status: StepCost;
  readonly downloads: readonly { readonly bytes: number; readonly cost: StepCost }[];
  /** A second of a process that has nothing to do. */
  readonly idleApi: StepCost;
  readonly idleWorker: StepCost;
  /** From the request to the answer for the smallest conversion, when nothing else is done. */
  readonly idleLatencyMs: number;
}

export interface RequestCost {
  readonly method: string;
  readonly perJob: number;
  readonly wallMs: number;
}

/** A service runs for days: V8 compiles what every request goes through within its first thousand. */
const WARM_UP = 400;
const ACCEPTED = 100;
const CONVERTED = 40;
const ASKED = 300;
/** Callers at a time: costs are those of a process that is busy, and not of one whose caches others have emptied. */
const CALLERS = 8;
const IDLE_MS = 5_000;

/** Runs the service in roles, and reads what each process has spent on what it did. */
export async function measureService(log: (line: string) => void): Promise<ServiceCosts> {
  await using stack = await openStack({ slots: 1, durable: true });
  const api = await stack.start('api');
  const recordingApi = await stack.start('api', { record: true });
  const kinds = await jobKinds();
  using sender = new Sender(stack.key());
  const accept = (kind: JobKind) => () => sender.convert(api.url, kind, 'async');
  const convert = (kind: JobKind) => () => sender.convert(api.url, kind, 'sync');

  log('accepting');
  for (const kind of kinds) await repeat(WARM_UP / kinds.length, CALLERS, accept(kind));
  await forgetWaiting(stack);
  const accepted = new Map<string, StepCost>();
  for (const kind of kinds) {
    accepted.set(kind.name, await costOf(stack, [api], { count: ACCEPTED, callers: CALLERS, work: accept(kind) }));
    await forgetWaiting(stack);
  }
  await repeat(ACCEPTED, CALLERS, () => sender.convert(recordingApi.url, kinds[0]!, 'async'));
  await recordingApi.recorded();
  await repeat(ACCEPTED, CALLERS, () => sender.convert(recordingApi.url, kinds[0]!, 'async'));
  const acceptRecord = await recordingApi.recorded();
  await forgetWaiting(stack);
  await recordingApi.stop();

  log('waiting');
  const idle = { count: 1, callers: 1, work: () => wait(IDLE_MS) };
  const idleApi = times(await costOf(stack, [api], idle), 1000 / IDLE_MS);
  await repeat(ASKED, CALLERS, accept(kinds[0]!));
  const asking = times(await costOf(stack, [api], idle), 1000 / IDLE_MS);
  const ask = times(minus(asking, idleApi), 1 / ASKED);
  await forgetWaiting(stack);

  log('converting');
  const worker = await stack.start('worker');
  for (const kind of kinds) await repeat(CONVERTED / 2, CALLERS, convert(kind));
  const converted = new Map<string, Converted>();
  for (const kind of kinds) converted.set(kind.name, await measureKind(stack, [api, worker], convert(kind)));
  const latency = await latencyOf(convert(kinds[0]!));

  log('reading states and results');
  const { id } = await convert(kinds[0]!)();
  const read = { count: ASKED, callers: CALLERS, work: () => sender.get(api.url, `/api/v1/conversions/${id}`) };
  const status = await costOf(stack, [api], read);
  const downloads = [];
  for (const kind of [kinds[0]!, kinds[1]!]) {
    const path = new URL((await convert(kind)()).downloadUrl!);
    const get = () => sender.get(api.url, path.pathname + path.search);
    const bytes = (await get()).length;
    downloads.push({ bytes, cost: await costOf(stack, [api], { count: ASKED / 3, callers: CALLERS, work: get }) });
  }
  await wait(1_000);
  const idleBoth = times(await costOf(stack, [api, worker], idle), 1000 / IDLE_MS);
  await worker.stop();

  log('statements of a worker');
  const recordingWorker = await stack.start('worker', { record: true });
  for (const kind of kinds) await repeat(CONVERTED / 4, CALLERS, convert(kind));
  await recordingWorker.recorded();
  for (const kind of kinds) await repeat(CONVERTED, CALLERS, convert(kind));
  const workRecord = await recordingWorker.recorded();
  const jobs = CONVERTED * kinds.length;

  return {
    kinds: kinds.map((kind) => ({
      name: kind.name,
      inputBytes: kind.bytes.byteLength,
      accept: accepted.get(kind.name)!,
      ...converted.get(kind.name)!,
    })),
    acceptStatements: statementCosts(acceptRecord.statements, ACCEPTED),
    workStatements: statementCosts(workRecord.statements, jobs),
    storageRequests: {
      accept: requestCosts(acceptRecord.requests, ACCEPTED),
      work: requestCosts(workRecord.requests, jobs),
    },
    ...{ ask, status, downloads, idleApi, idleWorker: minus(idleBoth, idleApi), idleLatencyMs: latency },
  };
}

type Converted = Omit<KindCost, 'name' | 'inputBytes' | 'accept'>;

async function measureKind(
  stack: Stack,
  processes: readonly ServiceProcess[],
  work: () => Promise<unknown>,
): Promise<Converted> {
  const whole = await costOf(stack, processes, { count: CONVERTED, callers: CALLERS, work });
  const { rows } = await stack.pool.query<{ engine: number; result: number }>(
    `select avg(duration_ms)::float as engine, avg(output_bytes)::float as result
     from (select * from conversion order by created_at desc limit ${CONVERTED}) as last`,
  );
  const [{ engine, result }] = rows as [{ engine: number; result: number }];
  return { whole, engineMs: engine, resultBytes: Math.round(result) };
}

/** Of the smallest conversion, one after the other. */
async function latencyOf(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < CONVERTED; run++) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return median(taken);
}

async function repeat(count: number, callers: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const call = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: Math.min(count, callers) }, call));
}

/** Ends what waits for a worker, as if all were cancelled. */
async function forgetWaiting({ pool, blobs }: Stack): Promise<void> {
  const { rows } = await pool.query<{ job: string }>(`select job from conversion where status = 'running'`);
  const left = rows.flatMap(({ job }) => (JSON.parse(job) as QueuedJob).inputs.map(({ key }) => key));
  await repeat(left.length, CALLERS, () => blobs.delete(left.pop()!));
  await pool.query(`update conversion set status = 'cancelled', job = null where status = 'running'`);
  await pool.query(`update account set running = 0`);
  // Until the process that waits has asked once more.
  await wait(1_500);
}

interface Reading {
  readonly processes: readonly { readonly role: string; readonly cpuMs: number }[];
  readonly database: number;
  readonly storage: number;
  readonly transactions: number;
  readonly wal: number;
}

async function read(stack: Stack, processes: readonly ServiceProcess[]): Promise<Reading> {
  const { rows } = await stack.pool.query<{ wal: string; transactions: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, xact_commit as transactions
     from pg_stat_database where datname = current_database()`,
  );
  return {
    processes: await Promise.all(processes.map(async (one) => ({ role: one.role, cpuMs: await one.cpuMs() }))),
    database: await stack.databaseCpuMs(),
    storage: await stack.storageCpuMs(),
    transactions: Number(rows[0]!.transactions),
    wal: Number(rows[0]!.wal),
  };
}

interface Repeated {
  readonly count: number;
  readonly callers: number;
  readonly work: () => Promise<unknown>;
}

/** What one run of the work costs, on average of so many. */
async function costOf(
  stack: Stack,
  processes: readonly ServiceProcess[],
  { count, callers, work }: Repeated,
): Promise<StepCost> {
  const before = await read(stack, processes);
  await repeat(count, callers, work);
  const after = await read(stack, processes);
  const of = (role: string, { processes: all }: Reading): number =>
    all.filter((one) => one.role === role).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const difference = (value: (reading: Reading) => number): number => (value(after) - value(before)) / count;
  return {
    api: difference((reading) => of('api', reading)),
    worker: difference((reading) => of('worker', reading)),
    database: difference(({ database }) => database),
    storage: difference(({ storage }) => storage),
    statements: difference(({ transactions }) => transactions),
    walBytes: difference(({ wal }) => wal),
  };
}

function combine(a: StepCost, b: StepCost, how: (a: number, b: number) => number): StepCost {
  const names = Object.keys(a) as (keyof StepCost)[];
  return Object.fromEntries(names.map((name) => [name, how(a[name], b[name])])) as unknown as StepCost;
}

const minus = (a: StepCost, b: StepCost): StepCost => combine(a, b, (one, other) => Math.max(0, one - other));
const times = (cost: StepCost, factor: number): StepCost => combine(cost, cost, (value) => value * factor);
function statementCosts(records: readonly StatementCount[], jobs: number): StatementCost[] {
  const grouped = Map.groupBy(records, ({ text }) => text);
  return [...grouped]
    .map(([text, counts]): StatementCost => {
      const sum = (read: (count: StatementCount) => number): number =>
        counts.reduce((total, count) => total + read(count), 0);
      const count = sum((one) => one.count);
      return {
        ...{ text: text.slice(0, 160), perJob: count / jobs },
        ...{ cpuMs: sum((one) => one.cpuMs) / count, wallMs: sum((one) => one.wallMs) / count },
      };
    })
    .toSorted((a, b) => b.perJob * b.cpuMs - a.perJob * a.cpuMs);
}

function requestCosts(records: readonly RequestCount[], jobs: number): RequestCost[] {
  return [...Map.groupBy(records, ({ method }) => method)].map(([method, counts]) => {
    const count = counts.reduce((sum, one) => sum + one.count, 0);
    return { method, perJob: count / jobs, wallMs: counts.reduce((sum, one) => sum + one.wallMs, 0) / count };
  });
}
