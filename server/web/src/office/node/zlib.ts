import { inflateSync } from 'fflate';

/** What the engine's reader of ZIP files takes from Node, for browsers. */
export function inflateRawSync(
  packed: Uint8Array,
  { maxOutputLength }: { readonly maxOutputLength: number },
): Uint8Array {
  // What does not fit is counted and not kept: the reader compares the size and the checksum with those of the entry.
  return inflateSync(packed, { out: new Uint8Array(maxOutputLength) });
}

const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? POLYNOMIAL ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

/** Checksum of bytes that follow those with the given one. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Only what writes files takes it, and pages write none. */
export function deflateRawSync(): never {
  throw new Error('not for browsers');
}
