import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ServiceModelCosts } from '../../../../bench/scale/model/costs.ts';
import { type Deployment, machines } from '../../../../bench/scale/model/deployment.ts';
import { mostSustained, simulate, withRemedies } from '../../../../bench/scale/model/experiments.ts';
import { FairQueue } from '../../../../bench/scale/model/fair-queue.ts';
import { type Measured, modelCosts } from '../../../../bench/scale/model/measured.ts';
import { type JobDemand } from '../../../../bench/scale/model/population.ts';
import { ServiceModel } from '../../../../bench/scale/model/service.ts';
import { fairness, recovery } from '../../../../bench/scale/model/special-runs.ts';

const statements = (count: number, cpuMs: number) => ({ statements: count, cpuMs });
const idle = { processMs: 1, cpuMs: 1 };

/** Round numbers, of the size of the real ones. */
const COSTS: ServiceModelCosts = {
  accept: { apiMs: 3, apiMsPerMB: 20, rates: statements(2, 0.2), reads: statements(2, 0.3), reserve: statements(4, 1) },
  countMsPerRow: 0.0001,
  look: { emptyMs: 0.2, fullMs: 0.4 },
  smallFile: { put: statements(1, 0.2), find: statements(1, 0.1), remove: statements(1, 0.1) },
  work: { workerMs: 5, finish: statements(3, 0.4), progressCount: 1 },
  notify: statements(1, 0.1),
  answer: { apiMs: 1, cpuMs: 0.2 },
  status: { apiMs: 1, ...statements(3, 0.3) },
  download: { apiMs: 1, apiMsPerMB: 10, ...statements(1, 0.1) },
  ask: { cpuMs: 0.1, cpuMsPerRow: 0.01, apiMsPerRow: 0.05 },
  sync: { live: statements(1, 0.2), progress: statements(1, 0.2) },
  idle: { api: idle, worker: idle },
  locks: { cpuMs: 0.1, cpuMsPerProcess: 0.001 },
  ...{ wakeMs: 0.04, walBytes: 6_000 },
};

const JOB: JobDemand = { predictedMs: 200, cpuMs: 200, inputBytes: 100_000, resultBytes: 100_000 };
const TRAFFIC = { population: [JOB], accounts: 50, skew: 1 };

function few(change: Partial<Deployment> = {}): Deployment {
  return { ...machines(4), slots: 2, workerCores: 2, ...change };
}

describe('the simulated service', () => {
  it('loses no conversion: what arrived is done, failed or waiting at any time', () => {
    const model = new ServiceModel(few(), COSTS, 1);
    model.feed({ ...TRAFFIC, jobsPerSecond: 30 }, 20_000);
    for (const until of [1_000, 10_000, 20_000, 60_000]) {
      model.events.run(until);
      const left = model.jobs.filter(({ endedAt }) => Number.isNaN(endedAt)).length;
      expect(model.ended + left).toBe(model.jobs.length);
    }
    expect(model.jobs.length).toBeGreaterThan(500);
    expect(model.ended).toBe(model.jobs.length);
  });

  it('is the same in every run with the same seed', () => {
    const outcome = () => simulate({ deployment: few(), costs: COSTS, population: [JOB], jobsPerHour: 50_000 });
    expect(outcome()).toEqual(outcome());
  });

  it('keeps the cores of its workers as busy as the load asks', () => {
    const { workerUse, isSustained } = simulate({
      ...{ deployment: few(), costs: COSTS, population: [JOB] },
      jobsPerHour: 0.5 * ((8 * 3_600_000) / 200),
    });
    expect(isSustained).toBe(true);
    expect(workerUse).toBeCloseTo(0.5, 1);
  });

  it('does not sustain more than its workers can convert', () => {
    const capacity = (8 * 3_600_000) / 200;
    const { isSustained, donePerHour } = simulate({
      ...{ deployment: few(), costs: COSTS, population: [JOB], jobsPerHour: 1.4 * capacity },
    });
    expect(isSustained).toBe(false);
    expect(donePerHour).toBeLessThan(capacity);
    const most = mostSustained({ deployment: few(), costs: COSTS, population: [JOB] }, 2 * capacity);
    expect(most!.jobsPerHour).toBeGreaterThan(0.6 * capacity);
    expect(most!.jobsPerHour).toBeLessThan(1.05 * capacity);
  });

  it('commits no more notifications than one after the other allows', () => {
    // Three for each conversion, 10 ms each: ends are told after 33 conversions a second at most.
    const costs = { ...COSTS, notify: statements(1, 10) };
    const deployment = { ...machines(50), database: { cores: 64, roundTripMs: 0.1, flushMs: 1 } };
    const outcome = simulate({ deployment, costs, population: [{ ...JOB, cpuMs: 1 }], jobsPerHour: 60 * 3_600 });
    expect(outcome.isSustained).toBe(false);
    expect(outcome.notifyUse).toBeCloseTo(1, 2);
  });

  it('wakes one slot of each worker with a new conversion', () => {
    // Nothing else is done: what grows with the workers are the looks.
    const [looks, rest] = [1, 0].map((cpuMs) => ({ ...COSTS, look: { emptyMs: cpuMs, fullMs: cpuMs } }));
    const spent = (costs: ServiceModelCosts, workers: number, slots: number): number => {
      const model = new ServiceModel(few({ workers, slots }), costs, 1);
      model.submit(JOB, 1);
      model.events.run(900);
      return model.database.use.cpu.workMs;
    };
    const looked = (workers: number, slots: number) => spent(looks!, workers, slots) - spent(rest!, workers, slots);
    // Each worker looks once when it is told, and nearly once by itself in this time, unless its only slot converts.
    const [ten, forty] = [looked(10, 4), looked(40, 4)];
    expect((forty - ten) / 30).toBeGreaterThan(1.6);
    expect((forty - ten) / 30).toBeLessThan(2);
    expect(Math.abs(ten - looked(10, 1))).toBeLessThan(1);
  });

  it('asks once a second for all that an API process waits for', () => {
    const spent = (jobs: number): number => {
      const costs = { ...COSTS, ask: { cpuMs: 100, cpuMsPerRow: 0, apiMsPerRow: 0 }, countMsPerRow: 0 };
      const model = new ServiceModel(few({ workers: 1, slots: 1, apis: 1 }), costs, 1);
      for (let count = 0; count < jobs; count++) model.submit({ ...JOB, cpuMs: 1_000_000 }, count);
      model.events.run(2_000);
      const before = model.database.use.cpu.workMs;
      model.events.run(12_000);
      return model.database.use.cpu.workMs - before;
    };
    expect(spent(1)).toBeGreaterThan(1_000);
    expect(spent(50)).toBeCloseTo(spent(1), -2);
  });

  it('spends less of the database with every remedy', () => {
    const cores = [0, 1, 2, 3, 4, 5].map((count) => {
      const deployment = withRemedies({ ...machines(60), slots: 2 }, count);
      return simulate({ deployment, costs: COSTS, population: [JOB], jobsPerHour: 100_000 }).databaseCores;
    });
    expect(cores).toEqual(cores.toSorted((a, b) => b - a));
    expect(cores.at(-1)!).toBeLessThan(cores[0]! / 2);
  });
});

