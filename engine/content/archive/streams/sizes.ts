import { viewOf } from '../../../io/bytes.ts';
import type { FormatId } from '../../../formats/index.ts';
import type { Limits } from '../../../contract/limits.ts';
import { mostExpandedBytes } from '../errors.ts';

/** zlib hands out what it made in pieces of 16 KiB otherwise: each is allocated, and all are joined at the end. */
const LARGE_PIECE_BYTES = 1024 * 1024;
/** zlib accepts no smaller ones. */
const LEAST_PIECE_BYTES = 64;

/** Bytes of a buffer that takes in all that a compressed file says to hold; within the limits, for it may lie. */
export function pieceBytesOfExpanded(format: FormatId, packed: Uint8Array, limits: Limits): number {
  const stated = statedBytes(format, packed) ?? LARGE_PIECE_BYTES;
  // A buffer that is full to the last byte would get another one after it.
  return Math.max(LEAST_PIECE_BYTES, Math.min(stated, mostExpandedBytes(packed.byteLength, limits)) + 1);
}

/** The same of what is compressed, which may become a little larger by it. */
export function pieceBytesOfPacked(content: Uint8Array): number {
  return Math.min(LARGE_PIECE_BYTES, content.byteLength + LEAST_PIECE_BYTES);
}

function statedBytes(format: FormatId, packed: Uint8Array): number | undefined {
  const { byteLength } = packed;
  if (format === 'gz')
    return byteLength < GZIP_LEAST_BYTES ? undefined : viewOf(packed).getUint32(byteLength - 4, true);
  return format === 'zst' ? contentBytesOfZstandard(packed) : undefined;
}

/** Header, an empty block and trailer, whose last field is the size (RFC 1952 §2.3.1). */
const GZIP_LEAST_BYTES = 20;

const ZSTANDARD_MAGIC = 0xfd2fb528;
/** The longest header of a frame (RFC 8878 §3.1.1.1). */
const ZSTANDARD_HEADER_BYTES = 18;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;

/** Of the first frame; nothing where its header leaves the size out. */
function contentBytesOfZstandard(packed: Uint8Array): number | undefined {
  const start = new Uint8Array(ZSTANDARD_HEADER_BYTES);
  start.set(packed.subarray(0, ZSTANDARD_HEADER_BYTES));
  const header = viewOf(start);
  if (header.getUint32(0, true) !== ZSTANDARD_MAGIC) return undefined;
  const descriptor = start[4]!;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3]!;
  switch (descriptor >> 6) {
    case 0:
      return isSingleSegment ? header.getUint8(at) : undefined;
    case 1:
      return header.getUint16(at, true) + 256;
    case 2:
      return header.getUint32(at, true);
    default:
      return Number(header.getBigUint64(at, true));
  }
}
