import { readFile } from 'node:fs/promises';
import autocannon, { type Result } from 'autocannon';
import { ServiceProcess } from '../server/service-process.ts';

export interface RequestCost {
  /** CPU milliseconds of the service's process, in user and kernel mode, per request. */
  readonly cpuMsPerRequest: number;
  /** Milliseconds from request to answer, at ten connections that send without a pause. */
  readonly p50: number;
  readonly p99: number;
  readonly requestsPerSecond: number;
}

const SMALL_UPLOAD_BYTES = 100 * 1024;
const CONNECTIONS = 10;
/** A service runs for days: until V8 has compiled what every request goes through, one costs up to twice as much. */
const WARM_UP_REQUESTS = 3000;

/**
 * What a request of 100 KB costs: with the kind `idle` all but the conversion (HTTP, multipart, hashing, key, quota,
 * rows, storing and answering), with `bare` Koa and multer alone, to be compared with.
 */
export async function measureRequestCost(kind: 'idle' | 'bare', requests: number): Promise<RequestCost> {
  await using service = await ServiceProcess.start(kind);
  const body = Buffer.alloc(SMALL_UPLOAD_BYTES, 'pixels');
  await load(service, { body, connections: CONNECTIONS, requests: WARM_UP_REQUESTS });
  const before = await service.cpuMs();
  const result = await load(service, { body, connections: CONNECTIONS, requests });
  const cpuMs = (await service.cpuMs()) - before;
  return {
    cpuMsPerRequest: cpuMs / requests,
    p50: result.latency.p50,
    p99: result.latency.p99,
    requestsPerSecond: requests / ((result.finish.getTime() - result.start.getTime()) / 1000),
  };
}

export interface UploadMemory {
  /** Bytes that the process uses with nothing to do, after its first requests. */
  readonly base: number;
  /** Bytes that it used at most beyond them. */
  readonly above: number;
}

const LARGE_UPLOAD_BYTES = 5 * 1024 * 1024;

/** What so many uploads of 5 MB that come at the same time add to the memory of the service. */
export async function measureUploadMemory(uploads: number): Promise<UploadMemory> {
  await using service = await ServiceProcess.start('idle');
  const small = Buffer.alloc(SMALL_UPLOAD_BYTES, 'pixels');
  await load(service, { body: small, connections: CONNECTIONS, requests: WARM_UP_REQUESTS });
  const { now: base } = await service.memory();
  await service.forgetPeak();
  const body = Buffer.alloc(LARGE_UPLOAD_BYTES, 'pixels');
  await load(service, { body, connections: uploads, requests: uploads });
  const { peak } = await service.memory();
  return { base, above: peak - base };
}

/** How late the event loop comes, at the 99th percentile in milliseconds, while every worker converts this image. */
export async function measureLoopDelay(image: string, requests: number): Promise<number> {
  await using service = await ServiceProcess.start('converting');
  const body = await readFile(image);
  await load(service, { body, connections: CONNECTIONS, requests: CONNECTIONS });
  await service.loopDelayP99();
  await load(service, { body, connections: CONNECTIONS, requests });
  return service.loopDelayP99();
}

interface Load {
  readonly body: Buffer;
  readonly connections: number;
  readonly requests: number;
}

async function load({ url, key }: ServiceProcess, { body: file, connections, requests }: Load): Promise<Result> {
  const { type, body } = uploadBody(file);
  const result = await autocannon({
    ...{ url: `${url}/api/v1/convert`, method: 'POST', connections, amount: requests, body },
    headers: { 'X-API-Key': key, 'Content-Type': type },
    timeout: TIMEOUT_SECONDS,
  });
  if (result['2xx'] !== requests) throw new Error(`only ${result['2xx']} of ${requests} requests succeeded`);
  return result;
}

const TIMEOUT_SECONDS = 60;

function uploadBody(file: Buffer): { type: string; body: Buffer } {
  const boundary = 'athanor-bench';
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="targetFormat"\r\n\r\nwebp\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(field + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
