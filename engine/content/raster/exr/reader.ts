import { ConversionError } from '../../../contract/errors.ts';
import { concatBytes, latin1Bytes, latin1Of, viewOf } from '../../../io/bytes.ts';
import { deflate, inflate } from '../../../io/compression.ts';
import type { Size } from '../size.ts';
import type { RgbaImage } from '../inspect/raster.ts';
import { byteOfLight, LIGHT_OF_BYTE } from '../linear-light.ts';

/**
 * OpenEXR: light in floating point, multiplied with its opacity. ImageMagick takes the numbers for those of sRGB, in
 * both ways, and keeps 8 bits of them. Read here: scan lines of one part without compression, with run lengths or ZIP.
 * https://openexr.com/en/latest/OpenEXRFileLayout.html
 *
 * `parse-exr` 1.0 reads more kinds of compression, but inflates without a bound (a block of 400 KB takes 800 MB), and
 * takes five times as long for plain files.
 */
interface Window extends Size {
  readonly left: number;
  readonly top: number;
}

type PixelType = 'uint' | 'half' | 'float';

interface Channel {
  readonly name: string;
  readonly type: PixelType;
}

interface ExrHeader {
  readonly channels: readonly Channel[];
  readonly compression: number;
  /** What is stored, and what is shown: parts of the stored image may be outside, or may not fill it. */
  readonly data: Window;
  readonly display: Window;
  /** Whether `decodeExr` reads the pixels. */
  readonly isReadHere: boolean;
  readonly hasAlpha: boolean;
  readonly endsAt: number;
}

const MAGIC = 0x01312f76;
const VERSION = 2;
/** Flags of tiles, deep data and several parts. */
const UNREAD_FLAGS = 0x200 | 0x800 | 0x1000;
const PIXEL_TYPES: readonly PixelType[] = ['uint', 'half', 'float'];
const BYTES_OF: Readonly<Record<PixelType, number>> = { uint: 4, half: 2, float: 4 };
const COMPRESSION = { none: 0, runs: 1, zipLine: 2, zip: 3 } as const;
/** Scan lines that are packed together. */
const LINES_OF: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 1, 3: 16 };
const COLOURS = ['R', 'G', 'B'];
const CHROMA = ['RY', 'BY'];
const OFFSET_BYTES = 8;
/** What is stored may be larger than what is shown, by so much. */
const MOST_OVERSCAN = 4;

export function readExrHeader(file: Uint8Array): ExrHeader {
  const view = viewOf(file);
  if (view.getUint32(0, true) !== MAGIC) throw new RangeError('This is no OpenEXR image.');
  const flags = view.getUint32(4, true);
  const attributes = new Map<string, DataView>();
  let at = 8;
  while (file[at] !== 0) {
    const name = textAt(file, at);
    const type = textAt(file, at + name.length + 1);
    const sizeAt = at + name.length + type.length + 2;
    const size = view.getUint32(sizeAt, true);
    attributes.set(name, new DataView(file.buffer, file.byteOffset + sizeAt + 4, size));
    at = sizeAt + 4 + size;
  }
  const attribute = (name: string): DataView => {
    const value = attributes.get(name);
    if (!value) throw new RangeError(`The OpenEXR image does not say its ${name}.`);
    return value;
  };
  const { channels, isPlain } = channelsOf(attribute('channels'));
  const compression = attribute('compression').getUint8(0);
  const [data, display] = [windowOf(attribute('dataWindow')), windowOf(attribute('displayWindow'))];
  const isHuge = data.width * data.height > MOST_OVERSCAN * Math.max(1_000_000, display.width * display.height);
  if (isHuge) throw new RangeError('The OpenEXR image stores far more than it shows.');
  const names = channels.map(({ name }) => name);
  const hasColours = COLOURS.every((name) => names.includes(name)) || names.includes('Y');
  if (CHROMA.some((name) => names.includes(name))) throw ofLuminanceAndChroma();
  return {
    channels,
    compression,
    data,
    display,
    isReadHere: isPlain && hasColours && compression in LINES_OF && (flags & UNREAD_FLAGS) === 0,
    hasAlpha: names.includes('A'),
    endsAt: at + 1,
  };
}

/** No library here brings chroma back to the pixels that share it. */
function ofLuminanceAndChroma(): ConversionError {
  const message =
    'The OpenEXR image stores luminance and chroma, which is not read here. Send it with red, green and blue.';
  return new ConversionError({ code: 'unsupported_conversion', message });
}

function channelsOf(list: DataView): { readonly channels: Channel[]; readonly isPlain: boolean } {
  const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
  const channels: Channel[] = [];
  let isPlain = true;
  for (let at = 0; bytes[at] !== 0;) {
    const name = textAt(bytes, at);
    at += name.length + 1;
    channels.push({ name, type: PIXEL_TYPES[list.getUint32(at, true)] ?? 'half' });
    isPlain &&= list.getUint32(at + 8, true) === 1 && list.getUint32(at + 12, true) === 1; // every pixel has a sample
    at += 16;
  }
  return { channels, isPlain };
}

