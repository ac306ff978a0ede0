import { viewOf } from '../../../io/bytes.ts';
import type { RgbaImage } from '../inspect/raster.ts';
import { indexed } from '../indexed.ts';

const HEADER_BYTES = 16;
const HAS_COLOUR_TABLE = 0x4000;
const BITS_PER_PIXEL = 8;
const VERSION = 1;
const NO_COMPRESSION = 0xff;
const TABLE_ENTRIES = 256;
const ENTRY_BYTES = 4;

/**
 * A bitmap of Palm OS with a colour table of its own; the library falls back to the system's 231 colours, and loses
 * the table of images of few colours. Palm OS Programmer's API Reference, chapter "Bitmaps"
 */
export function encodePalm({ width, height, data }: RgbaImage): Uint8Array {
  const { indices, palette } = indexed(data);
  const rowBytes = width + (width % 2); // rows end on even addresses
  const table = HEADER_BYTES + 2;
  const pixels = table + TABLE_ENTRIES * ENTRY_BYTES;
  const bytes = new Uint8Array(pixels + rowBytes * height);
  const fields = viewOf(bytes);
  for (const [index, value] of [width, height, rowBytes, HAS_COLOUR_TABLE].entries())
    fields.setUint16(index * 2, value);
  bytes[8] = BITS_PER_PIXEL;
  bytes[9] = VERSION;
  bytes[13] = NO_COMPRESSION;
  fields.setUint16(HEADER_BYTES, TABLE_ENTRIES);
  for (let index = 0; index < TABLE_ENTRIES; index++)
    fields.setUint32(table + index * ENTRY_BYTES, index * 0x100_0000 + (palette[index] ?? 0));
  for (let y = 0; y < height; y++) bytes.set(indices.subarray(y * width, (y + 1) * width), pixels + y * rowBytes);
  return bytes;
}
