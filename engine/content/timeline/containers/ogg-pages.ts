import { concatBytes, viewOf } from '../../../io/bytes.ts';
import type { InputFile, OutputFile } from '../../../contract/codec.ts';
import { OGG_CAPTURE, OGG_HEADER_BYTES } from './ogg.ts';

/** One page of an Ogg file (RFC 3533, section 6). */
export interface OggPage {
  readonly serial: number;
  readonly sequence: number;
  /** Of its stream. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** It begins in the middle of a packet. */
  readonly isContinued: boolean;
  /** Where the last packet that ends on it is; -1 when none does. */
  readonly granule: bigint;
  /** Sizes of its segments: a packet ends with each that is smaller than 255. */
  readonly lacing: Uint8Array;
  readonly body: Uint8Array;
}

const FLAGS = { continued: 1, first: 2, last: 4 } as const;
const AT = { flags: 5, granule: 6, serial: 14, sequence: 18, checksum: 22, segments: 26 } as const;

/** The pages of a file in their order; ends where something else is. */
export function* pagesOf(file: InputFile): Generator<OggPage> {
  for (let position = 0; position + OGG_HEADER_BYTES <= file.size;) {
    const header = bytesAt(file, position, OGG_HEADER_BYTES);
    const view = viewOf(header);
    if (header.byteLength < OGG_HEADER_BYTES || view.getUint32(0) !== OGG_CAPTURE) return;
    const lacing = bytesAt(file, position + OGG_HEADER_BYTES, header[AT.segments]!);
    const size = lacing.reduce((sum, each) => sum + each, 0);
    const start = position + OGG_HEADER_BYTES + lacing.byteLength;
    const flags = header[AT.flags]!;
    yield {
      serial: view.getUint32(AT.serial, true),
      sequence: view.getUint32(AT.sequence, true),
      isFirst: (flags & FLAGS.first) !== 0,
      isLast: (flags & FLAGS.last) !== 0,
      isContinued: (flags & FLAGS.continued) !== 0,
      granule: view.getBigInt64(AT.granule, true),
      lacing,
      body: bytesAt(file, start, size),
    };
    position = start + size;
  }
}

function bytesAt(file: InputFile, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, length === 0 ? 0 : file.read(bytes, position));
}

/** Writes a page at a position; returns its size. */
export function writePage(output: OutputFile, position: number, page: OggPage): number {
  const { serial, sequence, granule, lacing, body, isContinued, isFirst, isLast } = page;
  const header = new Uint8Array(OGG_HEADER_BYTES);
  const view = viewOf(header);
  view.setUint32(0, OGG_CAPTURE);
  header[AT.flags] = (isContinued ? FLAGS.continued : 0) | (isFirst ? FLAGS.first : 0) | (isLast ? FLAGS.last : 0);
  view.setBigInt64(AT.granule, granule, true);
  view.setUint32(AT.serial, serial, true);
  view.setUint32(AT.sequence, sequence, true);
  header[AT.segments] = lacing.byteLength;
  const bytes = concatBytes([header, lacing, body]);
  viewOf(bytes).setUint32(AT.checksum, checksumOf(bytes), true);
  output.write(bytes, position);
  return bytes.byteLength;
}

/** The sum is taken from the highest bit on, begins with nothing and is not turned over in the end. */
const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ POLYNOMIAL : sum << 1;
  return sum >>> 0;
});

function checksumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ TABLE[((sum >>> 24) ^ byte) & 0xff]!;
  return sum >>> 0;
}
