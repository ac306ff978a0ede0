import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchmark, type BenchTask } from '../benchmark.ts';
import { encodePng, photographPixels } from '../inputs/photograph.ts';
import { distributionOf, measurementOf, median, ratioOf } from '../measure.ts';
import type { Figure } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { measureLoopDelay, measureRequestCost, measureUploadMemory, type RequestCost } from './server-load.ts';

const REQUESTS = 3_000;
const TARGETS = {
  /** CPU of one request with an upload of 100 KB, everything but the conversion: HTTP, key, quota, rows, storing. */
  requestCpuMs: 1.3,
  loopDelayMs: 50,
  uploadMemoryMB: 250,
} as const;
/** Of 5 MB each, at the same time. */
const LARGE_UPLOADS = 200;
const CONVERSIONS = 120;
const IMAGE = { width: 1200, height: 900 } as const;

/** What the HTTP service costs beside the conversion, what many uploads need, and whether conversions hold it up. */
export async function runServerSuite(context: SuiteContext): Promise<SuiteContent> {
  if (process.platform !== 'linux') return { skipped: [{ work: 'requests', reason: 'CPU times are read from /proc' }] };
  const content = await compareRequests(context);
  return { ...content, figures: [...content.figures, await loopDelay(context), await uploadMemory(context)] };
}

/** A real service whose engine answers at once, beside Koa and multer alone. */
async function compareRequests({ rounds, signal, log }: SuiteContext) {
  log(`${REQUESTS} requests of 100 KB, ${rounds} times`);
  const costs: RequestCost[] = [];
  const service: BenchTask = {
    name: 'service',
    run: async () => {
      const cost = await measureRequestCost('idle', REQUESTS);
      costs.push(cost);
      return { userMs: cost.cpuMsPerRequest, wallMs: cost.p50 };
    },
  };
  const bare: BenchTask = {
    name: 'Koa and multer alone',
    run: async () => {
      const { cpuMsPerRequest, p50 } = await measureRequestCost('bare', REQUESTS);
      return { userMs: cpuMsPerRequest, wallMs: p50 };
    },
  };
  const [own = [], others = []] = await benchmark([service, bare], { rounds, signal });
  const ours = measurementOf(own);
  const theirs = measurementOf(others);
  const middle = (read: (cost: RequestCost) => number): number => distributionOf(costs.map(read)).median;
  const figures: Figure[] = [
    {
      name: 'CPU a request, user and kernel',
      value: middle(({ cpuMsPerRequest }) => cpuMsPerRequest),
      unit: 'ms',
      target: TARGETS.requestCpuMs,
    },
    { name: 'latency at 10 connections, p50', value: middle(({ p50 }) => p50), unit: 'ms' },
    { name: 'latency at 10 connections, p99', value: middle(({ p99 }) => p99), unit: 'ms' },
    { name: 'requests a second', value: middle(({ requestsPerSecond }) => requestsPerSecond), unit: '' },
  ];
  const peers = [{ name: bare.name, version: '', ...theirs, ratio: ratioOf(ours, theirs) }];
  const input = '100 KB upload, no conversion, 10 connections';
  return { comparisons: [{ work: 'one request', phase: 'warm' as const, input, ours, peers }], figures };
}

async function loopDelay({ rounds, signal, log, directory }: SuiteContext): Promise<Figure> {
  log(`${CONVERSIONS} conversions by 10 connections, ${rounds} times`);
  const image = join(directory, 'picture.png');
  await writeFile(image, encodePng(photographPixels(IMAGE.width, IMAGE.height), IMAGE.width, IMAGE.height));
  const delays = await repeat(rounds, signal, () => measureLoopDelay(image, CONVERSIONS));
  const name = 'delay of the event loop while every core converts, p99';
  return { name, value: median(delays), unit: 'ms', target: TARGETS.loopDelayMs };
}

async function uploadMemory({ rounds, signal, log }: SuiteContext): Promise<Figure> {
  log(`${LARGE_UPLOADS} uploads of 5 MB at once, ${rounds} times`);
  const above = await repeat(rounds, signal, async () => (await measureUploadMemory(LARGE_UPLOADS)).above);
  const name = `memory that ${LARGE_UPLOADS} uploads of 5 MB at once add`;
  return { name, value: median(above) / 1e6, unit: 'MB', target: TARGETS.uploadMemoryMB };
}

async function repeat(times: number, signal: AbortSignal, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < times; round++) {
    signal.throwIfAborted();
    values.push(await measure());
  }
  return values;
}
