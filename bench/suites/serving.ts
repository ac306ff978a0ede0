import { contest, type Contestant } from '../contest.ts';
import { distributionOf, measurementOf, ratioOf } from '../measure.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { yardstick } from '../yardstick.ts';
import { measureRequestCost, type RequestCost } from './server.bench.ts';

const REQUESTS = 1_000;
/** CPU of one request with an upload of 100 KB, everything but the conversion: HTTP, key, quota, rows, storing. */
const REQUEST_TARGET_MS = 1.3;

/** What the HTTP service costs beside the conversion: a real service whose engine answers at once. */
export async function runServerSuite({ rounds, signal, log }: SuiteContext): Promise<SuiteContent> {
  if (process.platform !== 'linux') return { skipped: [{ work: 'requests', reason: 'CPU times are read from /proc' }] };
  log(`${REQUESTS} requests of 100 KB, ${rounds} times`);
  const costs: RequestCost[] = [];
  const service: Contestant = {
    name: 'service',
    run: async () => {
      const cost = await measureRequestCost({ requests: REQUESTS });
      costs.push(cost);
      return { userMs: cost.cpuMsPerRequest, wallMs: cost.p50 };
    },
  };
  const [own = [], others = []] = await contest([service, yardstick], { rounds, signal });
  const ours = measurementOf(own);
  const theirs = measurementOf(others);
  const { name, version } = yardstick;
  const peers = [{ name, version, ...theirs, ratio: ratioOf(ours, theirs) }];
  const median = (read: (cost: RequestCost) => number): number => distributionOf(costs.map(read)).median;
  return {
    comparisons: [
      { work: 'one request', phase: 'warm', input: '100 KB upload, no conversion, 10 connections', ours, peers },
    ],
    figures: [
      {
        name: 'CPU a request, user and kernel',
        value: median(({ cpuMsPerRequest }) => cpuMsPerRequest),
        unit: 'ms',
        target: REQUEST_TARGET_MS,
      },
      { name: 'latency at 10 connections, p50', value: median(({ p50 }) => p50), unit: 'ms' },
      { name: 'latency at 10 connections, p99', value: median(({ p99 }) => p99), unit: 'ms' },
      { name: 'requests a second', value: median(({ requestsPerSecond }) => requestsPerSecond), unit: '' },
    ],
  };
}
