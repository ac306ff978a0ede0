import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { distributionOf } from '../measure.ts';
import { ServiceProcess } from './service-process.ts';

/** How often a load balancer could ask at most, in milliseconds. */
const INTERVAL_MS = 20;
const SECONDS = 20;
/** After these the code that uploads go through is compiled. */
const WARM_UP_SECONDS = 5;

export interface HealthUnderLoad {
  /** Milliseconds from request to answer. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  /** Milliseconds that the event loop of the service was late, at the 99th percentile. */
  readonly loopDelayP99: number;
  /** Bytes that the process used at most. */
  readonly peakBytes: number;
  /** Uploads by the status of their answers. */
  readonly uploads: Readonly<Record<number, number>>;
}

/** How soon `/healthz` answers while files of 40 MB come in to be looked into, or to be converted. */
export async function measureHealth(path: '/api/v1/detect' | '/api/v1/convert'): Promise<HealthUnderLoad> {
  await using service = await ServiceProcess.start(path === '/api/v1/detect' ? 'unstarted' : 'converting');
  const sender = fork(join(import.meta.dirname, 'uploading-child.ts'), [service.url, service.key, path]);
  await once(sender, 'message');
  await wait(WARM_UP_SECONDS * 1000);
  await service.loopDelayP99();
  const answers = await askFor(`${service.url}/healthz`, SECONDS * 1000);
  const loopDelayP99 = await service.loopDelayP99();
  const told = once(sender, 'message');
  sender.kill('SIGTERM');
  const [uploads] = (await told) as [Record<number, number>];
  const { peak: peakBytes } = await service.memory();
  const { median: p50 } = distributionOf(answers);
  const sorted = answers.toSorted((a, b) => a - b);
  return {
    p50,
    p99: sorted[Math.floor(0.99 * sorted.length)]!,
    most: sorted.at(-1)!,
    loopDelayP99,
    peakBytes,
    uploads,
  };
}

/** Milliseconds of each answer; one is asked for at fixed times, whether the one before has come or not. */
async function askFor(url: string, forMs: number): Promise<number[]> {
  using agent = { it: new Agent({ keepAlive: true }), [Symbol.dispose]: () => agent.it.destroy() };
  const start = performance.now();
  const asked: Promise<number>[] = [];
  for (let due = start; due < start + forMs; due += INTERVAL_MS) {
    await wait(Math.max(0, due - performance.now()));
    // Late is late: the time counts from when the question was due.
    asked.push(answerTime(url, agent.it, due));
  }
  return Promise.all(asked);
}

/** Infinity for a question without an answer. */
async function answerTime(url: string, agent: Agent, since: number): Promise<number> {
  try {
    const [response] = (await once(get(url, { agent }), 'response')) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, 'end');
    return performance.now() - since;
  } catch {
    return Infinity;
  }
}
