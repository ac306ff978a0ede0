import { crc32Of } from '../../../io/compression.ts';
import { concatBytes, latin1Of, viewOf } from '../../../io/bytes.ts';
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
  const view = viewOf(bytes);
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
        if (expanded.byteLength === sizeBytes && crc32Of(expanded) === sum) return;
        throw corruptArchive('the checksum of its content is wrong');
      },
    });
    end = start;
  }
  return members;
}

function isMember(bytes: Uint8Array, start: number): boolean {
  return latin1Of(bytes.subarray(start, start + 4)) === 'LZIP' && bytes[start + 4] === 1;
}

/**
 * Properties, dictionary size and an unknown content size: the stream has its end marker. lzip subtracts sixteenths from
 * a power of two; readers of LZMA take a file for damaged whose dictionary is not a power of two, and a larger one does.
 */
function asLzma(stream: Uint8Array, codedDictionary: number): Uint8Array {
  const header = new Uint8Array(13).fill(0xff);
  header[0] = PROPERTIES;
  viewOf(header).setUint32(1, 2 ** (codedDictionary & 0x1f), true);
  return concatBytes([header, stream]);
}
