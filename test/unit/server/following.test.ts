import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../../../server/log.ts';
import { createFollowing, type Following } from '../../../server/services/following.ts';
import { type ConversionEvent, EventHub } from '../../../server/stores/events.ts';
import type { LiveConversion } from '../../../server/stores/store.ts';

const INTERVAL_MS = 1_000;

let hub: EventHub;
let asked: (readonly string[])[];
let live: Map<string, LiveConversion>;
let away: boolean;
let following: Following;
let told: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  hub = new EventHub();
  [asked, live, away, told] = [[], new Map(), false, []];
  const filterLive = async (ids: readonly string[]) => {
    asked.push(ids);
    if (away) throw new Error('away');
    return live;
  };
  following = createFollowing({
    store: { conversions: { filterLive } as never },
    events: { publish: async () => {}, subscribe: (listener) => hub.subscribe(listener) },
    log: createLog({ level: 'silent' }),
    limits: { syncIntervalMs: INTERVAL_MS },
  });
});
afterEach(() => void vi.useRealTimers());

function follow(id: string): Disposable {
  live.set(id, { status: 'running', attempt: 1, progress: undefined });
  return following.follow(id, {
    onProgress: (progress) => told.push(`${id} ${progress}`),
    onEnd: () => told.push(`${id} ended`),
  });
}
const publish = (event: ConversionEvent): void => hub.publish(event);
const rounds = (count: number) => vi.advanceTimersByTimeAsync(count * INTERVAL_MS);

it('the store is asked once an interval for all conversions together, and not while none is followed', async () => {
  const timers = vi.getTimerCount();
  const held = ['a', 'b', 'c'].map(follow);
  await rounds(3);
  expect(asked.map((ids) => [...new Set(ids)])).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
  for (const each of held) each[Symbol.dispose]();
  await rounds(3);
  expect(asked).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(timers);
  follow('d');
  await rounds(1);
  expect(asked).toHaveLength(4);
});

it('lists have few lengths, so that their statements stay prepared', async () => {
  for (let count = 1; count <= 100; count++) {
    follow(`id ${count}`);
    await rounds(1);
  }
  expect(new Set(asked.map(({ length }) => length))).toEqual(new Set([1, 2, 4, 8, 16, 32, 64, 128]));
});

it('of many conversions each has its turn', async () => {
  for (let count = 0; count < 1_200; count++) follow(`id ${count}`);
  await rounds(3);
  expect(new Set(asked.flat()).size).toBe(1_200);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(512);
});

it('events tell at once, and whoever has gone is told nothing', () => {
  const first = follow('a');
  follow('b');
  publish({ type: 'progress', id: 'a', progress: 0.5 });
  publish({ type: 'ended', id: 'a' });
  first[Symbol.dispose]();
  publish({ type: 'ended', id: 'a' });
  publish({ type: 'ended', id: 'unknown' });
  expect(told).toEqual(['a 0.5', 'a ended']);
});

it('an end and a progress whose events were lost are found in the store', async () => {
  follow('a');
  follow('b');
  publish({ type: 'progress', id: 'b', progress: 0.5 });
  live.delete('a');
  live.set('b', { status: 'running', attempt: 1, progress: 0.4 });
  await rounds(1);
  expect(told, 'an earlier progress is not told').toEqual(['b 0.5', 'a ended']);
  live.set('b', { status: 'running', attempt: 1, progress: 0.75 });
  await rounds(2);
  expect(told.slice(2)).toEqual(['a ended', 'b 0.75', 'a ended']);
});

it('events that may have been lost are made up for at once, and a store that is away is asked again', async () => {
  follow('a');
  away = true;
  publish({ type: 'missed' });
  expect(asked).toHaveLength(1);
  await rounds(1);
  expect(told).toEqual([]);
  away = false;
  live.clear();
  await rounds(1);
  expect(told).toEqual(['a ended']);
});
