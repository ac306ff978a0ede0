import type { RgbaImage } from '../inspect/raster.ts';
import { requireSides, UnknownKind } from '../plain-image.ts';

/**
 * Reads Windows bitmaps and icons without a library, so that a result can be judged by another reader than the one
 * that wrote it. Bitmaps that hold a JPEG or PNG are not read.
 * https://learn.microsoft.com/en-us/windows/win32/gdi/bitmap-storage
 */
interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly hasAlpha: boolean;
}

/** What the file says beyond its header; throws a RangeError for what is damaged or not read here. */
interface Layout extends BitmapHeader {
  readonly isTopDown: boolean;
  /** By run lengths. */
  readonly isPacked: boolean;
  /** Where the red, green, blue and alpha bits of a pixel of 16 or 32 bits are. */
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
  readonly paletteAt: number;
  readonly paletteEntryBytes: 3 | 4;
  readonly colours: number;
  readonly headerEnd: number;
}

const FILE_HEADER_BYTES = 14;
const CORE_HEADER_BYTES = 12;
const INFO_HEADER_BYTES = 40;
const V3_HEADER_BYTES = 56;
const UNCOMPRESSED = 0;
const RUN_LENGTHS = { 1: 8, 2: 4 } as const;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;

export function readBitmapHeader(file: Uint8Array): BitmapHeader {
  return readLayout(viewOf(file), FILE_HEADER_BYTES);
}

export function decodeBitmap(file: Uint8Array): RgbaImage {
  const view = viewOf(file);
  const layout = readLayout(view, FILE_HEADER_BYTES);
  const start = view.getUint32(10, true);
  const { width, height, isPacked } = layout;
  if (!isPacked) return { width, height, data: decodePixels(view, layout, start) };
  requireSides(width, height);
  const rows = viewOf(unpackRuns(file.subarray(start), layout));
  return { width, height, data: decodePixels(rows, { ...layout, bitsPerPixel: 8 }, 0, view) };
}

const [END_OF_ROW, END_OF_BITMAP, MOVE] = [0, 1, 2] as const;

/** Rows of one byte a pixel, padded to four bytes; what the runs leave out is the first colour. */
function unpackRuns(packed: Uint8Array, { width, height, bitsPerPixel }: Layout): Uint8Array {
  const bytesPerRow = rowBytes(width, 8);
  const rows = new Uint8Array(bytesPerRow * height);
  const isHalf = bitsPerPixel === 4;
  let [x, y, at] = [0, 0, 0];
  const put = (byte: number, index: number): void => {
    const value = isHalf ? (index % 2 === 0 ? byte >> 4 : byte & 15) : byte;
    if (x < width && y < height) rows[y * bytesPerRow + x] = value;
    x++;
  };
  while (at + 1 < packed.length && y < height) {
    const [count, code] = [packed[at]!, packed[at + 1]!];
    at += 2;
    if (count > 0) for (let index = 0; index < count; index++) put(code, index);
    else if (code === END_OF_ROW) [x, y] = [0, y + 1];
    else if (code === END_OF_BITMAP) break;
    else if (code === MOVE) [x, y, at] = [x + (packed[at] ?? 0), y + (packed[at + 1] ?? 0), at + 2];
    else {
      for (let index = 0; index < code; index++) put(packed[at + (isHalf ? index >> 1 : index)] ?? 0, index);
      const bytes = isHalf ? Math.ceil(code / 2) : code;
      at += bytes + (bytes % 2);
    }
  }
  return rows;
}

/** One image of an icon file, in the order of the file; `png` holds the file of those that are PNG. */
export interface IconImage {
  readonly width: number;
  readonly height: number;
  readonly png?: Uint8Array;
  readonly decode: () => RgbaImage;
}

export function readIcon(file: Uint8Array): IconImage[] {
  const view = viewOf(file);
  const PNG_SIGNATURE = 0x89504e47;
  return Array.from({ length: view.getUint16(4, true) }, (_, index) => {
    const entry = 6 + index * 16;
    const at = view.getUint32(entry + 12, true);
    const bytes = file.subarray(at, at + view.getUint32(entry + 8, true));
    const image = viewOf(bytes);
    if (image.getUint32(0) === PNG_SIGNATURE) {
      const decode = (): never => {
        throw new RangeError('This image is a PNG file.');
      };
      return { width: image.getUint32(16), height: image.getUint32(20), png: bytes, decode };
    }
    const layout = readLayout(image, 0);
    const height = Math.floor(layout.height / 2); // the mask follows the colours
    return { width: layout.width, height, decode: () => decodeIconImage(image, { ...layout, height }) };
  });
}

function decodeIconImage(view: DataView, layout: Layout): RgbaImage {
  const { width, height, bitsPerPixel } = layout;
  const data = decodePixels(view, layout, layout.headerEnd);
  const hasOwnAlpha = bitsPerPixel === 32 && data.some((value, at) => at % 4 === 3 && value !== 0);
  if (!hasOwnAlpha) applyMask(view, layout, data);
  return { width, height, data };
}

/** One bit for each pixel, after the colours: set where it is transparent. */
function applyMask(view: DataView, { width, height, bitsPerPixel, headerEnd }: Layout, data: Uint8Array): void {
  const start = headerEnd + rowBytes(width, bitsPerPixel) * height;
  const bytesPerRow = rowBytes(width, 1);
  for (let y = 0; y < height; y++) {
    const row = start + (height - 1 - y) * bytesPerRow;
    for (let x = 0; x < width; x++) {
      const isTransparent = (view.getUint8(row + (x >> 3)) & (0x80 >> (x & 7))) !== 0;
      data[(y * width + x) * 4 + 3] = isTransparent ? 0 : 255;
    }
  }
}

