import { describe, expect, it } from 'vitest';
import type { Lane } from '../../../engine/contract/codec.ts';
import type { Capacity } from '../../../engine/pool/machine.ts';
import { Scheduler, type Claim } from '../../../engine/pool/scheduler.ts';

const THREADS: Readonly<Record<Lane, number>> = { light: 1, image: 2, media: 2, document: 2, office: 0, ocr: 1 };
const CAPACITY: Capacity = {
  slots: 2,
  memoryMB: 1000,
  process: { limitMB: 1400, isStrict: false },
  threads: THREADS,
};
const LIGHT: Claim = { lane: 'light', cpuSlots: 1, memoryMB: 10 };
const never = new AbortController().signal;

interface Gate {
  readonly work: () => Promise<void>;
  open(): void;
}

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, open: resolve };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Scheduler', () => {
  it('serves a small tenant long before the end of a large one', async () => {
    const scheduler = new Scheduler(CAPACITY, { total: 1000, perTenant: 1000 });
    const order: string[] = [];
    const submit = (tenant: string): Promise<void> => {
      const ticket = scheduler.admit(tenant, 10);
      return ticket.run(LIGHT, never, async () => void order.push(tenant)).finally(() => ticket[Symbol.dispose]());
    };
    const jobs = [
      ...Array.from({ length: 300 }, () => submit('large')),
      ...Array.from({ length: 10 }, () => submit('small')),
    ];
    await Promise.all(jobs);
    expect(order.lastIndexOf('small')).toBeLessThan(30);
    expect(order).toHaveLength(310);
  });

  it('serves tenants by their priorities while they wait', async () => {
    const scheduler = new Scheduler(CAPACITY, { total: 1000, perTenant: 1000 });
    const order: string[] = [];
    const submit = (tenant: string, priority?: number): Promise<void> => {
      const ticket = scheduler.admit(tenant, 10, priority);
      return ticket.run(LIGHT, never, async () => void order.push(tenant)).finally(() => ticket[Symbol.dispose]());
    };
    await Promise.all(Array.from({ length: 40 }, () => [submit('usual'), submit('preferred', 4)]).flat());
    const shareOfFirst = (count: number): number =>
      order.slice(0, count).filter((tenant) => tenant === 'preferred').length;
    expect(shareOfFirst(25)).toBeGreaterThanOrEqual(19);
    expect(shareOfFirst(25)).toBeLessThanOrEqual(21);
  });

  it('never runs more of a lane than it has threads, nor more than the CPU slots', async () => {
    const scheduler = new Scheduler({ ...CAPACITY, slots: 3 }, { total: 100, perTenant: 100 });
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await settled();
      running--;
    };
    const tickets = Array.from({ length: 10 }, () => scheduler.admit('a', 1));
    await Promise.all(tickets.map((ticket) => ticket.run({ lane: 'image', cpuSlots: 1, memoryMB: 1 }, never, work)));
    expect(most).toBe(2);
  });

  it('counts as idle what a lane has threads, processors and memory for', async () => {
    const scheduler = new Scheduler({ ...CAPACITY, slots: 3 }, { total: 100, perTenant: 100 });
    const claim: Claim = { lane: 'image', cpuSlots: 1, memoryMB: 400 };
    expect(scheduler.idleWorkers(claim)).toBe(2);
    expect(scheduler.idleWorkers({ ...claim, memoryMB: 600 })).toBe(1);
    expect(scheduler.idleWorkers({ ...claim, cpuSlots: 2 })).toBe(1);
    const busy = gate();
    const running = scheduler.admit('a', 1).run(claim, never, busy.work);
    expect(scheduler.idleWorkers(claim)).toBe(1);
    busy.open();
    await running;
    await settled();
    expect(scheduler.idleWorkers(claim)).toBe(2);
  });

  it('counts nobody as idle while somebody waits', async () => {
    const scheduler = new Scheduler(CAPACITY, { total: 100, perTenant: 100 });
    const busy = gate();
    const claim: Claim = { lane: 'ocr', cpuSlots: 1, memoryMB: 10 };
    const jobs = [busy.work, busy.work].map((work) => scheduler.admit('a', 1).run(claim, never, work));
    expect(scheduler.idleWorkers({ ...claim, lane: 'image' })).toBe(0);
    busy.open();
    await Promise.all(jobs);
  });

  it('holds a job back until there is memory, and lets none overtake it', async () => {
    const scheduler = new Scheduler(CAPACITY, { total: 100, perTenant: 100 });
    const order: string[] = [];
    const first = gate();
    const running = scheduler.admit('a', 1).run({ lane: 'image', cpuSlots: 1, memoryMB: 800 }, never, first.work);
    const large = scheduler
      .admit('b', 1)
      .run({ lane: 'media', cpuSlots: 1, memoryMB: 500 }, never, async () => void order.push('large'));
    const small = scheduler
      .admit('c', 100)
      .run({ lane: 'document', cpuSlots: 1, memoryMB: 10 }, never, async () => void order.push('small'));
    await settled();
    expect(order).toEqual([]);
    first.open();
    await Promise.all([running, large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  it('runs a job that claims more than the machine has by itself', async () => {
    const scheduler = new Scheduler(CAPACITY, { total: 1, perTenant: 1 });
    const ticket = scheduler.admit('a', 1);
    await expect(ticket.run({ lane: 'media', cpuSlots: 64, memoryMB: 1e6 }, never, async () => 'done')).resolves.toBe(
      'done',
    );
  });

  it('refuses the conversion beyond the global and the tenant cap, and takes one in again after another ended', () => {
    const scheduler = new Scheduler(CAPACITY, { total: 3, perTenant: 2 });
    const first = scheduler.admit('a', 1);
    scheduler.admit('a', 1);
    expect(() => scheduler.admit('a', 1)).toThrow(expect.objectContaining({ code: 'tenant_busy' }));
    scheduler.admit('b', 1);
    expect(() => scheduler.admit('c', 1)).toThrow(expect.objectContaining({ code: 'busy' }));
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    expect(() => scheduler.admit('a', 1)).not.toThrow();
    expect(() => scheduler.admit('c', 1)).toThrow(expect.objectContaining({ code: 'busy' }));
  });

  it('forgets an aborted job that still waits, and never runs it', async () => {
    const scheduler = new Scheduler(CAPACITY, { total: 10, perTenant: 10 });
    const first = gate();
    const running = scheduler.admit('a', 1).run(LIGHT, never, first.work);
    const abort = new AbortController();
    let ran = false;
    const waiting = scheduler.admit('a', 1).run(LIGHT, abort.signal, async () => void (ran = true));
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(scheduler.waiting).toBe(0);
    first.open();
    await running;
    await settled();
    expect(ran).toBe(false);
  });

  it('frees the slot of a job that failed', async () => {
    const scheduler = new Scheduler(CAPACITY, { total: 10, perTenant: 10 });
    const ticket = scheduler.admit('a', 1);
    await expect(ticket.run(LIGHT, never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(ticket.run(LIGHT, never, async () => 'next')).resolves.toBe('next');
    expect(scheduler.running).toBe(0);
  });
});
