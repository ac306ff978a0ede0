import type { Damage } from '../scenario.ts';

/** Bytes that nobody can have meant, the same ones each time (xorshift). */
export function noiseBytes(length: number, seed = 0x9e37_79b9): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state;
  }
  return bytes;
}

/** What any result may become, whatever its format. */
export const BYTE_DAMAGES: readonly Damage[] = [
  { name: 'random bytes', harm: 'unreadable', apply: ({ length }) => noiseBytes(length) },
  { name: 'zeros', harm: 'unreadable', apply: ({ length }) => new Uint8Array(length) },
  { name: 'no bytes', harm: 'unreadable', apply: () => new Uint8Array() },
  { name: 'second half lost', harm: 'unreadable', apply: (bytes) => bytes.subarray(0, bytes.length >> 1) },
  { name: 'first half lost', harm: 'unreadable', apply: (bytes) => bytes.subarray(bytes.length >> 1) },
  { name: 'second half random', harm: 'unreadable', apply: (bytes) => withRandomHalf(bytes) },
];

function withRandomHalf(bytes: Uint8Array): Uint8Array {
  const half = bytes.length >> 1;
  const changed = bytes.slice();
  changed.set(noiseBytes(bytes.length - half), half);
  return changed;
}
