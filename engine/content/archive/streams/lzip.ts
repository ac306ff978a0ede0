import { crc32 } from 'node:zlib';
import { corruptArchive, truncatedArchive } from '../errors.ts';

const HEADER_BYTES = 6;
const TRAILER_BYTES = 20;
/** lc = 3, lp = 0, pb = 2: the only ones that lzip has. */
const PROPERTIES = 0x5d;

interface LzmaFile {
  /** As the older format LZMA has it, which other programs read. */
  readonly file: Uint8Array;
  /** Throws when what came out is not what the member's trailer says. */
  check(expanded: Uint8Array): void;
}

/** The members of an lzip file (its manual, "File format"): each holds an LZMA stream with an end marker. */
export function lzmaFilesOf(bytes: Uint8Array): LzmaFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const members: LzmaFile[] = [];
  for (let end = bytes.byteLength; end > 0;) {
    if (end < HEADER_BYTES + TRAILER_BYTES) throw truncatedArchive();
    const trailer = end - TRAILER_BYTES;
    const memberBytes = Number(view.getBigUint64(trailer + 12, true));
    const start = end - memberBytes;
    if (!(memberBytes > HEADER_BYTES + TRAILER_BYTES && start >= 0) || !isMember(bytes, start))
      throw truncatedArchive();
    const stream = bytes.subarray(start + HEADER_BYTES, trailer);
    const sum = view.getUint32(trailer, true);
    const sizeBytes = Number(view.getBigUint64(trailer + 4, true));
    members.unshift({
      file: asLzma(stream, bytes[start + 5]!),
      check(expanded) {
        if (expanded.byteLength === sizeBytes && crc32(expanded) === sum) return;
        throw corruptArchive('the checksum of its content is wrong');
      },
    });
    end = start;
  }
  return members;
}

function isMember(bytes: Uint8Array, start: number): boolean {
  return Buffer.from(bytes.subarray(start, start + 4)).toString('latin1') === 'LZIP' && bytes[start + 4] === 1;
}

/** Properties, dictionary size and an unknown content size: the stream has its end marker. */
function asLzma(stream: Uint8Array, codedDictionary: number): Uint8Array {
  const base = 2 ** (codedDictionary & 0x1f);
  const header = Buffer.alloc(13, 0xff);
  header.writeUInt8(PROPERTIES, 0);
  header.writeUInt32LE(base - (base / 16) * (codedDictionary >> 5), 1);
  return Buffer.concat([header, stream]);
}
