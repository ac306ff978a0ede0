import { deflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunk } from '../../../content/raster/png/chunks.ts';

const COLOR_TYPE = { 1: 0, 3: 2, 4: 6 } as const;
/** Fast and within a few percent of the best level once rows are filtered. */
const DEFLATE_LEVEL = 4;
/** Every so many bytes of a row are looked at to choose its filter: prime, so that all channels have their turn. */
const FILTER_SAMPLING = 5;

/** Pixels in rows from top to bottom, without gaps: grey, RGB or RGBA of 8 bits a channel. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
  /** One bit a pixel, set is white; rows begin at whole bytes. */
  readonly bilevel?: boolean;
}

/** Encodes pixels as PNG with the fewest channels that hold them. */
export function encodePng(raster: Raster): Uint8Array {
  const { width, height, channels, data, bilevel = false } = reduced(raster);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bilevel ? 1 : 8;
  header[9] = COLOR_TYPE[channels];
  const rows = bilevel
    ? plainRows(data, (width + 7) >> 3, height)
    : filteredRows(data, width * channels, height, channels);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: DEFLATE_LEVEL })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same pixels without an alpha channel that is opaque all over, and without colours that are all grey. */
function reduced(raster: Raster): Raster {
  const { channels, data } = raster;
  if (channels === 1) return raster;
  if (channels === 4) for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return raster;
  const needed = isGrey(data, channels) ? 1 : 3;
  return needed === channels ? raster : { ...raster, channels: needed, data: packed(data, channels, needed) };
}

function isGrey(data: Uint8Array, channels: number): boolean {
  for (let at = 0; at < data.length; at += channels) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  }
  return true;
}

function packed(data: Uint8Array, channels: number, kept: number): Uint8Array {
  const result = new Uint8Array((data.length / channels) * kept);
  for (let from = 0, to = 0; from < data.length; from += channels) {
    for (let channel = 0; channel < kept; channel++) result[to++] = data[from + channel]!;
  }
  return result;
}

function plainRows(data: Uint8Array, stride: number, height: number): Uint8Array {
  const result = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) result.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return result;
}

/** Rows with the filter in front that leaves the smallest differences: none, left neighbour, or row above. */
function filteredRows(data: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const result = new Uint8Array((stride + 1) * height);
  const empty = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * stride, (y + 1) * stride);
    const above = y > 0 ? data.subarray((y - 1) * stride, y * stride) : empty;
    const filter = bestFilter(row, above, channels);
    const target = result.subarray(y * (stride + 1), (y + 1) * (stride + 1));
    target[0] = filter;
    if (filter === 0) target.set(row, 1);
    else if (filter === 2) for (let x = 0; x < stride; x++) target[x + 1] = row[x]! - above[x]!;
    else {
      target.set(row.subarray(0, channels), 1);
      for (let x = channels; x < stride; x++) target[x + 1] = row[x]! - row[x - channels]!;
    }
  }
  return result;
}

function bestFilter(row: Uint8Array, above: Uint8Array, channels: number): 0 | 1 | 2 {
  let [sumNone, sumLeft, sumUp] = [0, 0, 0];
  for (let x = channels; x < row.length; x += FILTER_SAMPLING) {
    const value = row[x]!;
    sumNone += Math.min(value, 256 - value);
    const left = (value - row[x - channels]!) & 255;
    sumLeft += Math.min(left, 256 - left);
    const up = (value - above[x]!) & 255;
    sumUp += Math.min(up, 256 - up);
  }
  const best = Math.min(sumNone, sumLeft, sumUp);
  if (best === sumNone) return 0;
  return best === sumLeft ? 1 : 2;
}
