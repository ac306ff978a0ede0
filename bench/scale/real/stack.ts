import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Blobs } from '../../../server/stores/blobs.ts';
import { S3Blobs } from '../../../server/stores/s3/blobs.ts';
import { type ChildService, startChildService } from '../../../test/support/child-service.ts';
import { testDatabase } from '../../../test/support/postgres.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import type { Recorded } from './recorder.ts';

export type Role = 'api' | 'worker';

/** A process of the service, and what it has used. */
export interface ServiceProcess {
  readonly role: Role;
  readonly url: string;
  /** CPU milliseconds in user and kernel mode, of all its threads, since its start. */
  cpuMs(): Promise<number>;
  /** Statements and storage requests since the last call. Only with `record`. */
  recorded(): Promise<Recorded>;
  stop(): Promise<void>;
}

/** The real service in roles, on this machine: a database and an object storage of its own, and as many processes as asked. */
export interface Stack extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  /** One that records counts its statements, which costs it some time. */
  start(role: Role, options?: { readonly record: boolean }): Promise<ServiceProcess>;
  /** Key of an account of its own. */
  readonly key: () => string;
  /** The storage, as the processes see it. */
  readonly blobs: Blobs;
  /** CPU milliseconds that the storage, and all connections to the database, have used. */
  storageCpuMs(): Promise<number>;
  databaseCpuMs(): Promise<number>;
}

export interface StackOptions {
  /** Conversions that a worker process runs at a time. */
  readonly slots: number;
  /** Whether a commit waits for the disk, as the service's default is. */
  readonly durable: boolean;
}

const SECRET = 's'.repeat(32);
const RECORDER = new URL('./recorder.ts', import.meta.url).href;
/** The kernel counts CPU time in these; 100 a second on every Linux since 2.6. */
const TICK_MS = 10;
const WITHOUT_LIMITS = {
  ...{ REQUESTS_PER_MINUTE: '10000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000', MONTHLY_CONVERSIONS: '10000000' },
  ...{ QUEUE_LENGTH: '100000', QUEUE_LENGTH_PER_ACCOUNT: '100000' },
} as const;

/** Starts database and storage. Linux only: CPU times are read from /proc, PostgreSQL must run on this machine. */
export async function openStack({ slots, durable }: StackOptions): Promise<Stack> {
  await using starting = new AsyncDisposableStack();
  const database = starting.use(await testDatabase());
  const pool = starting.adopt(new pg.Pool({ connectionString: database.url, max: 2 }), (opened) => opened.end());
  pool.on('error', () => {});
  if (durable) await pool.query(`alter database ${new URL(database.url).pathname.slice(1)} reset synchronous_commit`);
  const storage = fork(join(import.meta.dirname, 'storage-process.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  starting.defer(async () => {
    const ended = once(storage, 'exit');
    storage.disconnect();
    await ended;
  });
  const [storageSettings] = (await once(storage, 'message')) as [Record<string, string>];
  const blobs = await S3Blobs.open({
    endpoint: storageSettings.S3_ENDPOINT!,
    bucket: storageSettings.S3_BUCKET!,
    ...{ prefix: 'athanor/', region: 'auto' },
    accessKeyId: storageSettings.S3_ACCESS_KEY_ID!,
    secretAccessKey: storageSettings.S3_SECRET_ACCESS_KEY!,
  });
  const records = starting.use(await temporaryDirectory()).path;
  const backends = new Map<number, number>();
  let key = '';

  const resources = starting.move();
  const start: Stack['start'] = async (role, { record } = { record: false }) => {
    const directory = resources.use(await temporaryDirectory()).path;
    const settings = {
      ...{ ROLE: role, PORT: '0', DATA_DIR: directory, DATABASE_URL: database.url, SIGNING_SECRET: SECRET },
      ...{ WORKERS: String(slots), LOG_LEVEL: 'info' },
      ...WITHOUT_LIMITS,
      ...storageSettings,
      ...(record && { RECORDER_DIR: records, NODE_OPTIONS: `--import=${RECORDER}` }),
    };
    const service = resources.use(await startChildService(settings));
    if (role === 'api') key ||= /ath_live_\w+/.exec(service.stdout())?.[0] ?? '';
    return processOf(role, service, records);
  };

  return {
    databaseUrl: database.url,
    ...{ pool, blobs },
    start,
    key: () => key,
    storageCpuMs: () => cpuMsOf(storage.pid!),
    async databaseCpuMs() {
      const { rows } = await pool.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database()',
      );
      // Connections that have been closed keep what they had used when they were last seen.
      for (const { pid } of rows) backends.set(pid, await backendCpuMs(pid));
      return backends.values().reduce((sum, ms) => sum + ms, 0);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function processOf(role: Role, service: ChildService, records: string): ServiceProcess {
  const pid = service.process.pid!;
  return {
    role,
    url: service.url,
    cpuMs: () => cpuMsOf(pid),
    recorded: () => takeRecord(pid, records),
    stop: async () => void (await service.stop()),
  };
}

async function takeRecord(pid: number, directory: string): Promise<Recorded> {
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const name = (await readdir(directory)).find((file) => file.startsWith(`${pid}-`));
    const text = name === undefined ? '' : await readFile(join(directory, name), 'utf8');
    if (text.endsWith('}')) {
      await rm(join(directory, name!));
      return JSON.parse(text) as Recorded;
    }
    await wait(20);
  }
}

/** Of a process with all its threads. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; user and kernel time are the 14th and 15th field of the whole.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Of a connection of PostgreSQL, which has one thread; 0 when it has ended. */
export async function backendCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(stat.split(' ', 1)[0]) / 1e6;
}
