import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  crc32,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { plain } from './bytes.ts';

/**
 * Compression by the platform: Node's zlib here, another implementation of the same functions in a browser. What is
 * above this folder never imports zlib itself.
 */

export interface CompressOptions {
  /** Of zlib, 0 (stored) to 9 (smallest); 6 if absent. */
  readonly level?: number;
  /** Bytes that are allocated at once for the output; 16 KiB if absent. */
  readonly chunkSize?: number;
}

export interface ExpandOptions {
  /** Bytes of output from which on expanding fails with `isTooLarge`; give it for everything that a file contains. */
  readonly maxOutputLength?: number;
  /** Bytes that are allocated at once for the output; 16 KiB if absent. */
  readonly chunkSize?: number;
  /** Takes what a truncated stream holds instead of failing. */
  readonly allowTruncated?: boolean;
}

type Compress = (bytes: Uint8Array, options?: CompressOptions) => Uint8Array<ArrayBuffer>;
type Expand = (bytes: Uint8Array, options?: ExpandOptions) => Uint8Array<ArrayBuffer>;

/** The zlib format (RFC 1950). */
export const deflate: Compress = (bytes, options) => plain(deflateSync(bytes, options));
/** Deflate without a header (RFC 1951), as ZIP entries have it. */
export const deflateRaw: Compress = (bytes, options) => plain(deflateRawSync(bytes, options));
export const gzip: Compress = (bytes, options) => plain(gzipSync(bytes, options));

export const inflate: Expand = (bytes, options) => plain(inflateSync(bytes, withFlush(options)));
export const inflateRaw: Expand = (bytes, options) => plain(inflateRawSync(bytes, withFlush(options)));
export const gunzip: Expand = (bytes, options) => plain(gunzipSync(bytes, withFlush(options)));
export const expandBrotli: Expand = (bytes, options) => plain(brotliDecompressSync(bytes, options));
export const expandZstandard: Expand = (bytes, { allowTruncated, ...options } = {}) =>
  plain(zstdDecompressSync(bytes, allowTruncated ? { ...options, finishFlush: constants.ZSTD_e_continue } : options));

/** `quality` from 0 (fastest) to 11 (smallest), within the largest window. */
export function compressBrotli(
  bytes: Uint8Array,
  { quality, chunkSize }: { readonly quality: number; readonly chunkSize?: number },
): Uint8Array<ArrayBuffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  return plain(brotliCompressSync(bytes, { chunkSize, params }));
}

/** `level` from 1 (fastest) to 22 (smallest); the frame states its size and has a checksum. */
export function compressZstandard(
  bytes: Uint8Array,
  { level, chunkSize }: { readonly level: number; readonly chunkSize?: number },
): Uint8Array<ArrayBuffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  return plain(zstdCompressSync(bytes, { chunkSize, params, pledgedSrcSize: bytes.byteLength }));
}

/** CRC-32 of ZIP, gzip and PNG; `value` continues an earlier one. */
export function crc32Of(bytes: Uint8Array, value = 0): number {
  return crc32(bytes, value);
}

/** Whether expanding failed because the output is larger than `maxOutputLength`. */
export function isTooLarge(error: unknown): boolean {
  return codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
}

/** Whether zlib failed, whatever the fault of the data. */
export function isZlibError(error: unknown): boolean {
  return String(codeOf(error)).startsWith('Z_');
}

/** Whether the library of Zstandard failed, whatever the fault of the data. */
export function isZstandardError(error: unknown): boolean {
  return String(codeOf(error)).startsWith('ZSTD_');
}

/** Whether expanding failed because the compressed data ends too early. */
export function isCutShort(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'Z_BUF_ERROR' || code === 'ZSTD_error_srcSize_wrong';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function withFlush({ allowTruncated, ...options }: ExpandOptions = {}): Parameters<typeof inflateSync>[1] {
  return allowTruncated ? { ...options, finishFlush: constants.Z_SYNC_FLUSH } : options;
}
