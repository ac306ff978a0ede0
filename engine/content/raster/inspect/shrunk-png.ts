import { concatBytes } from '../../../io/bytes.ts';
import { inflate, isZlibError } from '../../../io/compression.ts';
import { readExif } from '../metadata/exif.ts';
import { readPng, type Png } from '../png/reader.ts';
import { unfilterRow } from '../png/filters.ts';
import { BoxShrink } from './box-shrink.ts';
import { preShrinkOf, type RgbaImage } from './raster.ts';

const CHANNELS: Partial<Record<Png['colourType'], 3 | 4>> = { 2: 3, 6: 4 };
/** Bytes of rows that are held at once: images beyond it are left to a library, which streams them. */
const MAX_BYTES = 64 * 2 ** 20;

/** What zlib takes for a chunk at the least. */
const LEAST_CHUNK = 64;

/**
 * A PNG of 8-bit colours, shrunk for a thumbnail. It is inflated by Node's own zlib, in half the time that a library in
 * WebAssembly takes, and read by none of the libraries that write PNG. Undefined for what is stored in another way, is
 * to be turned, has colours that need a profile, or is damaged: a library says what it makes of that.
 */
export function shrunkPng(bytes: Uint8Array, factorOf = preShrinkOf): RgbaImage | undefined {
  try {
    const png = readPng(bytes);
    const channels = CHANNELS[png.colourType];
    const isPlain = png.bits === 8 && !png.interlaced && !png.transparency && !png.profile;
    const isUpright = readExif(png.exif).orientation === 1;
    return channels && isPlain && isUpright ? shrink(png, channels, factorOf) : undefined;
  } catch (error) {
    if (error instanceof RangeError || isZlibError(error)) return undefined;
    throw error;
  }
}

function shrink({ width, height, data }: Png, channels: 3 | 4, factorOf: typeof preShrinkOf): RgbaImage | undefined {
  const rowBytes = width * channels;
  const size = (rowBytes + 1) * height;
  if (size > MAX_BYTES) return undefined;
  const oneChunk = Math.max(size, LEAST_CHUNK);
  const rows = inflate(concatBytes(data), { maxOutputLength: size, chunkSize: oneChunk });
  if (rows.byteLength < size) return undefined;
  const [factorX, factorY] = [factorOf(width), factorOf(height)];
  const box = new BoxShrink({ width, height, factorX, factorY, channels, hasAlpha: channels === 4 });
  let previous: Uint8Array = new Uint8Array(rowBytes);
  for (let at = 0; at < size; at += rowBytes + 1) {
    const row = rows.subarray(at + 1, at + 1 + rowBytes);
    unfilterRow(rows[at]!, row, previous, channels);
    box.add(row);
    previous = row;
  }
  return box.finish();
}
