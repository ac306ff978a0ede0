import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Result } from 'autocannon';

export interface RequestCost {
  /** CPU milliseconds of the service's process, in user and kernel mode, per request. */
  readonly cpuMsPerRequest: number;
  /** Milliseconds from request to answer, at ten connections that send without a pause. */
  readonly p50: number;
  readonly p99: number;
  readonly requestsPerSecond: number;
}

const UPLOAD_BYTES = 100 * 1024;
const CONNECTIONS = 10;
const WARM_UP_REQUESTS = 500;
/**
 * A file system in memory: the service is measured, and not the disk below it (an ext4 without a journal spends more on
 * finding a free inode, after many files were removed, than the whole request costs).
 */
const MEMORY_DIRECTORY = '/dev/shm';
/** The kernel counts CPU time in these; 100 a second on every Linux since 2.6. */
const TICK_MS = 10;

/**
 * What a conversion request of 100 KB costs without the conversion: HTTP, multipart, hashing, key, quota, rows,
 * storing and answering. Linux only: it reads /proc.
 */
export function measureRequestCost(options?: LoadOptions): Promise<RequestCost> {
  return measure('child.ts', options);
}

/** What the same upload costs with Koa and multer alone, without any of the rest: to be compared with. */
export function measureBareUploadCost(options?: LoadOptions): Promise<RequestCost> {
  return measure('bare-child.ts', options);
}

export interface LoadOptions {
  /** Requests that are measured, after a warm-up. */
  readonly requests?: number;
}

async function measure(script: string, { requests = 3_000 }: LoadOptions = {}): Promise<RequestCost> {
  const dataDir = await mkdtemp(join(existsSync(MEMORY_DIRECTORY) ? MEMORY_DIRECTORY : tmpdir(), 'athanor-bench-'));
  const child = fork(join(import.meta.dirname, '../server', script), {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }];
    await load(url, key, WARM_UP_REQUESTS);
    const before = await cpuMsOf(child.pid!);
    const result = await load(url, key, requests);
    const cpuMs = (await cpuMsOf(child.pid!)) - before;
    return {
      cpuMsPerRequest: cpuMs / requests,
      p50: result.latency.p50,
      p99: result.latency.p99,
      requestsPerSecond: requests / ((result.finish.getTime() - result.start.getTime()) / 1000),
    };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function load(url: string, key: string, requests: number): Promise<Result> {
  const { type, body } = uploadBody();
  const result = await autocannon({
    ...{ url: `${url}/api/v1/convert`, method: 'POST', connections: CONNECTIONS, amount: requests, body },
    headers: { 'X-API-Key': key, 'Content-Type': type },
  });
  if (result['2xx'] !== requests) throw new Error(`only ${result['2xx']} of ${requests} requests succeeded`);
  return result;
}

function uploadBody(): { type: string; body: Buffer } {
  const boundary = 'athanor-bench';
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="targetFormat"\r\n\r\nwebp\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
  const file = Buffer.alloc(UPLOAD_BYTES, 'pixels');
  const body = Buffer.concat([Buffer.from(field + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; user and kernel time are the 14th and 15th field of the whole.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
