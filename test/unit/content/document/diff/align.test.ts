import { describe, expect, it } from 'vitest';
import { align, longestRising } from '../../../../../engine/content/document/diff/align.ts';

/** Numbers that look random and are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

const sequence = (random: Generator<number, never>, length: number, words: number): Int32Array =>
  Int32Array.from({ length }, () => Math.floor(random.next().value * words));

/** Length of the longest common subsequence, in the plainest way. */
function longestCommon(a: Int32Array, b: Int32Array): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const word of a) {
    const next = [0];
    for (const [index, other] of b.entries()) {
      next.push(word === other ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!));
    }
    row = next;
  }
  return row.at(-1)!;
}

describe('the alignment of two sequences', () => {
  it('matches equal words in rising places, as many as there can be', () => {
    const random = numbers(7);
    for (let round = 0; round < 200; round++) {
      const a = sequence(random, Math.floor(random.next().value * 40), 12);
      const b = sequence(random, Math.floor(random.next().value * 40), 12);
      const places = align(a, b);
      const matched = [...places.entries()].filter(([, place]) => place >= 0);
      expect(matched.every(([at, place]) => a[at] === b[place])).toBe(true);
      expect(matched.every(([, place], index) => index === 0 || place > matched[index - 1]![1])).toBe(true);
      expect(matched).toHaveLength(longestCommon(a, b));
    }
  });

  it('finds all that is left of a long text after some words are lost', () => {
    const random = numbers(11);
    const a = sequence(random, 60_000, 5000);
    const lost = new Set(Array.from({ length: 50 }, () => Math.floor(random.next().value * a.length)));
    const places = align(
      a,
      a.filter((_, index) => !lost.has(index)),
    );
    expect(places.filter((place) => place < 0)).toHaveLength(lost.size);
  });

  it('ends in bounded time where nothing is the same, or everything is', () => {
    const ones = new Int32Array(30_000).fill(1);
    const twos = Int32Array.from({ length: 30_000 }, (_, index) => 2 + (index % 2));
    expect(align(ones, twos).every((place) => place < 0)).toBe(true);
    expect(align(ones, ones.subarray(10)).filter((place) => place >= 0)).toHaveLength(29_990);
  });

  it('prefers a place beside the word that follows', () => {
    // "harbour report" after "harbour authority".
    expect([...align(Int32Array.of(1, 2, 3), Int32Array.of(1, 9, 1, 2, 4, 3))]).toEqual([2, 3, 5]);
  });

  it('keeps the longest part that rises', () => {
    const pairs = [
      [0, 5],
      [1, 1],
      [2, 2],
      [3, 0],
      [4, 3],
    ] as const;
    expect(longestRising(pairs).map(([at]) => at)).toEqual([1, 2, 4]);
  });
});
