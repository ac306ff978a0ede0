import { setUint16 } from '../../../io/big-endian.ts';
/** Bytes of text in one record. */
export const RECORD_BYTES = 4096;
const MAX_DISTANCE = 2047;
const MAX_LENGTH = 10;
const MIN_LENGTH = 3;
const MAX_CANDIDATES = 8;
/** A record expands to at most this; damaged ones could go on. */
const MAX_EXPANDED_BYTES = 16 * RECORD_BYTES;

/** Expands one record of PalmDOC's LZ77. What points before the beginning or beyond the end is left out. */
export function expandPalmDoc(packed: Uint8Array): Uint8Array {
  const out = new Uint8Array(MAX_EXPANDED_BYTES);
  let length = 0;
  for (let position = 0; position < packed.length && length < MAX_EXPANDED_BYTES - MAX_LENGTH;) {
    const byte = packed[position++]!;
    if (byte === 0 || (byte >= 9 && byte < 0x80)) {
      out[length++] = byte;
    } else if (byte <= 8) {
      for (let left = byte; left > 0 && position < packed.length; left--) out[length++] = packed[position++]!;
    } else if (byte >= 0xc0) {
      out[length++] = 0x20;
      out[length++] = byte ^ 0x80;
    } else {
      const pair = (byte << 8) | (packed[position++] ?? 0);
      const distance = (pair >> 3) & MAX_DISTANCE;
      if (distance === 0 || distance > length) continue;
      for (let left = (pair & 7) + MIN_LENGTH; left > 0; left--, length++) out[length] = out[length - distance]!;
    }
  }
  return out.subarray(0, length);
}

const isPlain = (byte: number): boolean => byte === 0 || (byte >= 9 && byte < 0x80);

/** Packs one record, of at most `RECORD_BYTES`, in the same way. */
export function packPalmDoc(source: Uint8Array): Uint8Array {
  const { length } = source;
  const out = new Uint8Array(length * 2 + 16);
  const matcher = new Matcher(source);
  let written = 0;
  for (let position = 0; position < length;) {
    const match = matcher.longestAt(position);
    if (match.length >= MIN_LENGTH) {
      setUint16(out, 0x8000 | (match.distance << 3) | (match.length - MIN_LENGTH), written);
      written += 2;
      position = matcher.advance(position, match.length);
      continue;
    }
    const byte = source[position]!;
    const next = source[position + 1] ?? 0;
    if (byte === 0x20 && next >= 0x40 && next < 0x80) {
      out[written++] = next | 0x80; // a space and a letter in one byte
      position = matcher.advance(position, 2);
    } else if (isPlain(byte)) {
      out[written++] = byte;
      position = matcher.advance(position, 1);
    } else {
      let end = position + 1;
      while (end - position < 8 && end < length && !isPlain(source[end]!)) end++;
      out[written++] = end - position;
      while (position < end) {
        out[written++] = source[position]!;
        position = matcher.advance(position, 1);
      }
    }
  }
  return out.subarray(0, written);
}

/** Earlier places of the same three bytes, as chains through a table of hashes. */
class Matcher {
  readonly #source: Uint8Array;
  readonly #heads = new Int16Array(4096).fill(-1);
  readonly #previous: Int16Array;

  constructor(source: Uint8Array) {
    this.#source = source;
    this.#previous = new Int16Array(source.length);
  }

  longestAt(position: number): { length: number; distance: number } {
    const source = this.#source;
    let best = { length: 0, distance: 0 };
    if (position + MIN_LENGTH > source.length) return best;
    let candidate = this.#heads[this.#hashAt(position)]!;
    for (let tries = 0; candidate >= 0 && tries < MAX_CANDIDATES; tries++, candidate = this.#previous[candidate]!) {
      if (position - candidate > MAX_DISTANCE) break;
      let length = 0;
      while (
        length < MAX_LENGTH &&
        position + length < source.length &&
        source[candidate + length] === source[position + length]
      )
        length++;
      if (length > best.length) best = { length, distance: position - candidate };
      if (length === MAX_LENGTH) break;
    }
    return best;
  }

  /** Goes on by some bytes, which can be matched from then on; returns the new position. */
  advance(position: number, count: number): number {
    const end = position + count;
    for (let at = position; at < end && at + MIN_LENGTH <= this.#source.length; at++) {
      const hash = this.#hashAt(at);
      this.#previous[at] = this.#heads[hash]!;
      this.#heads[hash] = at;
    }
    return end;
  }

  #hashAt(position: number): number {
    const source = this.#source;
    const key = (source[position]! << 16) | (source[position + 1]! << 8) | source[position + 2]!;
    return Math.imul(key, 0x9e3779b1) >>> 20;
  }
}