function windowOf(box: DataView): Window {
  const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => box.getInt32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  if (right < left || bottom < top) throw new RangeError('The OpenEXR image has no size.');
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The image that is shown: what lies outside the stored part is transparent, or black where there is no opacity. */
export function decodeExr(file: Uint8Array): RgbaImage {
  const header = readExrHeader(file);
  const { channels, compression, data: stored, hasAlpha } = header;
  const view = viewOf(file);
  const blocks = Math.ceil(stored.height / LINES_OF[compression]!);
  const isTooShort = header.endsAt + blocks * OFFSET_BYTES > file.byteLength;
  if (isTooShort) throw new RangeError('The OpenEXR image ends early.');
  const rowBytes = channels.reduce((sum, { type }) => sum + BYTES_OF[type] * stored.width, 0);
  const lines = LINES_OF[compression]!;
  const pixels = new Uint8Array(stored.width * stored.height * 4);
  for (let block = 0; block < blocks; block++) {
    const at = Number(view.getBigUint64(header.endsAt + block * OFFSET_BYTES, true));
    const y = view.getInt32(at, true) - stored.top;
    const rows = Math.min(lines, stored.height - y);
    if (y < 0 || rows <= 0) throw new RangeError('A block of the OpenEXR image lies outside of it.');
    const packed = file.subarray(at + 8, at + 8 + view.getUint32(at + 4, true));
    const raw = unpack(packed, rowBytes * rows, compression);
    for (let row = 0; row < rows; row++)
      writeRow(raw.subarray(row * rowBytes, (row + 1) * rowBytes), channels, pixels, (y + row) * stored.width * 4);
  }
  return placed({ width: stored.width, height: stored.height, data: pixels }, header, hasAlpha);
}

/** Moves what is stored to where it is shown. */
export function placed(
  { data: pixels }: RgbaImage,
  { data: stored, display }: Pick<ExrHeader, 'data' | 'display'>,
  hasAlpha: boolean,
): RgbaImage {
  const data = new Uint8Array(display.width * display.height * 4);
  if (!hasAlpha) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  const [left, top] = [stored.left - display.left, stored.top - display.top];
  const [from, to] = [Math.max(0, left), Math.min(display.width, left + stored.width)];
  const bottom = to > from ? Math.min(display.height, top + stored.height) : 0;
  for (let y = Math.max(0, top); y < bottom; y++) {
    const start = ((y - top) * stored.width + from - left) * 4;
    data.set(pixels.subarray(start, start + (to - from) * 4), (y * display.width + from) * 4);
  }
  return { width: display.width, height: display.height, data };
}

function unpack(packed: Uint8Array, size: number, compression: number): Uint8Array {
  if (compression === COMPRESSION.none || packed.byteLength === size) return checked(packed, size);
  const isZip = compression === COMPRESSION.zip || compression === COMPRESSION.zipLine;
  const mixed = checked(isZip ? unzipped(packed, size) : expandRuns(packed, size), size);
  for (let at = 1; at < size; at++) mixed[at] = (mixed[at - 1]! + mixed[at]! - 128) & 255;
  const bytes = new Uint8Array(size);
  const half = Math.ceil(size / 2);
  for (let at = 0; at < size; at++) bytes[at] = mixed[(at & 1) * half + (at >> 1)]!;
  return bytes;
}

function unzipped(packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflate(packed, { maxOutputLength: size });
  } catch (error) {
    throw new RangeError('A block of the OpenEXR image is damaged.', { cause: error });
  }
}

function checked(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.byteLength < size) throw new RangeError('A block of the OpenEXR image ends early.');
  return bytes;
}

function expandRuns(packed: Uint8Array, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let to = 0;
  for (let at = 0; at < packed.length && to < size;) {
    const count = (packed[at]! << 24) >> 24;
    const length = count < 0 ? -count : count + 1;
    if (count < 0) bytes.set(packed.subarray(at + 1, at + 1 + Math.min(length, size - to)), to);
    else bytes.fill(packed[at + 1]!, to, to + length);
    at += count < 0 ? 1 + length : 2;
    to += length;
  }
  return bytes;
}

/** One scan line: the samples of each channel are together. */
function writeRow(raw: Uint8Array, channels: readonly Channel[], pixels: Uint8Array, start: number): void {
  const width = raw.length / channels.reduce((sum, { type }) => sum + BYTES_OF[type], 0);
  const view = viewOf(raw);
  const samples = new Map<string, (x: number) => number>();
  let at = 0;
  for (const { name, type } of channels) {
    samples.set(name, sampler(view, at, type));
    at += BYTES_OF[type] * width;
  }
  const grey = samples.get('Y');
  const [red, green, blue] = COLOURS.map((name) => samples.get(name) ?? grey!) as [Sample, Sample, Sample];
  const alpha = samples.get('A');
  for (let x = 0; x < width; x++) {
    const opacity = Math.min(1, Math.max(0, alpha?.(x) ?? 1));
    const scale = opacity > 0 ? 1 / opacity : 1;
    const to = start + x * 4;
    pixels[to] = byteOfLight(red(x) * scale);
    pixels[to + 1] = byteOfLight(green(x) * scale);
    pixels[to + 2] = byteOfLight(blue(x) * scale);
    pixels[to + 3] = Math.round(opacity * 255);
  }
}

