import { concatBytes } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { KiB } from '../../../contract/limits.ts';

/*
 * `snappyjs` 0.7 takes damaged blocks for whole ones: what a block is short of becomes zeros, what it has too much is
 * dropped. iWork's chunks, which are no frames of Snappy, would stay here too.
 */

/** What a chunk holds uncompressed, at most: Apple writes 64 KiB. Chunks of other writers have four bytes of length. */
const MAX_BLOCK_BYTES = 16 * 1024 * KiB;
const CHUNK_HEADER_BYTES = 4;

/**
 * Expands a file of iWork '13 or later: chunks of a zero byte, a length of three bytes and a Snappy block each, without
 * the stream identifier and the checksums of Snappy's framing format. Throws `input_corrupt` and `input_too_complex`.
 */
export function expandChunks(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  let total = 0;
  for (let at = 0; at < bytes.byteLength;) {
    if (bytes[at] !== 0 || at + CHUNK_HEADER_BYTES > bytes.byteLength) throw damaged('a chunk has no header');
    const length = bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16);
    const start = at + CHUNK_HEADER_BYTES;
    if (start + length > bytes.byteLength) throw damaged('it ends inside a chunk');
    const block = expandBlock(bytes.subarray(start, start + length), maxBytes - total);
    total += block.byteLength;
    blocks.push(block);
    at = start + length;
  }
  return blocks.length === 1 ? blocks[0]! : concatBytes(blocks);
}

/** One block of Snappy (github.com/google/snappy, format_description.txt). */
export function expandBlock(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const { value: size, next } = readSize(bytes);
  if (size > maxBytes || size > MAX_BLOCK_BYTES) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The document expands to more than ${Math.min(maxBytes, MAX_BLOCK_BYTES)} bytes in one of its parts.`,
      details: { limit: 'expandedBytes', allowed: Math.min(maxBytes, MAX_BLOCK_BYTES), found: size },
    });
  }
  const out = new Uint8Array(size);
  let written = 0;
  for (let at = next; at < bytes.byteLength;) {
    const tag = bytes[at++]!;
    if ((tag & 3) === 0) {
      let length = tag >> 2;
      if (length >= 60) {
        const wide = length - 59;
        length = littleEndian(bytes, at, wide);
        at += wide;
      }
      length++;
      if (at + length > bytes.byteLength || written + length > size) throw damaged('a literal is too long');
      out.set(bytes.subarray(at, at + length), written);
      at += length;
      written += length;
      continue;
    }
    const { length, offset, width } = readCopy(bytes, at, tag);
    at += width;
    if (offset === 0 || offset > written || written + length > size) throw damaged('a copy reaches beyond its block');
    for (let count = 0; count < length; count++, written++) out[written] = out[written - offset]!;
  }
  if (written !== size) throw damaged('a block is shorter than it says');
  return out;
}

function readSize(bytes: Uint8Array): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = 0; at < Math.min(5, bytes.byteLength); at++) {
    value += (bytes[at]! & 0x7f) * 2 ** (7 * at);
    if (bytes[at]! < 0x80) return { value, next: at + 1 };
  }
  throw damaged('a block has no length');
}

function readCopy(bytes: Uint8Array, at: number, tag: number) {
  const kind = tag & 3;
  if (kind === 1) {
    return { length: ((tag >> 2) & 7) + 4, offset: ((tag >> 5) << 8) | littleEndian(bytes, at, 1), width: 1 };
  }
  const width = kind === 2 ? 2 : 4;
  return { length: (tag >> 2) + 1, offset: littleEndian(bytes, at, width), width };
}

function littleEndian(bytes: Uint8Array, at: number, width: number): number {
  if (at + width > bytes.byteLength) throw damaged('it ends inside a tag');
  let value = 0;
  for (let index = width - 1; index >= 0; index--) value = value * 256 + bytes[at + index]!;
  return value;
}

function damaged(what: string): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: `The document's archive is damaged: ${what}.` });
}
