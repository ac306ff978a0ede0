import {
  compressBrotli,
  compressZstandard,
  deflate,
  expandBrotli,
  expandZstandard,
  gunzip,
  gzip,
  inflate,
  isCutShort,
  isTooLarge,
} from '../../../io/compression.ts';
import { concatBytes } from '../../../io/bytes.ts';
import type { FormatId } from '../../../formats/index.ts';
import { memoryFile } from '../../../io/memory-file.ts';
import type { Limits } from '../../../contract/limits.ts';
import { checkExpansion, corruptArchive, mostExpandedBytes, refuseExpansion, truncatedArchive } from '../errors.ts';
import { expandLz4, packLz4 } from './lz4.ts';
import { lzmaFilesOf } from './lzip.ts';
import type { SevenZipLoader } from '../seven-zip/seven-zip.ts';
import { readWithSevenZip } from '../seven-zip/reader.ts';
import { compressWithSevenZip } from '../seven-zip/writer.ts';
import { pieceBytesOfExpanded, pieceBytesOfPacked } from './sizes.ts';

/** Formats that hold one compressed file. */
const STREAMS = ['gz', 'bz2', 'xz', 'zst', 'br', 'lz4', 'lzma', 'lz', 'z', 'zlib'] as const satisfies FormatId[];
const WRITTEN_STREAMS = ['gz', 'bz2', 'xz', 'zst', 'br', 'lz4', 'zlib'] as const satisfies FormatId[];

export type StreamFormat = (typeof STREAMS)[number];
export type WrittenStream = (typeof WRITTEN_STREAMS)[number];

/** Compressed tars have formats of their own. */
export const TAR_STREAMS: Partial<Record<FormatId, StreamFormat>> = {
  tgz: 'gz',
  tbz2: 'bz2',
  txz: 'xz',
  tzst: 'zst',
  tlz: 'lzma',
};

export function isStreamFormat(format: FormatId): format is StreamFormat {
  return (STREAMS as readonly FormatId[]).includes(format);
}

export function isWrittenStream(format: FormatId): format is WrittenStream {
  return (WRITTEN_STREAMS as readonly FormatId[]).includes(format);
}

/** What lies in a compressed file, bounded while it is expanded: nothing says before how much it is. */
export async function expandStream(
  format: StreamFormat,
  bytes: Uint8Array,
  { loader, limits }: { readonly loader: SevenZipLoader; readonly limits: Limits },
): Promise<Uint8Array> {
  const bySevenZip = async (packed: Uint8Array, type: string, extension: string): Promise<Uint8Array> => {
    const [entry] = await readWithSevenZip(loader, memoryFile(packed), { type, extension, limits });
    return entry?.content?.() ?? new Uint8Array(0);
  };
  switch (format) {
    case 'bz2':
      return bySevenZip(bytes, 'bzip2', 'bz2');
    case 'xz':
      return bySevenZip(bytes, 'xz', 'xz');
    case 'lzma':
      return bySevenZip(bytes, 'lzma', 'lzma');
    case 'z':
      return bySevenZip(bytes, 'Z', 'Z');
    case 'lz4':
      return expandLz4(bytes, limits);
    case 'lz': {
      const parts: Uint8Array[] = [];
      for (const { file, check } of lzmaFilesOf(bytes)) {
        const part = await bySevenZip(file, 'lzma', 'lzma');
        check(part);
        parts.push(part);
        const expandedBytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
        checkExpansion({ expandedBytes, packedBytes: bytes.byteLength }, limits);
      }
      return concatBytes(parts);
    }
    default:
      return expandWithZlib(format, bytes, limits);
  }
}

const ZLIB_EXPANDERS = {
  gz: gunzip,
  zlib: inflate,
  br: expandBrotli,
  zst: expandZstandard,
} as const;

function expandWithZlib(format: keyof typeof ZLIB_EXPANDERS, bytes: Uint8Array, limits: Limits): Uint8Array {
  try {
    return ZLIB_EXPANDERS[format](bytes, {
      chunkSize: pieceBytesOfExpanded(format, bytes, limits),
      maxOutputLength: mostExpandedBytes(bytes.byteLength, limits),
    });
  } catch (error) {
    if (isTooLarge(error)) refuseExpansion(bytes.byteLength, limits);
    if (isCutShort(error)) throw truncatedArchive();
    throw corruptArchive('its compressed data is damaged', { cause: error });
  }
}

/** Quick and still small: at its best brotli takes a minute for a file that packs like this in one second. */
const USUAL_BROTLI_QUALITY = 9;
const USUAL_ZSTD_LEVEL = 3;
const USUAL_GZIP_LEVEL = 6;

/** Compresses one file; `effort` from 1, fastest, to 10, smallest. */
export async function compressStream(
  format: WrittenStream,
  bytes: Uint8Array,
  { loader, effort }: { readonly loader: SevenZipLoader; readonly effort?: number },
): Promise<Uint8Array> {
  const chunkSize = pieceBytesOfPacked(bytes);
  switch (format) {
    case 'gz':
      return gzip(bytes, { chunkSize, level: ninths(effort) ?? USUAL_GZIP_LEVEL });
    case 'zlib':
      return deflate(bytes, { chunkSize, level: ninths(effort) ?? USUAL_GZIP_LEVEL });
    case 'zst':
      return compressZstandard(bytes, { level: effort === undefined ? USUAL_ZSTD_LEVEL : 2 * effort - 1, chunkSize });
    case 'br':
      return compressBrotli(bytes, { quality: effort === undefined ? USUAL_BROTLI_QUALITY : effort + 1, chunkSize });
    case 'lz4':
      return packLz4(bytes);
    case 'bz2':
      return compressWithSevenZip(loader, bytes, { type: 'bzip2', level: ninths(effort) });
    case 'xz':
      return compressWithSevenZip(loader, bytes, { type: 'xz', level: ninths(effort) });
  }
}

/** The scale of gzip and 7-Zip ends at 9. */
export function ninths(effort: number | undefined): number | undefined {
  return effort === undefined ? undefined : Math.min(9, effort);
}
