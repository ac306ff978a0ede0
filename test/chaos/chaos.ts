import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { ObjectStorageConfig } from '../../server/config.ts';
import { DEFAULT_LIMITS } from '../../server/limits.ts';
import { createLog } from '../../server/log.ts';
import { createRetention } from '../../server/services/retention.ts';
import { openPostgresStore } from '../../server/stores/postgres/store.ts';
import { S3Blobs } from '../../server/stores/s3/blobs.ts';
import { tieredBlobs } from '../../server/stores/tiered-blobs.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { call, form, FORM_TYPE } from '../support/http-client.ts';
import { objectStorage } from '../support/object-storage.ts';
import { testDatabase } from '../support/postgres.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

export interface ChaosPlan {
  readonly conversions: number;
  /** Processes of either role that are killed, one after the other. */
  readonly kills: number;
  /** Times that every connection to the database is cut. */
  readonly cuts: number;
  /** How long one worker stands still, and how long the object storage is away; 0 for never. */
  readonly stallMs: number;
  readonly storageAwayMs: number;
  readonly apis: number;
  readonly workers: number;
  readonly seed: number;
}

/** What is left when everything has ended. */
export interface ChaosOutcome {
  readonly accepted: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Codes of the failures, and how often each. */
  readonly failures: Readonly<Record<string, number>>;
  readonly attempts: number;
  /** Each line is a broken promise; empty when all was kept. */
  readonly problems: readonly string[];
  /** Milliseconds from a worker's death to the next attempt of what it had begun. */
  readonly takeoverMs: readonly number[];
}

const SIGN = 'c'.repeat(32);

/** Clocks of the machines differ by so much, in milliseconds. */
const CLOCKS = [0, 60_000, -60_000];

/** How long everything may take to end after the last disturbance. */
const SETTLE_MS = 120_000;

/**
 * Runs real conversions through API and worker processes that are killed, stopped and disconnected meanwhile, and counts
 * afterwards whether each was delivered, or failed and refunded, exactly once.
 */
