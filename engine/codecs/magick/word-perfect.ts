import type { RgbaImage } from '../../content/raster/inspect/raster.ts';
import { indexed } from '../../content/raster/indexed.ts';

const RECORD = { start: 0x0f, colourMap: 0x0e, bitmap: 0x0b, end: 0x10 } as const;
const BITS_PER_PIXEL = 8;
const PIXELS_PER_INCH = 96;
/** Sizes of the page count in these. */
const UNITS_PER_INCH = 1200;
const MOST_UNITS = 0xffff;
const MOST_RUN = 0x7f;
const IS_REPEATED = 0x80;

/**
 * A bitmap of WordPerfect Graphics 1 with eight bits a pixel and its own colour map: the library leaves the map out where
 * an image has few colours, and programs show their own sixteen then.
 */
export function encodeWordPerfect({ width, height, data }: RgbaImage): Uint8Array {
  const { indices, palette } = indexed(data);
  const units = (pixels: number): number => Math.min(MOST_UNITS, (pixels * UNITS_PER_INCH) / PIXELS_PER_INCH);
  const colours = palette.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff]);
  const rows = Array.from({ length: height }, (_, y) => runLengths(indices.subarray(y * width, (y + 1) * width)));
  return Buffer.concat([
    Buffer.from([0xff, ...Buffer.from('WPC'), 16, 0, 0, 0, 1, 0x16, 1, 0, 0, 0, 0, 0]),
    record(RECORD.start, Buffer.concat([Buffer.of(1, 0), words(units(width), units(height))])),
    record(RECORD.colourMap, Buffer.concat([words(0, palette.length), Buffer.from(colours)])),
    record(
      RECORD.bitmap,
      Buffer.concat([words(width, height, BITS_PER_PIXEL, PIXELS_PER_INCH, PIXELS_PER_INCH), ...rows]),
    ),
    record(RECORD.end, Buffer.alloc(0)),
  ]);
}

/** A record says its length in one byte, or in two or four behind a mark. */
function record(type: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0xff) return Buffer.concat([Buffer.of(type, length), content]);
  const size = length < 0x8000 ? words(length) : words(0x8000 | (length >>> 16), length & 0xffff);
  return Buffer.concat([Buffer.of(type, 0xff), size, content]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(Math.round(value), index * 2);
  return bytes;
}

/** A row as runs of one index, or of different ones. */
function runLengths(row: Uint8Array): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < row.length;) {
    const same = runAt(row, at);
    if (same > 1) bytes.push(IS_REPEATED | same, row[at]!);
    const length = same > 1 ? same : differentAt(row, at);
    if (same === 1) bytes.push(length, ...row.subarray(at, at + length));
    at += length;
  }
  return Buffer.from(bytes);
}

function runAt(row: Uint8Array, start: number): number {
  let length = 1;
  while (length < MOST_RUN && row[start + length] === row[start] && start + length < row.length) length++;
  return length;
}

/** Pixels up to the next pair of equal ones. */
function differentAt(row: Uint8Array, start: number): number {
  let length = 1;
  while (length < MOST_RUN && start + length < row.length && runAt(row, start + length) === 1) length++;
  return length;
}