describe('the stored measurements', () => {
  it('have every statement that the model asks for, and a cost of each step', async () => {
    const file = new URL('../../../../bench/scale/measured.json', import.meta.url);
    const costs = modelCosts(JSON.parse(await readFile(file, 'utf8')) as Measured);
    const numbers = (value: unknown, path: string): [string, number][] =>
      typeof value === 'number'
        ? [[path, value]]
        : Object.entries(value as object).flatMap(([name, inner]) => numbers(inner, `${path}.${name}`));
    expect(numbers(costs, 'costs').filter(([, value]) => !(value > 0))).toEqual([]);
    expect(costs.look.fullMs).toBeGreaterThan(costs.look.emptyMs);
  });
});

describe('a queue by virtual time', () => {
  it('lets the conversions of accounts take turns, by what they cost', () => {
    const queue = new FairQueue<{ account: number; predictedMs: number; name: string }>('virtual time');
    for (const name of ['a1', 'a2', 'a3']) queue.add({ account: 1, predictedMs: 100, name });
    for (const name of ['b1', 'b2', 'b3']) queue.add({ account: 2, predictedMs: 40, name });
    const order = Array.from({ length: 6 }, () => queue.take()!.name);
    expect(order).toEqual(['b1', 'b2', 'a1', 'b3', 'a2', 'a3']);
    expect(queue.take()).toBeUndefined();
  });

  it('gives an account that was away no credit for that time', () => {
    const queue = new FairQueue<{ account: number; predictedMs: number; name: string }>('virtual time');
    for (let count = 0; count < 20; count++) queue.add({ account: 1, predictedMs: 10, name: `busy ${count}` });
    for (let count = 0; count < 10; count++) queue.take();
    for (const name of ['late 1', 'late 2']) queue.add({ account: 2, predictedMs: 10, name });
    expect([1, 2, 3, 4].map(() => queue.take()!.name)).toEqual(['busy 10', 'late 1', 'busy 11', 'late 2']);
  });

  it('lets a small account wait little longer than alone, where the order of arrival makes it wait for all', () => {
    const arrival = fairness('arrival', COSTS);
    const fair = fairness('virtual time', COSTS);
    expect(arrival.behind).toBeGreaterThan(1);
    expect(fair.behind).toBeLessThan(arrival.behind / 3);
    expect(fair.large).toBeLessThan(arrival.large * 1.1);
  });
});

describe('workers that are killed', () => {
  it('cost no conversion, and others begin theirs again after two looks at the locks', () => {
    const { arrived, done, failed, waiting, kills, secondAttempts, takeoverSeconds } = recovery(COSTS);
    expect(kills).toBeGreaterThan(15);
    expect(done + failed).toBe(arrived);
    expect(waiting).toBe(0);
    expect(secondAttempts).toBeGreaterThan(5);
    expect(takeoverSeconds[0]).toBeGreaterThan(0.3);
    expect(takeoverSeconds[0]).toBeLessThan(0.7);
    // Longer than two looks at the locks, when no slot is free.
    expect(takeoverSeconds[2]).toBeLessThan(1.5);
  });

  it('leave a conversion that ends every worker failed after its third attempt', () => {
    const model = new ServiceModel(few({ workers: 1, slots: 1 }), COSTS, 1);
    const job = model.submit({ ...JOB, cpuMs: 1_000_000 }, 1);
    for (let count = 0; count < 4; count++) {
      model.events.run(model.events.now + 5_000);
      model.kill(0, 100);
    }
    model.events.run(model.events.now + 5_000);
    expect([job.state, job.attempt]).toEqual(['failed', 3]);
    expect(model.ended).toBe(1);
  });
});
