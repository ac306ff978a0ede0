import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../../../bench/scale/core/events.ts';
import { acquire, compute, type Course, holding, pause, Process } from '../../../../bench/scale/core/process.ts';
import { Servers, SharedCores, SharedLink } from '../../../../bench/scale/core/stations.ts';
import { seededRandom } from '../../../../bench/inputs/random.ts';
import { quantile } from '../../../../bench/measure.ts';

describe('events', () => {
  it('run in the order of their times, and those of one time as they were added', () => {
    const events = new EventQueue();
    const seen: string[] = [];
    events.after(2, () => seen.push('c'));
    events.after(1, () => {
      seen.push('a');
      events.after(1, () => seen.push('d'));
    });
    events.after(1, () => seen.push('b'));
    events.after(1, () => seen.push('never')).cancel();
    events.run();
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect(events.now).toBe(2);
  });

  it('stay when they lie behind the end of a run', () => {
    const events = new EventQueue();
    let rounds = 0;
    events.every(10, () => rounds++);
    events.run(35);
    expect([rounds, events.now]).toEqual([3, 35]);
    events.run(40);
    expect(rounds).toBe(4);
  });

  it('are refused in the past', () => {
    expect(() => new EventQueue().after(-1, () => {})).toThrow(RangeError);
  });
});

describe('shared cores', () => {
  it('slow each other down when there are more pieces than cores', () => {
    const events = new EventQueue();
    const cores = new SharedCores(events, 2);
    const ended: [string, number][] = [];
    for (const [name, work] of [
      ['short', 10],
      ['middle', 20],
      ['long', 40],
    ] as const)
      cores.run(work, () => ended.push([name, events.now]));
    events.run();
    // Three on two cores: 2/3 each until 10 are done at 15; then two cores for two.
    expect(ended).toEqual([
      ['short', 15],
      ['middle', 25],
      ['long', 45],
    ]);
    expect(cores.use).toEqual({ workMs: 70, served: 3, waiting: 0 });
  });

  it('give the share of a cancelled piece to the others', () => {
    const events = new EventQueue();
    const cores = new SharedCores(events, 1);
    const ended: number[] = [];
    const piece = cores.run(100, () => ended.push(-1));
    cores.run(30, () => ended.push(events.now));
    events.after(20, () => cores.cancel(piece));
    events.run();
    // 10 of 30 are done when the other ends after 20.
    expect(ended).toEqual([40]);
  });
});

describe('a link', () => {
  it('gives one transfer its own rate, and many an equal part of all', () => {
    const events = new EventQueue();
    const link = new SharedLink(events, { bytesPerMs: 100, streamBytesPerMs: 50 });
    const ended: number[] = [];
    for (let count = 0; count < 4; count++) link.transfer(500, () => ended.push(events.now));
    events.run();
    expect(ended).toEqual([20, 20, 20, 20]);
    expect(link.bytes).toBe(2_000);
  });
});

describe('processes', () => {
  it('that are killed give up what they hold and what they wait for', () => {
    const events = new EventQueue();
    const lock = new Servers(events, 1);
    const cores = new SharedCores(events, 1);
    const got: string[] = [];
    function* work(name: string): Course {
      yield* holding(lock, step(name));
    }
    function* step(name: string): Course {
      got.push(`${name} ${events.now}`);
      yield compute(cores, 100);
    }
    const first = Process.start(work('first'));
    const second = Process.start(work('second'));
    Process.start(work('third'));
    events.after(10, () => second.kill());
    events.after(30, () => first.kill());
    events.run();
    expect(got).toEqual(['first 0', 'third 30']);
    expect(events.now).toBe(130);
    expect(lock.use.waiting).toBe(0);
  });
});

/** Mean time in the queue of a station of c servers, in milliseconds, after a long run. */
function meanWait(servers: number, load: number, serviceMs: (random: () => number) => number): number {
  const events = new EventQueue();
  const station = new Servers(events, servers);
  const random = seededRandom(7);
  const waits: number[] = [];
  const meanServiceMs = 10;
  const betweenMs = meanServiceMs / servers / load;
  function* customer(): Course {
    const arrivedAt = events.now;
    yield acquire(station);
    waits.push(events.now - arrivedAt);
    yield pause(events, serviceMs(random));
    station.release();
  }
  const arrive = (): void => {
    Process.start(customer());
    if (events.now < 2_000_000) events.after(-Math.log(1 - random()) * betweenMs, arrive);
  };
  arrive();
  events.run();
  expect(station.use.served).toBe(waits.length);
  return waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
}

describe('queues with a known answer', () => {
  it('M/M/1: the wait is ρ/(1−ρ) service times', () => {
    const wait = meanWait(1, 0.7, (random) => -Math.log(1 - random()) * 10);
    expect(wait / ((0.7 / 0.3) * 10)).toBeCloseTo(1, 1);
  });

  it('M/D/1: half of that', () => {
    const wait = meanWait(1, 0.7, () => 10);
    expect(wait / ((0.7 / 0.3) * 10) / 0.5).toBeCloseTo(1, 1);
  });

  it('M/M/4: the formula of Erlang', () => {
    const wait = meanWait(4, 0.8, (random) => -Math.log(1 - random()) * 10);
    expect(wait / (erlangC(4, 3.2) * (10 / (4 - 3.2)))).toBeCloseTo(1, 1);
  });

  it('M/D/4: about half of M/M/4, by the correction of Cosmetatos', () => {
    const [servers, load] = [4, 0.8];
    const exponential = erlangC(servers, servers * load) * (10 / (servers - servers * load));
    const correction = 1 + (1 - load) * (servers - 1) * ((Math.sqrt(4 + 5 * servers) - 2) / (16 * servers * load));
    const wait = meanWait(servers, load, () => 10);
    expect(wait / (0.5 * correction * exponential)).toBeCloseTo(1, 1);
  });

  it('M/G/1 with shared cores: the time depends on the mean of the work alone', () => {
    const sojourns = sharedSojourns((random) => (random() < 0.9 ? 1 : 91));
    // Mean work 10 at a load of 0.6: 10 / (1 − 0.6).
    expect(sojourns.reduce((sum, value) => sum + value, 0) / sojourns.length / 25).toBeCloseTo(1, 1);
    expect(quantile(sojourns, 0.5)).toBeLessThan(5);
  });
});

function sharedSojourns(workMs: (random: () => number) => number): number[] {
  const events = new EventQueue();
  const cores = new SharedCores(events, 1);
  const random = seededRandom(11);
  const sojourns: number[] = [];
  const arrive = (): void => {
    const arrivedAt = events.now;
    cores.run(workMs(random), () => sojourns.push(events.now - arrivedAt));
    if (events.now < 2_000_000) events.after((-Math.log(1 - random()) * 10) / 0.6, arrive);
  };
  arrive();
  events.run();
  return sojourns;
}

/** Probability that a customer waits, for c servers and an offered load in servers. */
function erlangC(servers: number, offered: number): number {
  let term = 1;
  let sum = 1;
  for (let count = 1; count < servers; count++) {
    term *= offered / count;
    sum += term;
  }
  const all = (term * offered) / servers / (1 - offered / servers);
  return all / (sum + all);
}