function readLayout(view: DataView, at: number): Layout {
  const headerBytes = view.getUint32(at, true);
  const isCore = headerBytes === CORE_HEADER_BYTES;
  const width = isCore ? view.getUint16(at + 4, true) : view.getInt32(at + 4, true);
  const signedHeight = isCore ? view.getUint16(at + 6, true) : view.getInt32(at + 8, true);
  const bitsPerPixel = view.getUint16(at + (isCore ? 10 : 14), true);
  const compression = isCore ? UNCOMPRESSED : view.getUint32(at + 16, true);
  const isPacked = RUN_LENGTHS[compression as keyof typeof RUN_LENGTHS] === bitsPerPixel;
  if (!isPacked && ![UNCOMPRESSED, BIT_FIELDS, ALPHA_BIT_FIELDS].includes(compression)) {
    throw new UnknownKind(`Bitmaps of the compression ${compression} are not read here.`);
  }
  const hasMasks = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS;
  const masksBytes = hasMasks && headerBytes === INFO_HEADER_BYTES ? (compression === ALPHA_BIT_FIELDS ? 16 : 12) : 0;
  const hasAlphaMask = hasMasks && (headerBytes >= V3_HEADER_BYTES || compression === ALPHA_BIT_FIELDS);
  const masks = hasMasks ? readMasks(view, at + INFO_HEADER_BYTES, hasAlphaMask) : defaultMasks(bitsPerPixel, at === 0);
  const used = isCore ? 0 : view.getUint32(at + 32, true);
  const colours = bitsPerPixel > 8 ? used : used || 2 ** bitsPerPixel;
  const paletteAt = at + headerBytes + masksBytes;
  const paletteEntryBytes = isCore ? 3 : 4;
  return {
    width,
    height: Math.abs(signedHeight),
    isTopDown: signedHeight < 0,
    isPacked,
    bitsPerPixel,
    hasAlpha: masks[3] !== 0,
    masks,
    paletteAt,
    paletteEntryBytes,
    colours,
    headerEnd: paletteAt + colours * paletteEntryBytes,
  };
}

type Masks = Layout['masks'];

function readMasks(view: DataView, at: number, hasAlpha: boolean): Masks {
  const mask = (index: number): number => view.getUint32(at + index * 4, true);
  return [mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0];
}

/** Only icons have alpha in 32 bits without saying so. */
function defaultMasks(bitsPerPixel: number, isIcon: boolean): Masks {
  if (bitsPerPixel === 16) return [0x7c00, 0x03e0, 0x001f, 0];
  return [0xff0000, 0xff00, 0xff, isIcon && bitsPerPixel === 32 ? 0xff000000 : 0];
}

function rowBytes(width: number, bitsPerPixel: number): number {
  return Math.ceil((width * bitsPerPixel) / 32) * 4;
}

/** `palette` is the file, where the rows are not in it. */
function decodePixels(view: DataView, layout: Layout, start: number, palette = view): Uint8Array {
  const { width, height, bitsPerPixel, isTopDown } = layout;
  const data = new Uint8Array(width * height * 4);
  const readPixel = pixelReader(view, layout, palette);
  const bytesPerRow = rowBytes(width, bitsPerPixel);
  for (let y = 0; y < height; y++) {
    const row = start + (isTopDown ? y : height - 1 - y) * bytesPerRow;
    for (let x = 0; x < width; x++) readPixel(row, x, data, (y * width + x) * 4);
  }
  return data;
}

type ReadPixel = (row: number, x: number, target: Uint8Array, to: number) => void;

function pixelReader(view: DataView, layout: Layout, palette: DataView): ReadPixel {
  const { bitsPerPixel, paletteAt, paletteEntryBytes, masks } = layout;
  if (bitsPerPixel <= 8) {
    const perByte = 8 / bitsPerPixel;
    const lowest = 2 ** bitsPerPixel - 1;
    return (row, x, target, to) => {
      const shift = 8 - bitsPerPixel * ((x % perByte) + 1);
      const index = (view.getUint8(row + Math.floor(x / perByte)) >> shift) & lowest;
      copyBgr(palette, paletteAt + index * paletteEntryBytes, target, to);
    };
  }
  if (bitsPerPixel === 24) return (row, x, target, to) => copyBgr(view, row + x * 3, target, to);
  if (bitsPerPixel !== 16 && bitsPerPixel !== 32) {
    throw new UnknownKind(`Bitmaps of ${bitsPerPixel} bits a pixel are not read here.`);
  }
  const channels = masks.map(channelReader);
  return (row, x, target, to) => {
    const value = bitsPerPixel === 16 ? view.getUint16(row + x * 2, true) : view.getUint32(row + x * 4, true);
    for (const [index, read] of channels.entries()) target[to + index] = read(value);
    if (masks[3] === 0) target[to + 3] = 255;
  };
}

function copyBgr(view: DataView, from: number, target: Uint8Array, to: number): void {
  target[to] = view.getUint8(from + 2);
  target[to + 1] = view.getUint8(from + 1);
  target[to + 2] = view.getUint8(from);
  target[to + 3] = 255;
}

function channelReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const highest = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / highest);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
