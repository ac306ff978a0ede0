import { deflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunk } from './chunks.ts';

const CHANNELS = 4;
const PNG_RGBA = 6;

export interface RgbaPixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly data: Uint8Array;
}

/** Encodes a picture that is in memory as it is, without a filter for its rows: for small ones that others then read. */
export function pngOfPixels({ width, height, data }: RgbaPixels): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, PNG_RGBA], 8);
  const rowBytes = width * CHANNELS;
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (rowBytes + 1));
  for (let row = 0; row < height; row++)
    rows.set(data.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', new Uint8Array()),
  ]);
}
