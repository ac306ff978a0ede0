import { viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, UnknownKind, type PlainImage } from '../plain-image.ts';

/** The first image of a PBM, PGM, PPM, PAM, PFM or PHM file. https://netpbm.sourceforge.net/doc/ */
export function readNetpbm(file: Uint8Array): PlainImage {
  const cursor = { file, at: 2 };
  const kind = String.fromCharCode(byteAt(file, 0), byteAt(file, 1));
  switch (kind) {
    case 'P1':
    case 'P4':
      return readBits(cursor, kind === 'P1');
    case 'P2':
    case 'P3':
      return readTextSamples(cursor, kind === 'P3' ? 3 : 1);
    case 'P5':
    case 'P6':
      return readSamples(cursor, { ...readHeader(cursor), channels: kind === 'P6' ? 3 : 1 });
    case 'P7':
      return readArbitrary(cursor);
    case 'PF':
    case 'Pf':
    case 'PH':
    case 'Ph':
      return readFloats(cursor, kind[1]!.toUpperCase() === 'F' ? 4 : 2, kind[1] === kind[1]!.toUpperCase() ? 3 : 1);
    default:
      throw new RangeError('This is no file of Netpbm.');
  }
}

interface Cursor {
  readonly file: Uint8Array;
  at: number;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly highest: number;
}

const [NEWLINE, HASH] = [10, 35] as const;

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/** The next word of the header, comments left out, and the one blank behind it. */
function readToken(cursor: Cursor): string {
  const { file } = cursor;
  while (isSpace(byteAt(file, cursor.at)) || file[cursor.at] === HASH) {
    if (file[cursor.at] === HASH) while (byteAt(file, cursor.at) !== NEWLINE) cursor.at++;
    else cursor.at++;
  }
  const start = cursor.at;
  while (cursor.at < file.length && !isSpace(file[cursor.at]!)) cursor.at++;
  return String.fromCharCode(...file.subarray(start, Math.min(cursor.at++, start + 64)));
}

function readHeader(cursor: Cursor): Header {
  const [width, height, highest] = [0, 0, 0].map(() => Number(readToken(cursor))) as [number, number, number];
  return { width, height, highest };
}

/** 1 is black; rows of the packed kind end on whole bytes. */
function readBits(cursor: Cursor, isText: boolean): PlainImage {
  const [width, height] = [Number(readToken(cursor)), Number(readToken(cursor))];
  const { file, at } = cursor;
  const rowBytes = Math.ceil(width / 8);
  if (!isText)
    return plainImage({ width, height, channels: 1 }, (pixel) => {
      const x = pixel % width;
      const byte = byteAt(file, at + Math.floor(pixel / width) * rowBytes + (x >> 3));
      return (byte << (x & 7)) & 0x80 ? 0 : 255;
    });
  const bits = digitsOf(file.subarray(at));
  return plainImage({ width, height, channels: 1 }, (pixel) => (byteAt(bits, pixel) === 49 ? 0 : 255));
}

/** The digits 0 and 1. A typed array's own `filter` makes a list of numbers first, ten times as large. */
function digitsOf(text: Uint8Array): Uint8Array {
  const digits = new Uint8Array(text.length);
  let count = 0;
  for (const byte of text) if (byte === 48 || byte === 49) digits[count++] = byte;
  return digits.subarray(0, count);
}

function readTextSamples(cursor: Cursor, channels: number): PlainImage {
  const { width, height, highest } = readHeader(cursor);
  const values = new Map<number, number>();
  let last = -1;
  return plainImage({ width, height, channels, bitsPerChannel: highest > 255 ? 16 : 8 }, (pixel, channel) => {
    const index = pixel * channels + channel;
    // Greys are asked for three times, in order.
    while (last < index) {
      values.clear();
      values.set(++last, Number(readToken(cursor)));
    }
    return Math.round((values.get(index)! * 255) / highest);
  });
}

function readSamples({ file, at }: Cursor, header: Header & { readonly channels: number }): PlainImage {
  const { width, height, highest, channels } = header;
  const isWide = highest > 255;
  return plainImage({ width, height, channels, bitsPerChannel: isWide ? 16 : 8 }, (pixel, channel) => {
    const index = pixel * channels + channel;
    const value = isWide
      ? byteAt(file, at + index * 2) * 256 + byteAt(file, at + index * 2 + 1)
      : byteAt(file, at + index);
    return highest === 255 ? value : Math.round((value * 255) / highest);
  });
}

function readArbitrary(cursor: Cursor): PlainImage {
  const fields = new Map<string, string>();
  for (let name = readToken(cursor); name !== 'ENDHDR'; name = readToken(cursor)) fields.set(name, readToken(cursor));
  const [width, height, channels, highest] = ['WIDTH', 'HEIGHT', 'DEPTH', 'MAXVAL'].map((name) =>
    Number(fields.get(name)),
  );
  if (!(channels! >= 1 && channels! <= 4)) throw new UnknownKind('Images of so many channels are not read here.');
  return readSamples(cursor, { width: width!, height: height!, channels: channels!, highest: highest! });
}

/** Shares of white, from the bottom up; a negative scale says little endian. */
function readFloats(cursor: Cursor, sampleBytes: 2 | 4, channels: number): PlainImage {
  const { width, height, highest: scale } = readHeader(cursor);
  const view = viewOf(cursor.file.subarray(cursor.at));
  const isLittle = scale < 0;
  return plainImage(
    { width, height, channels, bitsPerChannel: sampleBytes * 8, isBottomUp: true },
    (pixel, channel) => {
      const at = (pixel * channels + channel) * sampleBytes;
      const value = sampleBytes === 4 ? view.getFloat32(at, isLittle) : halfOf(view.getUint16(at, isLittle));
      return Math.max(0, Math.min(255, Math.round(value * 255)));
    },
  );
}

/** IEEE 754, binary16. */
function halfOf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size =
    exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? Infinity : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}