export async function runChaos(plan: ChaosPlan): Promise<ChaosOutcome> {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await testDatabase());
  const storage = resources.use(await objectStorage());
  const random = randomNumbers(plan.seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const pool = resources.adopt(new pg.Pool({ connectionString: database.url, max: 2 }), (opened) => opened.end());
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const start = async (role: Child['role']): Promise<Child> => {
    const directory = resources.use(await temporaryDirectory()).path;
    const service = await startChildService({
      ...{ ROLE: role, PORT: '0', DATA_DIR: directory, DATABASE_URL: database.url, SIGNING_SECRET: SIGN },
      ...{ REQUESTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000', QUEUE_LENGTH: '10000' },
      ...{ QUEUE_LENGTH_PER_ACCOUNT: '10000', WORKERS: '1', NODE_OPTIONS: shiftedClock(pick(CLOCKS)) },
      ...storage.environment,
    });
    return { role, service, directory };
  };
  const children: Child[] = [];
  resources.defer(async () => {
    for (const { service } of children) service.process.kill('SIGKILL');
  });
  for (let index = 0; index < plan.apis; index++) children.push(await start('api'));
  const key = /ath_live_\w+/.exec(children[0]!.service.stdout())![0];
  for (let index = 0; index < plan.workers; index++) children.push(await start('worker'));
  const apis = (): string[] => children.filter(({ role }) => role === 'api').map(({ service }) => service.url);

  const accepted = new Set<string>();
  const convert = async (index: number): Promise<void> => {
    // Every fourth takes long enough to be met at work.
    const rows = Array.from({ length: index % 4 === 0 ? 60_000 : 20 }, (_, row) => `${row},${index}`).join('\n');
    const file = { name: 'file', value: `row,index\n${rows}\n`, fileName: `table-${index}.csv` };
    const isAsync = index % 3 !== 0;
    const headers = { 'Content-Type': FORM_TYPE, 'X-API-Key': key, ...(isAsync && { Prefer: 'respond-async' }) };
    const body = form(file, { name: 'targetFormat', value: pick(['json', 'xml', 'tsv']) });
    const answer = await call(`${pick(apis())}/api/v1/convert`, { headers, body }).catch(() => undefined);
    if (answer?.status === 200 || answer?.status === 202)
      accepted.add(answer.data<{ conversionId: string }>().conversionId);
  };
  let sent = 0;
  const sending = Array.from({ length: 4 }, async () => {
    while (sent < plan.conversions) await convert(sent++);
  });

  const takeoverMs: number[] = [];
  const disturb = async (): Promise<void> => {
    const kill = async (): Promise<void> => {
      // One API process always stays, so that something can be sent.
      const place = pick([...children.keys()].filter((index) => index > 0));
      const child = children[place]!;
      const left = child.role === 'worker' ? await attempts(pool) : new Map<string, number>();
      child.service.process.kill('SIGKILL');
      const at = performance.now();
      const [replaced, found] = await Promise.all([start(child.role), takeovers(pool, left, at)]);
      children[place] = replaced;
      takeoverMs.push(...found);
    };
    const acts = [
      ...Array.from({ length: plan.kills }, () => kill),
      ...Array.from({ length: plan.cuts }, () => () => database.cutConnections()),
      ...(plan.stallMs > 0 ? [() => stall(pick(children.filter(({ role }) => role === 'worker')).service)] : []),
      ...(plan.storageAwayMs > 0 ? [() => away()] : []),
    ];
    while (acts.length > 0) {
      await wait(200 + random() * 300);
      const [act] = acts.splice(Math.floor(random() * acts.length), 1);
      await act!();
    }
  };
  const stall = async ({ process }: ChildService): Promise<void> => {
    process.kill('SIGSTOP');
    await wait(plan.stallMs);
    process.kill('SIGCONT');
  };
  const away = async (): Promise<void> => {
    storage.onRequest = (request) => void request.socket.destroy();
    await wait(plan.storageAwayMs);
    storage.onRequest = undefined;
  };
  await Promise.all([...sending, disturb()]);

  const until = performance.now() + SETTLE_MS;
  while (performance.now() < until && (await count(pool, `status = 'running'`)) > 0) await wait(200);
  await wait(1_000);
  await sweep(database.url, storage.config);
  const ended = children.filter(({ service }) => service.process.exitCode !== null);
  const problems = [
    ...ended.map(({ role }) => `an ${role} process has ended by itself`),
    ...(await problemsOf(pool, accepted, [...(await storage.keys()), ...(await smallFiles(pool))])),
    ...(await filesLeft(children)),
  ];
  return { ...(await judge(pool, accepted)), takeoverMs, problems };
}

interface Child {
  readonly role: 'api' | 'worker';
  readonly service: ChildService;
  readonly directory: string;
}

/** What a killed process has stored and not recorded is removed by age: as if that age were reached. */
async function sweep(url: string, config: ObjectStorageConfig): Promise<void> {
  await using store = await openPostgresStore(url).then((opened) => ({
    opened,
    [Symbol.asyncDispose]: () => opened.close(),
  }));
  const retention = createRetention({
    ...{ store: store.opened, log: createLog({ level: 'silent' }), limits: DEFAULT_LIMITS },
    blobs: tieredBlobs({
      small: store.opened.smallFiles,
      large: await S3Blobs.open(config),
      smallBytes: 0,
      now: Date.now,
    }),
    now: () => Date.now() + DEFAULT_LIMITS.orphanAgeMs + 60_000,
  });
  await retention.sweep();
}

type Pool = pg.Pool;

async function query<Row extends pg.QueryResultRow>(pool: Pool, text: string): Promise<Row[]> {
  for (let run = 0; ; run++) {
    try {
      return (await pool.query<Row>(text)).rows;
    } catch (error) {
      // Its connection was cut as well.
      if (run === 5) throw error;
      await wait(50);
    }
  }
}

async function count(pool: Pool, condition: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    pool,
    `select count(*)::integer as count from conversion where ${condition}`,
  );
  return row!.count;
}

/** What is kept in the database because it is small. */
async function smallFiles(pool: Pool): Promise<string[]> {
  return (await query<{ key: string }>(pool, 'select key from small_file')).map(({ key }) => key);
}

