import { concatBytes, latin1Bytes, latin1Of } from '../../../io/bytes.ts';
import type { Size } from '../size.ts';
import type { RgbaImage } from '../inspect/raster.ts';
import { byteOfLight, LIGHT_OF_BYTE } from '../linear-light.ts';

/**
 * Radiance images: light as three mantissas and a common exponent. ImageMagick keeps 8 bits of the light itself, of
 * which dark colours get a few steps; here all of it goes into the curve of sRGB.
 * https://www.graphics.cornell.edu/~bjw/rgbe.html, https://radsite.lbl.gov/radiance/refer/Notes/picture_format.html
 */
interface RadianceHeader extends Size {
  /** Rows run from the bottom up, columns from the right. */
  readonly isUpsideDown: boolean;
  readonly isMirrored: boolean;
  readonly isXyz: boolean;
  readonly dataAt: number;
}

const MAX_HEADER_BYTES = 65_536;
/** One pixel, or the head of a row of run lengths. */
const LEAST_ROW_BYTES = 4;
const RLE_WIDTHS = { least: 8, most: 32_767 };

export function readRadianceHeader(file: Uint8Array): RadianceHeader {
  const text = latin1Of(file, 0, MAX_HEADER_BYTES);
  const match = /^#\?[^\n]*\n(?<variables>[^]*?)\n\n?(?<y>[-+])Y (?<height>\d+) (?<x>[-+])X (?<width>\d+)\n/.exec(text);
  if (!match?.groups) throw new RangeError('The header of this Radiance image is damaged.');
  const { variables, y, height, x, width } = match.groups;
  return {
    width: Number(width),
    height: Number(height),
    isUpsideDown: y === '+',
    isMirrored: x === '-',
    isXyz: /^FORMAT=32-bit_rle_xyze/m.test(variables!),
    dataAt: match[0].length,
  };
}

export function decodeRadiance(file: Uint8Array): RgbaImage {
  const header = readRadianceHeader(file);
  const { width, height } = header;
  const isTooShort = file.byteLength - header.dataAt < height * LEAST_ROW_BYTES;
  if (isTooShort) throw new RangeError('The image ends early.');
  const data = new Uint8Array(width * height * 4);
  const row = new Uint8Array(width * 4);
  let at = header.dataAt;
  for (let y = 0; y < height; y++) {
    at = readRow(file, at, row);
    const line = header.isUpsideDown ? height - 1 - y : y;
    for (let x = 0; x < width; x++) {
      const column = header.isMirrored ? width - 1 - x : x;
      writePixel(row, x * 4, data, (line * width + column) * 4, header.isXyz);
    }
  }
  return { width, height, data };
}

function writePixel(row: Uint8Array, from: number, data: Uint8Array, to: number, isXyz: boolean): void {
  const scale = 2 ** (row[from + 3]! - 136);
  const [a, b, c] = [row[from]! * scale, row[from + 1]! * scale, row[from + 2]! * scale];
  data[to] = byteOfLight(isXyz ? 3.2405 * a - 1.5371 * b - 0.4985 * c : a);
  data[to + 1] = byteOfLight(isXyz ? -0.9693 * a + 1.876 * b + 0.0416 * c : b);
  data[to + 2] = byteOfLight(isXyz ? 0.0556 * a - 0.204 * b + 1.0572 * c : c);
  data[to + 3] = 255;
}

/** Reads one row of pixels of four bytes; gives back where the next one begins. */
function readRow(file: Uint8Array, start: number, row: Uint8Array): number {
  const width = row.length / 4;
  const markedWidth = (file[start + 2]! << 8) | file[start + 3]!;
  const isByChannel = file[start] === 2 && file[start + 1] === 2 && markedWidth === width && width >= RLE_WIDTHS.least;
  return isByChannel ? readChannels(file, start + 4, row) : readPixels(file, start, row);
}

function readChannels(file: Uint8Array, start: number, row: Uint8Array): number {
  let at = start;
  for (let channel = 0; channel < 4; channel++) {
    for (let to = channel; to < row.length;) {
      const code = byteAt(file, at++);
      const isRun = code > 128;
      for (let count = isRun ? code - 128 : code; count > 0 && to < row.length; count--, to += 4)
        row[to] = byteAt(file, isRun ? at : at++);
      if (isRun) at++;
      if (code === 0) throw new RangeError('A row of this Radiance image is damaged.');
    }
  }
  return at;
}

/** Pixels one by one; 1, 1, 1 repeats the one before as often as the fourth byte says, and further ones multiply it. */
function readPixels(file: Uint8Array, start: number, row: Uint8Array): number {
  let at = start;
  let shift = 0;
  for (let to = 0; to < row.length; at += 4) {
    const isRepeat = file[at] === 1 && file[at + 1] === 1 && file[at + 2] === 1 && to > 0;
    if (!isRepeat) {
      for (let byte = 0; byte < 4; byte++) row[to + byte] = byteAt(file, at + byte);
      to += 4;
      shift = 0;
      continue;
    }
    const end = Math.min(row.length, to + (byteAt(file, at + 3) << shift) * 4);
    for (; to < end; to++) row[to] = row[to - 4]!;
    shift += 8;
    if (shift > 24) throw new RangeError('A row of this Radiance image is damaged.');
  }
  return at;
}

function byteAt(file: Uint8Array, at: number): number {
  const byte = file[at];
  if (byte === undefined) throw new RangeError('The image ends early.');
  return byte;
}

/** An opaque image as light, its rows run-length coded. */
export function encodeRadiance({ width, height, data }: RgbaImage): Uint8Array {
  const head = latin1Bytes(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`);
  const parts: Uint8Array[] = [head];
  const isPacked = width >= RLE_WIDTHS.least && width <= RLE_WIDTHS.most;
  for (let y = 0; y < height; y++) {
    const row = lightOfRow(data.subarray(y * width * 4, (y + 1) * width * 4));
    parts.push(isPacked ? packRow(row) : row);
  }
  return concatBytes(parts);
}

function lightOfRow(rgba: Uint8Array): Uint8Array {
  const row = new Uint8Array(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const light = [0, 1, 2].map((channel) => LIGHT_OF_BYTE[rgba[at + channel]!]!);
    const brightest = Math.max(...light);
    if (brightest < 1e-32) continue;
    const exponent = Math.floor(Math.log2(brightest)) + 1; // brightest / 2^exponent is from a half to below 1
    const scale = 256 / 2 ** exponent;
    for (const [channel, value] of light.entries()) row[at + channel] = Math.min(255, Math.round(value * scale));
    row[at + 3] = exponent + 128;
  }
  return row;
}

function packRow(row: Uint8Array): Uint8Array {
  const width = row.length / 4;
  const packed = [2, 2, width >> 8, width & 255];
  for (let channel = 0; channel < 4; channel++) {
    const valueAt = (x: number): number => row[x * 4 + channel]!;
    for (let x = 0; x < width;) {
      const run = runLength(valueAt, x, width);
      if (run >= LEAST_RUN) {
        packed.push(128 + run, valueAt(x));
        x += run;
        continue;
      }
      let end = x + run;
      while (end < width && end - x < 128 && runLength(valueAt, end, width) < LEAST_RUN) end++;
      packed.push(end - x);
      for (; x < end; x++) packed.push(valueAt(x));
    }
  }
  return Uint8Array.from(packed);
}

const LEAST_RUN = 4;
const MOST_RUN = 127;

function runLength(valueAt: (x: number) => number, start: number, width: number): number {
  let end = start + 1;
  while (end < width && end - start < MOST_RUN && valueAt(end) === valueAt(start)) end++;
  return end - start;
}
