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
  /** Where the last packet that ends on it stands; -1 when none does. */
  readonly granule: bigint;
  /** Sizes of its segments: a packet ends with each that is smaller than 255. */
  readonly lacing: Uint8Array;
  readonly body: Uint8Array;
}

const FLAGS = { continued: 1, first: 2, last: 4 } as const;
const AT = { flags: 5, granule: 6, serial: 14, sequence: 18, checksum: 22, segments: 26 } as const;

/** The pages of a file in their order; ends where something else stands. */
export function* pagesOf(file: InputFile): Generator<OggPage> {
  for (let position = 0; position + OGG_HEADER_BYTES <= file.size;) {
    const header = bytesAt(file, position, OGG_HEADER_BYTES);
    if (header.byteLength < OGG_HEADER_BYTES || header.readUInt32BE(0) !== OGG_CAPTURE) return;
    const lacing = bytesAt(file, position + OGG_HEADER_BYTES, header[AT.segments]!);
    const size = lacing.reduce((sum, each) => sum + each, 0);
    const start = position + OGG_HEADER_BYTES + lacing.byteLength;
    const flags = header[AT.flags]!;
    yield {
      serial: header.readUInt32LE(AT.serial),
      sequence: header.readUInt32LE(AT.sequence),
      isFirst: (flags & FLAGS.first) !== 0,
      isLast: (flags & FLAGS.last) !== 0,
      isContinued: (flags & FLAGS.continued) !== 0,
      granule: header.readBigInt64LE(AT.granule),
      lacing,
      body: bytesAt(file, start, size),
    };
    position = start + size;
  }
}

function bytesAt(file: InputFile, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, length === 0 ? 0 : file.read(bytes, position));
}

/** Writes a page at a position; returns its size. */
export function writePage(output: OutputFile, position: number, page: OggPage): number {
  const { serial, sequence, granule, lacing, body, isContinued, isFirst, isLast } = page;
  const header = Buffer.alloc(OGG_HEADER_BYTES);
  header.writeUInt32BE(OGG_CAPTURE, 0);
  header[AT.flags] = (isContinued ? FLAGS.continued : 0) | (isFirst ? FLAGS.first : 0) | (isLast ? FLAGS.last : 0);
  header.writeBigInt64LE(granule, AT.granule);
  header.writeUInt32LE(serial, AT.serial);
  header.writeUInt32LE(sequence, AT.sequence);
  header[AT.segments] = lacing.byteLength;
  const bytes = Buffer.concat([header, lacing, body]);
  bytes.writeUInt32LE(checksumOf(bytes), AT.checksum);
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
