import { expect, it } from 'vitest';
import {
  API_KEY_PATTERN,
  createApiKey,
  hashApiKey,
  isWellFormedApiKey,
  shownPrefix,
} from '../../../server/services/api-key.ts';

it('keys are well formed, found by the pattern of secret scanners, and never the same', () => {
  const keys = Array.from({ length: 200 }, createApiKey);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^ath_live_[0-9A-Za-z]{49}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(`x=${key};`.match(API_KEY_PATTERN)).toEqual([key]);
  }
});

it('a mistyped key is refused without a look-up', () => {
  const key = createApiKey();
  for (let index = 0; index < key.length; index++) {
    const other = key[index] === 'x' ? 'y' : 'x';
    expect(isWellFormedApiKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
  }
  for (const text of ['', key.slice(1), `${key}0`, ` ${key}`, key.toUpperCase(), 'ath_live_'])
    expect(isWellFormedApiKey(text)).toBe(false);
});

it('only a hash and a short prefix of a key are kept', () => {
  const key = createApiKey();
  expect(hashApiKey(key)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(shownPrefix(key)).toBe(key.slice(0, 12));
});

it('how long a look-up takes does not tell how much of a key was right: keys are found by their hashes', () => {
  const key = 'ath_live_' + 'a'.repeat(49);
  const almost = key.slice(0, -1) + 'b';
  expect(hashApiKey(almost).slice(0, 4)).not.toBe(hashApiKey(key).slice(0, 4));
});
