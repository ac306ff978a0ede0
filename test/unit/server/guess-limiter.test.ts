import { expect, test } from 'vitest';
import { createGuessLimiter } from '../../../server/services/guess-limiter.ts';

test('an address has so many guesses a minute, and others are not held up', () => {
  let now = 0;
  const limiter = createGuessLimiter(2, () => now);
  expect([1, 2, 3].map(() => limiter.count('a'))).toEqual([undefined, undefined, 60]);
  expect(limiter.count('b')).toBeUndefined();
  now = 45_000;
  expect(limiter.count('a')).toBe(15);
  now = 60_000;
  expect(limiter.count('a')).toBeUndefined();
});

test('the memory for addresses is bounded: the one that was quiet for longest is forgotten', () => {
  const limiter = createGuessLimiter(1, () => 0);
  limiter.count('quiet');
  limiter.count('busy');
  for (let index = 0; index < 9_998; index++) limiter.count(`address ${index}`);
  expect(limiter.count('busy')).toBe(60);
  limiter.count('one more');
  expect(limiter.count('quiet')).toBeUndefined();
});
