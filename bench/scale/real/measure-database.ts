import pg from 'pg';
import { GENERATION } from '../../../server/stores/generation.ts';
import { openPostgresStore } from '../../../server/stores/postgres/store.ts';
import { PROCESS_LOCKS } from '../../../server/stores/postgres/session.ts';
import type { Store } from '../../../server/stores/store.ts';
import { testDatabase } from '../../../test/support/postgres.ts';
import { quantile } from '../../measure.ts';
import { backendCpuMs } from './stack.ts';

/** What grows with the number of processes or of conversions, in milliseconds. */
export interface DatabaseCosts {
  /** Time until a commit is durable, without its CPU time. */
  readonly flushMs: number;
  /** CPU time of one connection that listens, for one notification: its own, and of the one that wakes it. */
  readonly wakeMs: number;
  /** CPU time for one row more, when the length of the queue is counted. */
  readonly countMsPerRow: number;
  /** CPU time of a look for work that finds nothing. */
  readonly emptyLookMs: number;
  /** CPU time for one process more, when the locks of all are looked at. */
  readonly lockMsPerProcess: number;
}

const ROUNDS = 200;
const LISTENERS = 40;
const ROWS = 5_000;
const PROCESSES = 500;

export async function measureDatabase(): Promise<DatabaseCosts> {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await testDatabase());
  const store = await openPostgresStore(database.url);
  resources.defer(() => store.close());
  const connect = async (): Promise<pg.Client> => {
    const client = resources.adopt(new pg.Client({ connectionString: database.url }), (opened) => opened.end());
    await client.connect();
    return client;
  };
  const client = await connect();
  const pid = await pidOf(client);
  const cpuMs = async (rounds: number, text: string): Promise<number> => {
    const before = await backendCpuMs(pid);
    for (let round = 0; round < rounds; round++) await client.query(text);
    return ((await backendCpuMs(pid)) - before) / rounds;
  };

  await client.query('create table written (value integer)');
  await client.query('set synchronous_commit = on');
  const flushMs = await flushTime(client, pid);
  await client.query('set synchronous_commit = off');

  const notify = `select pg_notify('a_channel', 'x')`;
  const alone = await cpuMs(ROUNDS, notify);
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, connect));
  const pids = await Promise.all(listeners.map(pidOf));
  for (const listener of listeners) await listener.query('listen a_channel');
  const before = await sumOf(pids);
  const waking = await cpuMs(ROUNDS, notify);
  await Promise.all(listeners.map((listener) => listener.query('select 1')));
  const wakeMs = (((await sumOf(pids)) - before) / ROUNDS + Math.max(0, waking - alone)) / LISTENERS;
  const emptyLookMs = await emptyLook(client, store);

  const count = `select count(process_id), min(created_at) from conversion where status = 'running'`;
  const countEmpty = await cpuMs(ROUNDS, count);
  await fill(client);
  const countFull = await cpuMs(ROUNDS, count);

  const looks = `select id from process where id <> 'me' and locks = 1 and pg_try_advisory_xact_lock(${PROCESS_LOCKS}, hashtext(id))`;
  const looksEmpty = await cpuMs(ROUNDS, looks);
  await client.query(
    `insert into process (id, alive_until, locks) select 'process ' || n, 9000000000000000, 1 from generate_series(1, ${PROCESSES}) as n`,
  );
  await client.query('analyze process');
  const looksFull = await cpuMs(ROUNDS / 4, looks);
  return {
    ...{ flushMs, wakeMs, emptyLookMs },
    countMsPerRow: (countFull - countEmpty) / ROWS,
    lockMsPerProcess: (looksFull - looksEmpty) / PROCESSES,
  };
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

async function sumOf(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(backendCpuMs));
  return times.reduce((sum, ms) => sum + ms, 0);
}

/** Of all connections of the store, of which each claim takes one. */
async function emptyLook(client: pg.Client, { conversions }: Store): Promise<number> {
  const look = (): Promise<unknown> =>
    conversions.claim({ processId: 'me', now: Date.now(), generation: GENERATION, shares: true });
  for (let round = 0; round < ROUNDS; round++) await look();
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const pids = rows.map(({ pid }) => pid);
  const before = await sumOf(pids);
  for (let round = 0; round < ROUNDS; round++) await look();
  return ((await sumOf(pids)) - before) / ROUNDS;
}

/** A fast one of many: other processes use the disk and the cores as well. */
async function flushTime(client: pg.Client, pid: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [startedAt, cpuBefore] = [performance.now(), await backendCpuMs(pid)];
    await client.query('insert into written values (1)');
    const cpu = (await backendCpuMs(pid)) - cpuBefore;
    times.push(performance.now() - startedAt - cpu);
  }
  return quantile(times, 0.1);
}

/** Conversions that wait. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`insert into plan (id, name, monthly_conversions) values ('p', 'p', 1)`);
  await client.query(`insert into account (id, plan_id, status, created_at) values ('a', 'p', 'active', 0)`);
  await client.query(
    `insert into conversion (id, account_id, origin, status, period, charged, source_format, target_format,
       input_bytes, input_sha256, created_at)
     select 'c' || n, 'a', 'api', 'running', '2026-01', 1, 'csv', 'json', 1, '', n from generate_series(1, ${ROWS}) as n`,
  );
  await client.query('analyze conversion');
}
