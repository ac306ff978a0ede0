import { DEFAULT_LIMITS } from '../../../server/limits.ts';
import type { RealRun } from '../real/run.ts';
import { schedule, SENDERS } from '../real/run.ts';
import type { Deployment } from './deployment.ts';
import { type Measured, modelCosts, line } from './measured.ts';
import type { JobDemand } from './population.ts';
import { quantilesOf, ServiceModel } from './service.ts';

/** A real run and the simulation of it, side by side. */
export interface Compared {
  readonly workers: number;
  readonly jobsPerSecond: number | undefined;
  readonly real: RunFigures;
  readonly simulated: RunFigures;
}

export interface RunFigures {
  /** Conversions a second, from the first request to the last end. */
  readonly throughput: number;
  /** From the record to the end, seconds: median, 95th and 99th percentile. */
  readonly seconds: readonly [number, number, number];
  /** CPU seconds of everything that belongs to the run. */
  readonly cpuSeconds: number;
}

/** What other programs do on the machine meanwhile comes in pieces of about this length. */
const OTHERS_PIECE_MS = 10;

/** Simulates the same conversions at the same times on two cores that everything shares. */
export function compareRun(run: RealRun, measured: Measured, cores: number): Compared {
  const costs = modelCosts(measured);
  const { service, database } = measured;
  const stored = service.kinds.filter(({ inputBytes }) => inputBytes > DEFAULT_LIMITS.smallFileBytes);
  const storage = line(stored.map(({ inputBytes, accept }) => [inputBytes / 1e6, accept.storage]));
  const deployment: Deployment = {
    sharedCores: cores,
    ...{ apis: 1, workers: run.workers, slots: 1, workerCores: cores, connectionsPerProcess: 10 },
    database: { cores, roundTripMs: 0, flushMs: database.flushMs },
    storage: { answerMs: 0, bytesPerMs: Infinity, streamBytesPerMs: 1e9 },
    storageServer: { requestMs: storage.base, msPerMB: storage.slope },
    senderMs: run.cpuMs.sender / run.jobs,
    network: { bytesPerMs: 1e9, streamBytesPerMs: 1e9 },
    ...{ order: 'arrival', clientsFetch: false },
  };
  const demands = service.kinds.map(({ inputBytes, resultBytes, whole }): JobDemand => {
    const cpuMs = Math.max(0, whole.worker - service.kinds[0]!.whole.worker);
    return { ...{ inputBytes, resultBytes, cpuMs }, predictedMs: cpuMs };
  });
  const model = new ServiceModel(deployment, costs, run.seed);
  burdenByOthers(model, run);
  const all = schedule(run, demands.length);
  let left = all.length;
  const submit = (kind: number, accepted?: () => void): void => void model.submit(demands[kind]!, 0, accepted);
  if (run.jobsPerSecond === undefined) {
    const next = (): void => {
      if (left > 0) submit(all[all.length - left--]!.kind, next);
    };
    for (let sender = 0; sender < SENDERS; sender++) next();
  } else for (const { kind, at } of all) model.events.after(at, () => submit(kind));
  while (model.ended < all.length) model.events.run(model.events.now + 100);
  const ends = model.jobs.map(({ endedAt }) => endedAt);
  const { workMs } = model.database.use.cpu;
  return {
    ...{ workers: run.workers, jobsPerSecond: run.jobsPerSecond },
    real: figuresOf(
      run.conversions.map(({ recordedAt, endedAt }) => ({ recordedAt, endedAt })),
      Object.entries(run.cpuMs).reduce((sum, [name, ms]) => (name === 'others' ? sum : sum + ms), 0),
    ),
    simulated: figuresOf(
      model.jobs.map(({ acceptedAt, endedAt }) => ({ recordedAt: acceptedAt, endedAt })),
      workMs - (run.cpuMs.others / run.durationMs) * Math.max(...ends),
    ),
  };
}

/** Other programs take as much of the cores as they have been seen to take. */
function burdenByOthers(model: ServiceModel, { cpuMs, durationMs }: RealRun): void {
  const share = cpuMs.others / durationMs;
  model.events.every(OTHERS_PIECE_MS, () => model.sharedCores!.run(share * OTHERS_PIECE_MS, () => {}));
}

function figuresOf(
  conversions: readonly { readonly recordedAt: number; readonly endedAt: number }[],
  cpuMs: number,
): RunFigures {
  const lastEnd = Math.max(...conversions.map(({ endedAt }) => endedAt));
  return {
    throughput: (conversions.length / lastEnd) * 1000,
    seconds: quantilesOf(conversions.map(({ recordedAt, endedAt }) => (endedAt - recordedAt) / 1000)),
    cpuSeconds: cpuMs / 1000,
  };
}
