import type { ServiceModelCosts } from './costs.ts';
import { type Deployment, machines } from './deployment.ts';
import type { JobDemand } from './population.ts';
import { quantilesOf, ServiceModel } from './service.ts';

const SEED = 7;
/** As in the measurements of the queue: conversions of 50 ms. */
const SMALL: JobDemand = { predictedMs: 50, cpuMs: 50, inputBytes: 10_000, resultBytes: 10_000 };
const [LARGE_ACCOUNT, SMALL_ACCOUNT] = [1, 2];

function few(workers: number, order: Deployment['order']): Deployment {
  return { ...machines(workers), order, slots: 2, workerCores: 2, clientsFetch: false };
}

/** Seconds until the start of the ten conversions of a small account, alone and behind a thousand of a large one. */
export function fairness(
  order: Deployment['order'],
  costs: ServiceModelCosts,
): { readonly alone: number; readonly behind: number; readonly large: number } {
  const waits = (behind: number): { small: number; large: number } => {
    const model = new ServiceModel(few(4, order), costs, SEED);
    for (let count = 0; count < behind; count++) model.submit(SMALL, LARGE_ACCOUNT);
    model.events.run(2_000);
    for (let count = 0; count < 10; count++) model.submit(SMALL, SMALL_ACCOUNT);
    while (model.ended < model.jobs.length) model.events.run(model.events.now + 1_000);
    const of = (account: number): number =>
      quantilesOf(
        model.jobs.filter((job) => job.account === account).map((job) => (job.startedAt - job.acceptedAt) / 1000),
      )[1];
    return { small: of(SMALL_ACCOUNT), large: of(LARGE_ACCOUNT) };
  };
  const { small: behind, large } = waits(1_000);
  return { alone: waits(0).small, behind, large };
}

/** Kills a worker again and again while conversions come in, and counts afterwards what became of them. */
export function recovery(costs: ServiceModelCosts) {
  const model = new ServiceModel(few(6, 'virtual time'), costs, SEED);
  const population = [{ ...SMALL, cpuMs: 400, predictedMs: 400 }];
  model.feed({ population, jobsPerSecond: 15, accounts: 20, skew: 1 }, 60_000);
  let kills = 0;
  const kill = (): void => {
    model.kill(kills % 6, 3_000);
    kills++;
    if (model.events.now < 55_000) model.events.after(2_500, kill);
  };
  model.events.after(2_500, kill);
  model.events.run(90_000);
  const states = Map.groupBy(model.jobs, ({ state }) => state);
  const count = (state: 'done' | 'failed'): number => states.get(state)?.length ?? 0;
  const [done, failed] = [count('done'), count('failed')];
  return {
    ...{ kills, done, failed },
    arrived: model.jobs.length,
    waiting: model.jobs.length - done - failed,
    secondAttempts: model.jobs.filter(({ attempt }) => attempt > 1).length,
    takeoverSeconds: quantilesOf(model.takeovers.map((ms) => ms / 1000)),
  };
}