type Sample = (x: number) => number;

function sampler(view: DataView, at: number, type: PixelType): Sample {
  if (type === 'half') return (x) => view.getFloat16(at + x * 2, true);
  if (type === 'float') return (x) => view.getFloat32(at + x * 4, true);
  return (x) => view.getUint32(at + x * 4, true) / 0xffff_ffff;
}

/** An image as half floats, in blocks of 16 lines that are packed with ZIP. */
export function encodeExr({ width, height, data }: RgbaImage): Uint8Array {
  const hasAlpha = data.some((value, at) => at % 4 === 3 && value < 255);
  const names = hasAlpha ? ['A', 'B', 'G', 'R'] : ['B', 'G', 'R']; // in the order of the alphabet
  const head = headOf({ width, height }, names);
  const lines = LINES_OF[COMPRESSION.zip]!;
  const blocks = Array.from({ length: Math.ceil(height / lines) }, (_, index) => {
    const top = index * lines;
    const rows = Math.min(lines, height - top);
    return { top, bytes: pack(linesOf(data, { width, height: rows }, top, names)) };
  });
  const offsets = new DataView(new ArrayBuffer(blocks.length * 8));
  const parts: Uint8Array[] = [head, new Uint8Array(offsets.buffer)];
  let at = head.byteLength + offsets.byteLength;
  for (const [index, { top, bytes }] of blocks.entries()) {
    offsets.setBigUint64(index * 8, BigInt(at), true);
    const start = new DataView(new ArrayBuffer(8));
    start.setInt32(0, top, true);
    start.setUint32(4, bytes.byteLength, true);
    parts.push(new Uint8Array(start.buffer), bytes);
    at += 8 + bytes.byteLength;
  }
  return concatBytes(parts);
}

function headOf({ width, height }: Size, names: readonly string[]): Uint8Array {
  const HALF = 1;
  const channels = names.map((name) => concatBytes([text(name), integers([HALF, 0, 1, 1])]));
  const box = integers([0, 0, width - 1, height - 1]);
  const one = new Uint8Array(4);
  viewOf(one).setFloat32(0, 1, true);
  const attributes: readonly (readonly [name: string, type: string, value: Uint8Array])[] = [
    ['channels', 'chlist', concatBytes([...channels, new Uint8Array(1)])],
    ['compression', 'compression', Uint8Array.of(COMPRESSION.zip)],
    ['dataWindow', 'box2i', box],
    ['displayWindow', 'box2i', box],
    ['lineOrder', 'lineOrder', Uint8Array.of(0)],
    ['pixelAspectRatio', 'float', one],
    ['screenWindowCenter', 'v2f', new Uint8Array(8)],
    ['screenWindowWidth', 'float', one],
  ];
  return concatBytes([
    integers([MAGIC, VERSION]),
    ...attributes.flatMap(([name, type, value]) => [text(name), text(type), integers([value.byteLength]), value]),
    new Uint8Array(1),
  ]);
}

function text(value: string): Uint8Array {
  return latin1Bytes(`${value}\0`);
}

function integers(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setInt32(index * 4, value, true);
  return new Uint8Array(view.buffer);
}

function linesOf(data: Uint8Array, { width, height }: Size, top: number, names: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(width * height * names.length * 2);
  const view = viewOf(bytes);
  let to = 0;
  for (let y = top; y < top + height; y++) {
    for (const name of names) {
      const channel = COLOURS.indexOf(name);
      for (let x = 0; x < width; x++, to += 2) {
        const at = (y * width + x) * 4;
        const opacity = data[at + 3]! / 255;
        view.setFloat16(to, channel < 0 ? opacity : LIGHT_OF_BYTE[data[at + channel]!]! * opacity, true);
      }
    }
  }
  return bytes;
}

/** The first bytes of all numbers, then the second ones, each as its difference to the one before: then ZIP. */
function pack(bytes: Uint8Array): Uint8Array {
  const size = bytes.byteLength;
  const half = Math.ceil(size / 2);
  const mixed = new Uint8Array(size);
  for (let at = 0; at < size; at++) mixed[(at & 1) * half + (at >> 1)] = bytes[at]!;
  for (let at = size - 1; at > 0; at--) mixed[at] = (mixed[at]! - mixed[at - 1]! + 128) & 255;
  const packed = deflate(mixed, { level: 4 });
  return packed.byteLength < size ? packed : bytes; // what does not shrink is stored as it is
}

function textAt(bytes: Uint8Array, at: number): string {
  const end = bytes.indexOf(0, at);
  if (end < 0 || end - at > 255) throw new RangeError('The header of the OpenEXR image is damaged.');
  return latin1Of(bytes, at, end);
}