/** Last attempts of the conversions that have not ended. */
async function attempts(pool: Pool): Promise<Map<string, number>> {
  const rows = await query<{ id: string; attempt: number }>(
    pool,
    `select id, attempt from conversion where status = 'running' and attempt > 0`,
  );
  return new Map(rows.map(({ id, attempt }) => [id, attempt]));
}

/** Waits until whatever the dead process had begun has ended or was begun again. */
async function takeovers(pool: Pool, left: Map<string, number>, at: number): Promise<number[]> {
  const found: number[] = [];
  while (left.size > 0 && performance.now() - at < 30_000) {
    const current = await attempts(pool);
    for (const [id, attempt] of left) {
      const now = current.get(id);
      if (now !== undefined && now === attempt) continue;
      if (now !== undefined) found.push(Math.round(performance.now() - at));
      left.delete(id);
    }
    await wait(20);
  }
  return found;
}

async function judge(
  pool: Pool,
  accepted: ReadonlySet<string>,
): Promise<Omit<ChaosOutcome, 'problems' | 'takeoverMs'>> {
  const rows = await query<{ error_code: string | null; count: number; attempts: number }>(
    pool,
    `select error_code, count(*)::integer as count, sum(attempt)::integer as attempts from conversion group by 1`,
  );
  const failures = Object.fromEntries(
    rows.filter((row) => row.error_code !== null).map((row) => [row.error_code!, row.count]),
  );
  return {
    accepted: accepted.size,
    succeeded: await count(pool, `status = 'succeeded'`),
    failed: await count(pool, `status in ('failed', 'cancelled')`),
    failures,
    attempts: rows.reduce((sum, row) => sum + row.attempts, 0),
  };
}

async function problemsOf(pool: Pool, accepted: ReadonlySet<string>, keys: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const expect = (isTrue: boolean, problem: string): void => void (isTrue || problems.push(problem));
  const rows = await query<{ id: string; status: string; charged: number; attempt: number }>(
    pool,
    'select id, status, charged, attempt from conversion',
  );
  const [{ used }] = (await query<{ used: number }>(
    pool,
    'select coalesce(sum(used), 0)::integer as used from usage',
  )) as [{ used: number }];
  const [{ running }] = (await query<{ running: number }>(
    pool,
    'select sum(running)::integer as running from account',
  )) as [{ running: number }];
  const succeeded = rows.filter(({ status }) => status === 'succeeded');
  expect(
    rows.every(({ status }) => status !== 'running'),
    'a conversion has no end',
  );
  expect(
    rows.every(({ status, charged }) => (charged === 1) === (status === 'succeeded')),
    'a charge does not fit its end',
  );
  expect(used === succeeded.length, `${used} are charged, but ${succeeded.length} succeeded`);
  expect(running === 0, `${running} count as running`);
  const ids = new Set(rows.map(({ id }) => id));
  expect(
    [...accepted].every((id) => ids.has(id)),
    'an accepted conversion has no row',
  );
  const stored = new Set(keys);
  for (const { id, attempt } of succeeded)
    expect(stored.delete(`${id}_${attempt}`), `the result of ${id} is not in the storage`);
  expect(stored.size === 0, `${stored.size} blobs belong to nothing, as ${[...stored][0]}`);
  return problems;
}

/** Stops the processes and lists the scratch files that they leave. A killed one empties its directory at its next start. */
async function filesLeft(children: readonly Child[]): Promise<string[]> {
  const lists = await Promise.all(
    children.map(async ({ role, service, directory }) => {
      await service.stop();
      const left = await readdir(join(directory, 'scratch'), { recursive: true, withFileTypes: true });
      return left.filter((entry) => entry.isFile()).map(({ name }) => `an ${role} process has left the file ${name}`);
    }),
  );
  return lists.flat();
}

/** Options for Node that shift every clock reading of the process. */
function shiftedClock(byMs: number): string {
  const code = `const D=Date;globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+${byMs})}static now(){return D.now()+${byMs}}}`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
