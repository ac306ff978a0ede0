import { concatBytes, viewOf } from '../../io/bytes.ts';
import { inflate } from '../../io/compression.ts';
import type { FormatId } from '../../formats/index.ts';
import { unfilterRow } from './png/filters.ts';
import { readPng } from './png/reader.ts';
import { readTiffDirectories, type TiffDirectory } from './tiff/directories.ts';
import { unpackLzw } from './tiff/lzw.ts';

/** Bytes of pixels that are looked at: larger images count as deep. */
const MAX_BYTES = 64 * 2 ** 20;

/** Formats of which it is known how many of their bits an image uses. */
export const MEASURED_DEPTHS: readonly FormatId[] = ['png', 'tiff'];

/**
 * Whether the samples of an image of 16 bits a channel are those of 8 bits: each byte twice, as programs write them that
 * hold no more. False where that is not known.
 */
export function isShallow(file: Uint8Array, format: FormatId): boolean {
  try {
    if (format === 'png') return isShallowPng(file);
    return format === 'tiff' && isShallowTiff(file);
  } catch {
    return false; // damaged: the reader says so
  }
}

const PNG_CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

function isShallowPng(file: Uint8Array): boolean {
  const { width, height, bits, colourType, interlaced, data } = readPng(file);
  const pixelBytes = 2 * PNG_CHANNELS[colourType];
  const rowBytes = width * pixelBytes;
  const size = (rowBytes + 1) * height;
  if (bits !== 16 || interlaced || size > MAX_BYTES) return false;
  const rows = inflate(concatBytes(data), { maxOutputLength: size });
  let previous: Uint8Array = new Uint8Array(rowBytes);
  for (let at = 0; at < size; at += rowBytes + 1) {
    const row = rows.subarray(at + 1, at + 1 + rowBytes);
    unfilterRow(rows[at]!, row, previous, pixelBytes);
    if (!isDoubled(row)) return false;
    previous = row;
  }
  return true;
}

const TAG = {
  width: 256,
  bits: 258,
  compression: 259,
  offsets: 273,
  channels: 277,
  rows: 278,
  sizes: 279,
  planar: 284,
  predictor: 317,
};
const PLAIN = 1;
const LZW = 5;
const DEFLATE = [8, 32_946];

function isShallowTiff(file: Uint8Array): boolean {
  const pages = readTiffDirectories(file);
  const isLittle = file[0] === 0x49;
  return pages.length > 0 && pages.every((page) => isShallowPage(file, page, isLittle));
}

function isShallowPage(file: Uint8Array, page: TiffDirectory, isLittle: boolean): boolean {
  const [width = 0] = page.values(TAG.width);
  const [channels = 1] = page.values(TAG.channels);
  const [compression = PLAIN] = page.values(TAG.compression);
  const [rows = 0] = page.values(TAG.rows);
  const [predictor = PLAIN] = page.values(TAG.predictor);
  const perPixel = page.values(TAG.planar)[0] === 2 ? 1 : channels;
  const rowSamples = width * perPixel;
  const size = rowSamples * 2 * rows;
  if (page.values(TAG.bits).some((bits) => bits !== 16) || predictor > 2 || size > MAX_BYTES) return false;
  const sizes = page.values(TAG.sizes);
  return page.values(TAG.offsets).every((offset, index) => {
    const packed = file.subarray(offset, offset + (sizes[index] ?? 0));
    const strip = unpacked(packed, compression, size);
    return strip !== undefined && isDoubled(predictor === 2 ? summed(strip, rowSamples, perPixel, isLittle) : strip);
  });
}

function unpacked(packed: Uint8Array, compression: number, size: number): Uint8Array | undefined {
  if (compression === PLAIN) return packed;
  if (compression === LZW) return unpackLzw(packed, size);
  return DEFLATE.includes(compression) ? inflate(packed, { maxOutputLength: size }) : undefined;
}

/** Samples of which each row holds the differences (TIFF 6.0, section 14). */
function summed(strip: Uint8Array, rowSamples: number, channels: number, isLittle: boolean): Uint8Array {
  const bytes = strip.slice();
  const view = viewOf(bytes);
  const count = Math.floor(bytes.length / 2);
  for (let at = 0; at < count; at++) {
    if (at % rowSamples < channels) continue;
    view.setUint16(at * 2, view.getUint16(at * 2, isLittle) + view.getUint16((at - channels) * 2, isLittle), isLittle);
  }
  return bytes;
}

function isDoubled(samples: Uint8Array): boolean {
  for (let at = 0; at + 1 < samples.length; at += 2) if (samples[at] !== samples[at + 1]) return false;
  return true;
}
