/** Copies of a file with a few bytes changed, and copies that end early; the seed determines them. */
export function* mutantsOf(file: Uint8Array, count: number, seed = 1): Generator<Uint8Array> {
  let state = seed;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let index = 0; index < count; index++) {
    const copy = new Uint8Array(file);
    if (index % 4 === 3) yield copy.subarray(0, 1 + next(copy.length));
    else {
      for (let change = 0; change < 1 + (index % 6); change++) copy[next(copy.length)] = next(256);
      yield copy;
    }
  }
}
