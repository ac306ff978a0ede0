import type { ServiceModelCosts } from './costs.ts';
import { type Deployment, machines } from './deployment.ts';
import { meansOf, type Population } from './population.ts';
import { quantilesOf, ServiceModel } from './service.ts';

/** What one simulated run has shown, per second of its second part: the first lets the queues fill. */
export interface Outcome {
  readonly machines: number;
  readonly jobsPerHour: number;
  readonly donePerHour: number;
  /** Whether what arrived was also done, and accepted and told in time. */
  readonly isSustained: boolean;
  /** Seconds from the request: until it was accepted, until a worker began it, until its end. */
  readonly acceptSeconds: readonly [number, number, number];
  readonly waitSeconds: readonly [number, number, number];
  readonly workerUse: number;
  /** Cores of PostgreSQL in use, and statements and notifications a second. */
  readonly databaseCores: number;
  readonly databaseUse: number;
  readonly statements: number;
  /** How much of the time somebody held the lock under which notifications are committed. */
  readonly notifyUse: number;
  readonly flushes: number;
  readonly walMBps: number;
  readonly connections: number;
  readonly storageRequests: number;
  readonly storageMBps: number;
  /** Bytes over the network of all API processes. */
  readonly apiMBps: number;
}

/** Long enough for a thousand conversions, where the load is small. */
const LEAST_SECONDS = 24;
const MOST_SECONDS = 200;
const JOBS = 1_000;
/** An API that needs longer to accept is not in order, even if it catches up. */
const ACCEPT_SECONDS = 2;
const SUSTAINED = 0.95;
/** With the lock held all the time, notifications come later and later. */
const MOST_NOTIFYING = 0.99;
/** Connections of a process beside its pool: the one that listens and holds its lock. */
const SESSIONS = 1;
const ACCOUNTS = 20_000;
const SKEW = 0.8;
const SEED = 42;

export interface Experiment {
  readonly deployment: Deployment;
  readonly costs: ServiceModelCosts;
  readonly population: Population;
  readonly jobsPerHour: number;
}

/** The service under load from independent clients, with accounts of very different size. */
export function simulate({ deployment, costs, population, jobsPerHour }: Experiment): Outcome {
  const model = new ServiceModel(deployment, costs, SEED);
  const jobsPerSecond = jobsPerHour / 3_600;
  const endMs = 1000 * Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, JOBS / jobsPerSecond));
  const startMs = endMs / 3;
  model.feed({ population, jobsPerSecond, accounts: ACCOUNTS, skew: SKEW }, endMs);
  model.events.run(startMs);
  const before = readingOf(model);
  model.events.run(endMs);
  const after = readingOf(model);
  const seconds = (endMs - startMs) / 1000;
  const rate = (read: (reading: Reading) => number): number => (read(after) - read(before)) / seconds;
  const late = model.jobs.filter(({ arrivedAt }) => arrivedAt >= startMs);
  const since = (job: { readonly arrivedAt: number }, time: number): number =>
    ((Number.isNaN(time) ? endMs : time) - job.arrivedAt) / 1000;
  const acceptSeconds = quantilesOf(late.map((job) => since(job, job.acceptedAt)));
  const done = rate(({ ended }) => ended);
  const means = meansOf(population);
  const databaseCores = rate(({ databaseMs }) => databaseMs) / 1000;
  const notifyUse = rate(({ notifyMs }) => notifyMs) / 1000;
  const isDone = done >= SUSTAINED * (late.length / seconds);
  const converting = (done * means.cpuMs) / 1000;
  return {
    machines: deployment.workers,
    jobsPerHour,
    donePerHour: done * 3_600,
    isSustained: isDone && acceptSeconds[1] < ACCEPT_SECONDS && notifyUse < MOST_NOTIFYING,
    acceptSeconds,
    waitSeconds: quantilesOf(late.map((job) => since(job, job.startedAt))),
    workerUse: converting / (deployment.workers * deployment.workerCores),
    databaseCores,
    databaseUse: databaseCores / deployment.database.cores,
    statements: rate(({ statements }) => statements),
    notifyUse,
    flushes: rate(({ flushes }) => flushes),
    walMBps: rate(({ walBytes }) => walBytes) / 1e6,
    connections: (deployment.connectionsPerProcess + SESSIONS) * (deployment.apis + deployment.workers),
    storageRequests: rate(({ storageRequests }) => storageRequests),
    storageMBps: rate(({ storageBytes }) => storageBytes) / 1e6,
    apiMBps: rate(({ apiBytes }) => apiBytes) / 1e6,
  };
}

