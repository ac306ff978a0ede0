import { latin1Bytes, latin1Of } from '../../../io/bytes.ts';
import type { RgbaImage } from '../inspect/raster.ts';

/**
 * The container of Apple icons: elements of a type, which says side and encoding, and a length. Since Mac OS 10.5 they
 * are PNG or JPEG 2000 files; before, run-length coded channels with a mask in an element of its own.
 * https://en.wikipedia.org/wiki/Apple_Icon_Image_format (Apple has published no specification)
 */
export interface IcnsImage {
  readonly side: number;
  /** What holds the image: a PNG or JPEG 2000 file, or pixels of the container's own encoding. */
  readonly content:
    | { readonly kind: 'png' | 'jp2'; readonly file: Uint8Array }
    | { readonly kind: 'pixels'; readonly decode: () => RgbaImage };
}

export interface IcnsEntry {
  readonly side: number;
  readonly png: Uint8Array;
}

const HEADER_BYTES = 8;
const MAGIC = 'icns';

/** Types of PNG elements by side, the plain ones and those for displays of twice the density. */
const PNG_TYPES: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

const FILE_SIDES = new Map(Object.entries(PNG_TYPES).flatMap(([side, types]) => types.map((type) => [type, +side])));

/** Run-length coded RGB and the element that holds its mask. `it32` has four bytes before its data. */
const RGB_TYPES: Readonly<Record<string, { readonly side: number; readonly mask: string; readonly skip: number }>> = {
  is32: { side: 16, mask: 's8mk', skip: 0 },
  il32: { side: 32, mask: 'l8mk', skip: 0 },
  ih32: { side: 48, mask: 'h8mk', skip: 0 },
  it32: { side: 128, mask: 't8mk', skip: 4 },
};

/** Run-length coded ARGB, after a magic of its own. */
const ARGB_SIDES: Readonly<Record<string, number>> = { ic04: 16, ic05: 32, icsb: 18, icsB: 36, sb24: 24, SB24: 48 };

/** The images of an icon file, the largest first. Throws a RangeError for what is damaged. */
export function readIcns(file: Uint8Array): IcnsImage[] {
  const elements = readElements(file);
  const images = [...elements].flatMap(([type, data]) => imageOf(type, data, elements) ?? []);
  return images.sort((a, b) => b.side - a.side);
}

function readElements(file: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (textAt(file, 0) !== MAGIC) throw new RangeError('This is no Apple icon.');
  const end = view.getUint32(4);
  if (end > file.byteLength) throw new RangeError('The icon ends before its elements do.');
  const elements = new Map<string, Uint8Array>();
  for (let at = HEADER_BYTES; at + HEADER_BYTES <= end;) {
    const size = view.getUint32(at + 4);
    if (size < HEADER_BYTES || at + size > end) throw new RangeError('An element of the icon has a wrong length.');
    elements.set(textAt(file, at), file.subarray(at + HEADER_BYTES, at + size));
    at += size;
  }
  return elements;
}

function imageOf(type: string, data: Uint8Array, elements: ReadonlyMap<string, Uint8Array>): IcnsImage | undefined {
  const kind = kindOfFile(data);
  const fileSide = FILE_SIDES.get(type) ?? ARGB_SIDES[type];
  if (kind && fileSide) return { side: fileSide, content: { kind, file: data } };
  const rgb = RGB_TYPES[type];
  if (rgb) {
    const { side, mask, skip } = rgb;
    const decode = (): RgbaImage => decodeRgb(data.subarray(skip), side, elements.get(mask));
    return { side, content: { kind: 'pixels', decode } };
  }
  const argbSide = ARGB_SIDES[type];
  if (!argbSide || textAt(data, 0) !== 'ARGB') return undefined;
  return { side: argbSide, content: { kind: 'pixels', decode: () => decodeArgb(data.subarray(4), argbSide) } };
}

function kindOfFile(data: Uint8Array): 'png' | 'jp2' | undefined {
  if (textAt(data, 1).startsWith('PNG')) return 'png';
  const isCodestream = data[0] === 0xff && data[1] === 0x4f;
  return textAt(data, 4) === 'jP  ' || isCodestream ? 'jp2' : undefined;
}

function decodeRgb(data: Uint8Array, side: number, mask: Uint8Array | undefined): RgbaImage {
  const pixels = side * side;
  const channels = data.byteLength === pixels * 4 ? undefined : unpack(data, pixels * 3);
  const rgba = new Uint8Array(pixels * 4);
  for (let at = 0; at < pixels; at++) {
    for (let channel = 0; channel < 3; channel++)
      rgba[at * 4 + channel] = channels ? channels[channel * pixels + at]! : data[at * 4 + channel + 1]!;
    rgba[at * 4 + 3] = mask?.[at] ?? 255;
  }
  return { width: side, height: side, data: rgba };
}

function decodeArgb(data: Uint8Array, side: number): RgbaImage {
  const pixels = side * side;
  const channels = unpack(data, pixels * 4);
  const rgba = new Uint8Array(pixels * 4);
  for (let at = 0; at < pixels; at++) {
    for (let channel = 0; channel < 4; channel++) rgba[at * 4 + ((channel + 3) % 4)] = channels[channel * pixels + at]!;
  }
  return { width: side, height: side, data: rgba };
}

/** Run lengths, channel after channel: below 128 so many bytes and one more follow, else one byte repeats. */
function unpack(data: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let to = 0;
  for (let at = 0; to < length;) {
    const code = data[at++];
    if (code === undefined) throw new RangeError('The pixels of the icon end early.');
    if (code < 128) {
      bytes.set(data.subarray(at, at + Math.min(code + 1, length - to)), to);
      at += code + 1;
      to += code + 1;
    } else {
      bytes.fill(data[at++]!, to, to + code - 125);
      to += code - 125;
    }
  }
  return bytes;
}

/** An icon of PNG files, one for each side; those that displays of twice the density look for are there twice. */
export function encodeIcns(entries: readonly IcnsEntry[]): Uint8Array<ArrayBuffer> {
  const elements = entries.flatMap(({ side, png }) => (PNG_TYPES[side] ?? []).map((type) => ({ type, png })));
  const size = elements.reduce((sum, { png }) => sum + HEADER_BYTES + png.byteLength, HEADER_BYTES);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const writeHead = (at: number, type: string, length: number): void => {
    bytes.set(latin1Bytes(type), at);
    view.setUint32(at + 4, length);
  };
  writeHead(0, MAGIC, size);
  let at = HEADER_BYTES;
  for (const { type, png } of elements) {
    writeHead(at, type, HEADER_BYTES + png.byteLength);
    bytes.set(png, at + HEADER_BYTES);
    at += HEADER_BYTES + png.byteLength;
  }
  return bytes;
}

function textAt(bytes: Uint8Array, at: number): string {
  return latin1Of(bytes, at, at + 4);
}
