import { expect, it } from 'vitest';
import { LruCache } from '../../../engine/planner/lru-cache.ts';

it('forgets what was not used for longest', () => {
  const cache = new LruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

it('never holds more than its capacity', () => {
  const cache = new LruCache<number>(3);
  for (let index = 0; index < 100; index++) cache.set(String(index % 7), index);
  expect(cache.size).toBe(3);
});

it('takes what is set again for used', () => {
  const cache = new LruCache<number>(2);
  for (const key of ['a', 'b', 'a', 'c']) cache.set(key, 1);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 1]);
});

it('holds nothing of what it was asked for and never given', () => {
  const cache = new LruCache<number>(2);
  expect(cache.get('a')).toBeUndefined();
  expect(cache.size).toBe(0);
});
