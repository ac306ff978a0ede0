import { distributionOf } from '../../../bench/measure.ts';
import type {
  BenchResults,
  Comparison,
  Load,
  PeerMeasurement,
  SuiteName,
  SuiteResults,
} from '../../../bench/results.ts';

/** Results as the bench makes them, for tests of what is done with them. */
export function benchResults(suites: readonly SuiteResults[]): BenchResults {
  const machine = { cpu: 'A processor', cores: 2, memoryGB: 8, system: 'Linux 6.1', node: 'v24.0.0', loadAverage: 0.5 };
  return { version: 1, machine, date: '2026-11-21T12:40:00.000Z', suites };
}

export function suiteResults(suite: SuiteName, content: Partial<SuiteResults>): SuiteResults {
  return { suite, seconds: 12.4, comparisons: [], figures: [], loads: [], skipped: [], ...content };
}

export function comparison(work: string, ratio: PeerMeasurement['ratio'], more: Partial<Comparison> = {}): Comparison {
  const theirs = { userMs: distributionOf([100]), wallMs: distributionOf([200]) };
  const ours = { userMs: distributionOf([100 * ratio.user]), wallMs: distributionOf([200 * ratio.wall]) };
  const peers = [{ name: 'cwebp', version: '1.2.4', ...theirs, ratio }];
  return { work, phase: 'warm', input: '1200×900 px', ours, peers, ...more };
}

export function load(task: string, more: Partial<Load>): Load {
  const latencyMs = { p50: 40, p95: 90, p99: 120 };
  const workers = more.workers ?? 1;
  return {
    work: 'png → webp',
    task,
    workers,
    inFlight: workers,
    done: 50,
    refused: 0,
    jobsPerSecond: 20,
    latencyMs,
    ...more,
  };
}
