import { concatBytes } from '../../../io/bytes.ts';
import { inflate, isZlibError } from '../../../io/compression.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { decodeJpeg } from '../../raster/jpeg/pixels.ts';
import type { RgbaImage } from '../../raster/inspect/raster.ts';
import { deinterlace, interlacedBytes, unfilterRow } from '../../raster/png/filters.ts';
import { readPng, type Png } from '../../raster/png/reader.ts';
import type { Texture } from '../model.ts';

/** Pixels of one texture: what is larger is left out. */
const MAX_PIXELS = 64_000_000;
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** The pixels of a texture; undefined for images of other kinds than PNG and JPEG, and for broken ones. */
export function texturePixels({ type, bytes }: Texture, signal: AbortSignal): RgbaImage | undefined {
  try {
    if (type === 'png') return pngPixels(readPng(bytes));
    if (type === 'jpg') return jpegPixels(bytes, signal);
    return undefined;
  } catch (error) {
    const isBroken = error instanceof RangeError || isZlibError(error) || error instanceof ConversionError;
    if (isBroken && !signal.aborted) return undefined;
    throw error;
  }
}

function jpegPixels(bytes: Uint8Array, signal: AbortSignal): RgbaImage | undefined {
  const pixels = decodeJpeg(bytes, { maxBytes: MAX_PIXELS * 6, signal });
  if (!pixels) return undefined;
  const { width, height, channels, data } = pixels;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++)
      rgba[pixel * 4 + channel] = data[pixel * channels + (channels === 1 ? 0 : channel)]!;
  }
  return { width, height, data: rgba };
}

function pngPixels(png: Png): RgbaImage | undefined {
  const { width, height, bits, colourType, palette, transparency } = png;
  if (width * height > MAX_PIXELS) return undefined;
  const channels = CHANNELS[colourType];
  const rowBytes = Math.ceil((width * channels * bits) / 8);
  const rows = rowsOf(png, rowBytes, channels * bits);
  const full = 2 ** Math.min(bits, 8) - 1;
  const data = new Uint8Array(width * height * 4);
  let previous: Uint8Array = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1));
    unfilterRow(rows[y * (rowBytes + 1)]!, row, previous, Math.max(1, (channels * bits) >> 3));
    previous = row;
    for (let x = 0; x < width; x++) {
      const sample = (channel: number): number => sampleAt(row, x * channels + channel, bits);
      const to = (y * width + x) * 4;
      if (palette) {
        const entry = sample(0);
        data.set(palette.subarray(entry * 3, entry * 3 + 3), to);
        data[to + 3] = transparency?.[entry] ?? 255;
        continue;
      }
      for (let channel = 0; channel < 3; channel++)
        data[to + channel] = (sample(channels < 3 ? 0 : channel) * 255) / full;
      data[to + 3] = channels % 2 === 0 ? (sample(channels - 1) * 255) / full : 255;
    }
  }
  return { width, height, data };
}

function rowsOf({ width, height, interlaced, data }: Png, rowBytes: number, bits: number): Uint8Array {
  const size = (rowBytes + 1) * height;
  const layout = { width, height, bits };
  const length = interlaced ? interlacedBytes(layout) : size;
  const inflated = inflate(concatBytes(data), { maxOutputLength: Math.max(length, 64) });
  if (inflated.byteLength < length) throw new RangeError('The image ends within its pixels.');
  return interlaced ? deinterlace(inflated, layout) : inflated;
}

/** Of samples of 16 bits the upper half. */
function sampleAt(row: Uint8Array, index: number, bits: number): number {
  if (bits >= 8) return row[index * (bits / 8)]!;
  const at = index * bits;
  return (row[at >> 3]! >> (8 - bits - (at & 7))) & (2 ** bits - 1);
}
