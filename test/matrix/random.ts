/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` of the items, in an order that the seed determines. */
export function sampleOf<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = seededRandom(seed);
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item);
}

/** One of the items, always the same one for the same words. */
export function pickFor<T>(items: readonly T[], words: string): T | undefined {
  let hash = 2_166_136_261;
  for (const character of words) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  return items[(hash >>> 0) % Math.max(1, items.length)];
}
