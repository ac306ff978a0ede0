import type { FormatId } from '../../formats/index.ts';
import { indexOfBytes, viewOf } from '../../io/bytes.ts';
import { BrokenSegments, headerSegments } from './jpeg/segments.ts';
import { pngChunks } from './png/chunks.ts';
import { readAllTiffDirectories, readTiffDirectories } from './tiff/directories.ts';

/**
 * Whether an image file ends before its own structure does. Decoders disagree about cut files: some fail, some paint
 * the rest grey and only warn. The structure says it without decoding. Formats not known here are never truncated.
 */
export function isTruncatedRaster(bytes: Uint8Array, format: FormatId): boolean {
  const check = CHECKS[format];
  if (!check) return false;
  try {
    return check(viewOf(bytes));
  } catch (error) {
    if (error instanceof RangeError) return true; // a field of the structure lies beyond the end
    throw error;
  }
}

type Check = (file: DataView) => boolean;

function bytesOf(file: DataView): Uint8Array {
  return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
}

const CHECKS: Partial<Record<FormatId, Check>> = {
  png: isTruncatedPng,
  apng: isTruncatedPng,
  jpg: isTruncatedJpeg,
  mpo: isTruncatedJpeg,
  gif: isTruncatedGif,
  webp: (file) => file.getUint32(4, true) + 8 > file.byteLength,
  tiff: (file) => isTruncatedTiff(file),
  dng: (file) => isTruncatedTiff(file, readAllTiffDirectories),
  avif: isTruncatedBoxes,
  jxl: isTruncatedJxl,
  heic: isTruncatedBoxes,
  bmp: isTruncatedBmp,
  ico: isTruncatedIcon,
  cur: isTruncatedIcon,
  psd: isTruncatedPhotoshop,
  psb: isTruncatedPhotoshop,
  sgi: isTruncatedSgi,
  sixel: isTruncatedSixel,
  vips: isTruncatedVips,
};

/** https://www.w3.org/TR/png-3/#5Chunk-layout */
function isTruncatedPng(file: DataView): boolean {
  for (const { type } of pngChunks(bytesOf(file))) if (type === 'IEND') return false;
  return true;
}

/** ITU-T T.81 annex B: segments up to the first scan, then entropy-coded data up to the end-of-image marker. */
function isTruncatedJpeg(file: DataView): boolean {
  const bytes = bytesOf(file);
  let end = 2;
  try {
    for (const segment of headerSegments(bytes)) ({ end } = segment);
  } catch (error) {
    if (error instanceof BrokenSegments) return error.isTruncated; // otherwise damaged rather than cut
    throw error;
  }
  return indexOfBytes(bytes, END_OF_IMAGE, end) < 0;
}

const END_OF_IMAGE = '\xff\xd9';

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt, appendix B. */
function isTruncatedGif(file: DataView): boolean {
  const EXTENSION = 0x21;
  const IMAGE = 0x2c;
  const TRAILER = 0x3b;
  const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colourTableBytes(file.getUint8(10));
  for (;;) {
    const block = file.getUint8(at);
    if (block === TRAILER) return false;
    if (block === EXTENSION) at += 2;
    else if (block === IMAGE) at += 10 + colourTableBytes(file.getUint8(at + 9)) + 1;
    else return false; // damaged rather than cut
    for (let size = file.getUint8(at); size !== 0; size = file.getUint8(at)) at += 1 + size;
    at += 1;
  }
}

const STRIPS = { offsets: 273, sizes: 279 };
const TILES = { offsets: 324, sizes: 325 };
/** Strips and tiles that are looked at: pages of a hostile file may share one long list. */
const MOST_PARTS = 10_000_000;

/** The data of strips and tiles is looked for; BigTIFF is skipped. */
function isTruncatedTiff(file: DataView, readDirectories = readTiffDirectories): boolean {
  let parts = 0;
  for (const directory of readDirectories(bytesOf(file))) {
    for (const tags of [STRIPS, TILES]) {
      const sizes = directory.values(tags.sizes);
      const offsets = directory.values(tags.offsets);
      if (offsets.some((offset, index) => offset + (sizes[index] ?? 0) > file.byteLength)) return true;
      parts += offsets.length + sizes.length;
      if (parts > MOST_PARTS) return false;
    }
  }
  return false;
}

/** ISO/IEC 14496-12, section 4.2: a size of 0 means up to the end, 1 that a 64-bit size follows. */
function isTruncatedBoxes(file: DataView): boolean {
  for (let at = 0; at < file.byteLength;) {
    const short = file.getUint32(at);
    const size = short === 1 ? Number(file.getBigUint64(at + 8)) : short;
    if (size === 0) return false;
    if (size < 8) return false; // damaged rather than cut
    if (at + size > file.byteLength) return true;
    at += size;
  }
  return false;
}

/** Boxes, unless it is the bare codestream, which says nothing about its length (ISO/IEC 18181-2). */
function isTruncatedJxl(file: DataView): boolean {
  const BARE = 0xff0a;
  return file.getUint16(0) !== BARE && isTruncatedBoxes(file);
}

