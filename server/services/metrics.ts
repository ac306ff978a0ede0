import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { resolveFormat } from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import type { ConversionLoad, Store } from '../stores/store.ts';

/** Counters and durations for Prometheus. */
export interface Metrics {
  request(of: { readonly method: string; readonly route: string; readonly status: number; readonly ms: number }): void;
  /** `outcome` is `succeeded`, or the code of the error. */
  conversion(of: { readonly from: string; readonly to: string; readonly outcome: string; readonly ms?: number }): void;
  /** An attempt was begun; the first is 1. */
  attempt(number: number): void;
  /** A conversion has run past its prediction. */
  demoted(): void;
  /** So many conversions of stopped processes were offered again. */
  takenBack(count: number): void;
  /** The text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Buckets in seconds: from an answer out of memory to the deadline of a conversion. */
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const CONVERSION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export interface MetricsDependencies {
  readonly engine: Pick<ConversionEngine, 'status'>;
  readonly store: Pick<Store, 'conversions'>;
  readonly role: string;
  readonly now: () => number;
}

export function createMetrics({ engine, store, role, now }: MetricsDependencies): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register, prefix: 'athanor_' });
  const requests = new Histogram({
    ...{ name: 'athanor_http_request_seconds', help: 'Seconds from request to answer.', registers },
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
  });
  const conversions = new Counter({
    ...{ name: 'athanor_conversions_total', help: 'Conversions that have ended.', registers },
    labelNames: ['from', 'to', 'outcome'],
  });
  const durations = new Histogram({
    ...{ name: 'athanor_conversion_seconds', help: 'Seconds of conversions that succeeded.', registers },
    labelNames: ['to'],
    buckets: CONVERSION_BUCKETS,
  });
  const attempts = new Counter({
    ...{ name: 'athanor_attempts_total', help: 'Attempts to convert that were begun, by number.', registers },
    labelNames: ['attempt'],
  });
  const recoveries = new Counter({
    ...{
      name: 'athanor_recoveries_total',
      help: 'Conversions of stopped processes that were offered again.',
      registers,
    },
  });
  const demotions = new Counter({
    ...{ name: 'athanor_demotions_total', help: 'Conversions that ran past their prediction.', registers },
  });
  new Gauge({ name: 'athanor_role', help: 'Role of the process.', registers, labelNames: ['role'] }).set({ role }, 1);
  observeEngine(engine, register);
  observeQueue(store, now, register);

  return {
    request: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    conversion({ from: source, to: target, outcome, ms }) {
      // A caller may send any text as source format, and every label value would be kept forever.
      const [from, to] = [source, target].map((name) => resolveFormat(name) ?? 'unknown') as [string, string];
      conversions.inc({ from, to, outcome });
      if (ms !== undefined) durations.observe({ to }, ms / 1000);
    },
    attempt: (number) => attempts.inc({ attempt: String(number) }),
    demoted: () => demotions.inc(),
    takenBack: (count) => recoveries.inc(count),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** Of all processes together, so each of them tells the same. Read when metrics are requested. */
function observeQueue({ conversions }: Pick<Store, 'conversions'>, now: () => number, register: Registry): void {
  let loading: Promise<ConversionLoad> | undefined;
  const gauge = (name: string, help: string, collect: Collect): Gauge =>
    new Gauge({
      ...{ name: `athanor_queue_${name}`, help, registers: [register] },
      async collect() {
        // All gauges are read at once: one query for all of them.
        loading ??= conversions.load().finally(() => (loading = undefined));
        this.set(collect(await loading));
      },
    });
  gauge('running', 'Conversions of all processes that were begun and have not ended.', ({ running }) => running);
  gauge('waiting', 'Conversions that wait for a worker.', ({ waiting }) => waiting);
  gauge('waiting_seconds', 'Processor time predicted for those that wait.', ({ waitingMs }) => waitingMs / 1000);
  gauge('demoted', 'Conversions that were begun and ran past their prediction.', ({ demoted }) => demoted);
  gauge(
    'virtual_time_spread_seconds',
    'Virtual time between the accounts that wait and have used most and least.',
    ({ spreadMs }) => spreadMs / 1000,
  );
  gauge('oldest_seconds', 'Age of the oldest conversion that waits for a worker.', ({ oldestAt }) =>
    oldestAt === undefined ? 0 : (now() - oldestAt) / 1000,
  );
}

type Collect = (load: ConversionLoad) => number;

type LaneStatus = ReturnType<ConversionEngine['status']>['lanes'][number];

/** Read when metrics are requested. */
function observeEngine(engine: Pick<ConversionEngine, 'status'>, register: Registry): void {
  const registers = [register];
  const gauge = (name: string, help: string, read: (status: ReturnType<ConversionEngine['status']>) => number): Gauge =>
    new Gauge({
      ...{ name: `athanor_${name}`, help, registers },
      collect() {
        this.set(read(engine.status()));
      },
    });
  gauge('conversions_admitted', 'Conversions that run or wait.', ({ admitted }) => admitted);
  gauge('worker_calls_running', 'Calls that workers run.', ({ running }) => running);
  gauge('worker_calls_waiting', 'Calls that wait for a worker.', ({ waiting }) => waiting);
  const lane = (name: string, help: string, read: (lane: LaneStatus) => number): Gauge =>
    new Gauge({
      ...{ name: `athanor_lane_${name}`, help, registers, labelNames: ['lane'] },
      collect() {
        for (const status of engine.status().lanes) this.set({ lane: status.lane }, read(status));
      },
    });
  lane('threads', 'Threads that the lane may start.', ({ threads }) => threads);
  lane('running', 'Calls that the threads of the lane run.', ({ running }) => running);
  const laneTotal = (name: string, help: string, read: (lane: LaneStatus) => number): Counter =>
    new Counter({
      ...{ name: `athanor_lane_${name}_total`, help, registers, labelNames: ['lane'] },
      collect() {
        this.reset();
        for (const status of engine.status().lanes) this.inc({ lane: status.lane }, read(status));
      },
    });
  laneTotal('worker_starts', 'Threads that were started, each with a cold codec.', ({ starts }) => starts);
  laneTotal('worker_losses', 'Threads that were killed, crashed or were retired.', ({ losses }) => losses);
}
