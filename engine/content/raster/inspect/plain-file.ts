import type { FormatId } from '../../../formats/index.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { crc32Of } from '../../../io/compression.ts';
import { viewOf } from '../../../io/bytes.ts';
import { readJpegHeader } from '../jpeg/header.ts';
import { isMetadata } from '../jpeg/metadata.ts';
import { decodeJpeg, type Pixels } from '../jpeg/pixels.ts';
import { isApp, readSegments, type JpegSegment } from '../jpeg/segments.ts';
import { pixelShapeOf, PLAIN_RASTER, type RasterModel, type Resolution } from '../model.ts';
import { pngChunks } from '../png/chunks.ts';
import { readPng } from '../png/reader.ts';
import type { Size } from '../size.ts';
import type { RgbaImage } from './raster.ts';
import { shrunkPng } from './shrunk-png.ts';

/** An image file that holds nothing but its pixels and EXIF: what its header says, and its pixels, perhaps shrunk. */
interface PlainFile {
  readonly model: RasterModel;
  readonly image: RgbaImage;
}

/** Most pixels of a JPEG that is decoded here: a library decodes a larger one at a fraction of its size, in less time. */
const MAX_JPEG_PIXELS = 2 ** 17;
/** Coefficients of so many pixels, of three components in full size, with room for their other tables. */
const MAX_JPEG_BYTES = 16 * MAX_JPEG_PIXELS;

/** Chunks of a PNG that is nothing but pixels, their resolution and EXIF. */
const PLAIN_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'IDAT', 'IEND', 'pHYs', 'sRGB', 'eXIf']);

/**
 * Reads a PNG or JPEG without profile, palette or metadata but EXIF, in milliseconds and without a library, which would take a
 * quarter of a second to start for it. Undefined for what is stored in another way or damaged: a library says what it
 * makes of that.
 */
export function readPlainFile(bytes: Uint8Array, format: FormatId, signal: AbortSignal): PlainFile | undefined {
  try {
    if (format === 'png') return readPlainPng(bytes);
    return format === 'jpg' ? readPlainJpeg(bytes, signal) : undefined;
  } catch (error) {
    if (error instanceof RangeError || error instanceof ConversionError) return undefined;
    throw error;
  }
}

function readPlainPng(bytes: Uint8Array): PlainFile | undefined {
  for (const { type, whole } of pngChunks(bytes)) {
    const checksum = viewOf(whole).getUint32(whole.byteLength - 4);
    if (!PLAIN_CHUNKS.has(type) || crc32Of(whole.subarray(4, -4)) !== checksum) return undefined;
  }
  const { width, height, colourType, resolution, exif } = readPng(bytes);
  const image = shrunkPng(bytes);
  return (
    image && { model: modelOf({ width, height, resolution, hasExif: exif !== undefined }, colourType === RGBA), image }
  );
}

/** The colour type of PNG. */
const RGBA = 6;

function readPlainJpeg(bytes: Uint8Array, signal: AbortSignal): PlainFile | undefined {
  const { width, height, bits, isCommon, orientation, resolution } = readJpegHeader(bytes);
  if (bits !== 8 || !isCommon || orientation !== 1 || width * height > MAX_JPEG_PIXELS) return undefined;
  const { segments, trailer } = readSegments(bytes);
  const isExif = (segment: JpegSegment): boolean => isApp(segment, 'exif');
  const isPlain = segments.every((segment) => !isMetadata(segment) || isApp(segment, 'jfif') || isExif(segment));
  if (!isPlain || trailer.byteLength > 0) return undefined;
  const pixels = decodeJpeg(bytes, { maxBytes: MAX_JPEG_BYTES, signal });
  const hasExif = segments.some(isExif);
  return pixels && { model: modelOf({ width, height, resolution, hasExif }, false), image: rgbaOf(pixels) };
}

interface Header extends Size {
  readonly resolution?: Resolution;
  readonly hasExif: boolean;
}

function modelOf({ resolution, hasExif, ...size }: Header, hasAlpha: boolean): RasterModel {
  const known = resolution && { pixelsPerInch: resolution.x, ...pixelShapeOf(resolution, false) };
  return { ...PLAIN_RASTER, ...size, hasAlpha, ...known, hasExif, hasMetadata: hasExif };
}

function rgbaOf({ width, height, channels, data }: Pixels): RgbaImage {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  for (let from = 0, to = 0; from < data.length; from += channels, to += 4) {
    rgba[to] = data[from]!;
    rgba[to + 1] = data[from + green]!;
    rgba[to + 2] = data[from + blue]!;
  }
  return { width, height, data: rgba };
}