/** Uncompressed bitmaps only: the rows, each padded to four bytes, must be there. */
function isTruncatedBmp(file: DataView): boolean {
  const dataOffset = file.getUint32(10, true);
  const headerBytes = file.getUint32(14, true);
  const OS2_HEADER_BYTES = 12;
  const isOs2 = headerBytes === OS2_HEADER_BYTES;
  const width = isOs2 ? file.getUint16(18, true) : file.getInt32(18, true);
  const height = isOs2 ? file.getUint16(20, true) : Math.abs(file.getInt32(22, true));
  const bitsPerPixel = file.getUint16(isOs2 ? 24 : 28, true);
  const compression = isOs2 ? 0 : file.getUint32(30, true);
  const UNCOMPRESSED = [0, 3, 6];
  if (!UNCOMPRESSED.includes(compression)) return dataOffset >= file.byteLength;
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  return dataOffset + rowBytes * height > file.byteLength;
}

function isTruncatedIcon(file: DataView): boolean {
  const count = file.getUint16(4, true);
  for (let index = 0; index < count; index++) {
    const entry = 6 + index * 16;
    if (file.getUint32(entry + 12, true) + file.getUint32(entry + 8, true) > file.byteLength) return true;
  }
  return false;
}

/**
 * Three sections with their lengths, then the merged image, as it is or in run lengths a row.
 * https://www.adobe.com/devnet-apps/photoshop/fileformatashtml/
 */
function isTruncatedPhotoshop(file: DataView): boolean {
  const isLarge = file.getUint16(4) === 2;
  const [channels, rows, columns, depth] = [
    file.getUint16(12),
    file.getUint32(14),
    file.getUint32(18),
    file.getUint16(22),
  ];
  let at = 26;
  at += 4 + file.getUint32(at);
  at += 4 + file.getUint32(at);
  at += isLarge ? 8 + Number(file.getBigUint64(at)) : 4 + file.getUint32(at);
  const RUN_LENGTHS = 1;
  const compression = file.getUint16(at);
  at += 2;
  if (compression === 0) return at + channels * rows * Math.ceil((columns * depth) / 8) > file.byteLength;
  if (compression !== RUN_LENGTHS) return at >= file.byteLength;
  const bytesPerLength = isLarge ? 4 : 2;
  const lengths = channels * rows;
  let end = at + lengths * bytesPerLength;
  if (end > file.byteLength) return true;
  for (let row = 0; row < lengths; row++, at += bytesPerLength)
    end += isLarge ? file.getUint32(at) : file.getUint16(at);
  return end > file.byteLength;
}

/** Rows as they are, or a table of where each begins and how long it is. */
function isTruncatedSgi(file: DataView): boolean {
  const HEADER_BYTES = 512;
  const isPacked = file.getUint8(2) === 1;
  const dimensions = file.getUint16(4);
  const [columns, height, channels] = [file.getUint16(6), file.getUint16(8), file.getUint16(10)];
  const rows = (dimensions > 1 ? height : 1) * (dimensions > 2 ? channels : 1);
  if (!isPacked) return HEADER_BYTES + columns * rows * file.getUint8(3) > file.byteLength;
  for (let row = 0; row < rows; row++) {
    const at = HEADER_BYTES + row * 4;
    if (file.getUint32(at) + file.getUint32(at + rows * 4) > file.byteLength) return true;
  }
  return false;
}

/** A control string up to its terminator (ECMA-48). */
function isTruncatedSixel(file: DataView): boolean {
  const bytes = bytesOf(file);
  return indexOfBytes(bytes, '\x1b\\', 2) < 0 && bytes.indexOf(0x9c, 2) < 0;
}

const VIPS_HEADER_BYTES = 64;
/** Bytes of a sample by `VipsBandFormat`: 8, 16 and 32 bits with and without sign, float, complex, double, double complex. */
const VIPS_SAMPLE_BYTES = [1, 1, 2, 2, 4, 4, 4, 8, 8, 16];
const VIPS_UNCODED = 0;
/** LabQ and Radiance pack a pixel of several bands into four bytes. */
const VIPS_CODED_PIXEL_BYTES = 4;

/** https://www.libvips.org/API/current/file-format.html: after the pixels only text of metadata may follow. */
function isTruncatedVips(file: DataView): boolean {
  const isLittle = file.getUint8(0) === 0xb6;
  const [width, height, bands] = [4, 8, 12].map((at) => file.getUint32(at, isLittle)) as [number, number, number];
  const sampleBytes = VIPS_SAMPLE_BYTES[file.getUint32(20, isLittle)] ?? 0;
  const isCoded = file.getUint32(24, isLittle) !== VIPS_UNCODED;
  const pixelBytes = isCoded ? VIPS_CODED_PIXEL_BYTES : bands * sampleBytes;
  return VIPS_HEADER_BYTES + width * height * pixelBytes > file.byteLength;
}