type Reading = ReturnType<typeof readingOf>;

function readingOf(model: ServiceModel) {
  const { cpu, statements, notifying, flushes } = model.database.use;
  return {
    ended: model.ended,
    databaseMs: cpu.workMs,
    notifyMs: notifying.workMs,
    ...{ statements, flushes },
    storageRequests: model.storageRequests,
    storageBytes: model.storage.bytes,
    apiBytes: model.apiBytes,
    walBytes: model.walBytes,
  };
}

/** The most that is sustained, in steps of a fifth. */
export function mostSustained(experiment: Omit<Experiment, 'jobsPerHour'>, upToPerHour: number): Outcome | undefined {
  let best: Outcome | undefined;
  let [low, high] = [0, Math.ceil(Math.log(upToPerHour / LEAST_PER_HOUR) / Math.log(STEP))];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const outcome = simulate({ ...experiment, jobsPerHour: LEAST_PER_HOUR * STEP ** middle });
    if (outcome.isSustained) {
      best = outcome;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

const LEAST_PER_HOUR = 10_000;
const STEP = 1.2;

/** One remedy after the other, each with all before it. */
export const REMEDIES: readonly { readonly name: string; readonly change: Partial<Deployment> }[] = [
  { name: 'as it is today', change: {} },
  { name: 'a new conversion wakes a slot of one worker, not of each', change: { wokenWorkers: 1 } },
  { name: 'three processes look at the locks, not all', change: { lockWatchers: 3 } },
  { name: 'one connection in each of eight relays listens, not each process', change: { listeners: 8 } },
  { name: 'the length of the queue is kept, not counted', change: { countsQueueInMemory: true } },
  { name: 'reads for requests from a copy of the database', change: { readReplica: true } },
  { name: 'large files straight to the storage and from it', change: { directUploads: true } },
];

/** The changes up to the remedy of this number. */
export function withRemedies(deployment: Deployment, count: number): Deployment {
  return REMEDIES.slice(0, count + 1).reduce<Deployment>((so, { change }) => ({ ...so, ...change }), deployment);
}

/** Part of the cores that a service plans to use: the rest is for peaks. */
export const PLANNED_USE = 0.7;

/** What the cores of so many workers can convert. */
export function capacityPerHour(workers: number, population: Population): number {
  return (workers * machines(workers).workerCores * 3_600_000) / meansOf(population).cpuMs;
}

/** As many workers and API processes as this load keeps busy for the planned part of the time. */
export function machinesFor(jobsPerHour: number, costs: ServiceModelCosts, population: Population): Deployment {
  const { cpuMs, inputBytes, resultBytes } = meansOf(population);
  const { accept, answer, status, download, work } = costs;
  const bytesMs = (accept.apiMsPerMB * inputBytes + download.apiMsPerMB * resultBytes) / 1e6;
  const apiMs = accept.apiMs + answer.apiMs + status.apiMs + download.apiMs + bytesMs;
  const { slots, workerCores, storage, database } = machines(1);
  // A slot also waits: for three requests to the storage, and for its statements and commits.
  const transferMs = (inputBytes + resultBytes) / storage.streamBytesPerMs;
  const waitMs = 3 * storage.answerMs + transferMs + 12 * database.roundTripMs + 4 * database.flushMs;
  const busyMs = Math.max(
    (cpuMs + work.workerMs) / workerCores,
    (cpuMs + work.workerMs + waitMs) / slots,
    work.workerMs,
  );
  const count = (ms: number): number => Math.max(1, Math.ceil((jobsPerHour * ms) / 3_600_000 / PLANNED_USE));
  return machines(count(busyMs), Math.max(2, count(apiMs)));
}
