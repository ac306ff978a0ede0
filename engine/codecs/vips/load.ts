import { crc32Of } from '../../io/compression.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import { readApng } from '../../content/raster/png/apng.ts';
import { withPlainMetadata } from '../../content/raster/jxl/boxes.ts';
import type { Size } from '../../content/raster/size.ts';
import { isTransposed, pixelShapeOf, type RasterModel } from '../../content/raster/model.ts';
import { ApngDrawing } from './apng.ts';
import { copyMetadata, hasField, intField } from './fields.ts';
import type { NativeScope } from './native-scope.ts';
import type { VipsImage, VipsLibrary, VipsSource } from './start.ts';
import { withRgbOfPage } from './tiff-support.ts';

/** Beginning of the names of the loaders that may read each format: what vips guesses must be what was detected. */
const LOADERS: Partial<Record<FormatId, string>> = {
  png: 'pngload',
  jpg: 'jpegload',
  webp: 'webpload',
  gif: 'gifload',
  tiff: 'tiffload',
  avif: 'heifload',
  jxl: 'jxlload',
  apng: 'pngload',
};

interface LoadOptions {
  /** One page or frame, counted from 0; all of them, one below the other, if `all`. */
  readonly page?: number | 'all';
  /** Pixels are asked for once, from top to bottom: nothing needs to be kept. */
  readonly sequential?: boolean;
  /** Decode at a fraction of the size, JPEG and WebP only: by 2, 4 or 8. */
  readonly shrink?: number;
}

/** An encoded image, to be opened as often as needed. */
export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly format: FormatId;
  /** The bytes in the library's memory: they are copied there once. */
  readonly source: VipsSource;
  /** The frames of an animated PNG, of which vips knows the first alone. */
  readonly drawing?: ApngDrawing;
}

export function encodedImage(vips: VipsLibrary, scope: NativeScope, bytes: Uint8Array, format: FormatId): EncodedImage {
  const readable = format === 'jxl' ? withPlainMetadata(bytes) : bytes;
  const source = scope.keep(vips.Source.newFromMemory(withFriendlySize(readable)));
  const drawing = format === 'apng' ? { drawing: new ApngDrawing(vips, readApng(bytes)) } : {};
  return { bytes, format, source, ...drawing };
}

const MiB = 2 ** 20;
/** Block sizes that the library's allocator takes again from the heap every time, and never gives back (measured). */
const LEAKING = { above: 12 * MiB, upTo: 16 * MiB + 65_536 };

export function isLeakingSize(bytes: number): boolean {
  return bytes > LEAKING.above && bytes <= LEAKING.upTo;
}

/** The same file with zeros behind its end, where it would lie in a block that leaks. */
function withFriendlySize(bytes: Uint8Array): Uint8Array {
  if (!isLeakingSize(bytes.byteLength)) return bytes;
  const padded = new Uint8Array(LEAKING.upTo + 1);
  padded.set(bytes);
  return padded;
}

/** Opens an image: reads its header, decodes nothing. Pixels that are missing will be an error, never grey. */
export function loadImage(
  vips: VipsLibrary,
  scope: NativeScope,
  encoded: EncodedImage,
  { page, sequential, shrink = 1 }: LoadOptions = {},
): VipsImage {
  const options = { access: sequential ? 'sequential' : 'random', fail_on: 'truncated' } as const;
  if (encoded.format === 'avif') {
    // Called by its name and with the bytes: the sniffer does not know all brands, and reading from a source fails at
    // the end of some files.
    return requireFormat(scope.keep(vips.Image.heifloadBuffer(encoded.bytes, options)), encoded.format);
  }
  if (encoded.drawing && page !== undefined) return loadDrawing(vips, scope, encoded, encoded.drawing, page);
  const settings = [
    ...(page === 'all' ? ['n=-1'] : page ? [`page=${page}`] : []),
    ...(shrink > 1 ? [encoded.format === 'webp' ? `scale=${1 / shrink}` : `shrink=${shrink}`] : []),
  ];
  const image = scope.keep(vips.Image.newFromSource(encoded.source, settings.join(','), options));
  const known = requireFormat(image, encoded.format);
  const isPage = encoded.format === 'tiff' && page !== 'all';
  return isPage ? withRgbOfPage(vips, scope, known, { bytes: encoded.bytes, page: page ?? 0 }) : known;
}

/** Frames of an animated PNG as they are seen, one below the other, with the metadata of the file. */
function loadDrawing(
  vips: VipsLibrary,
  scope: NativeScope,
  encoded: EncodedImage,
  drawing: ApngDrawing,
  page: number | 'all',
): VipsImage {
  const { frames, height, loops } = drawing.apng;
  const file = loadImage(vips, scope, encoded, { sequential: true });
  const wanted = page === 'all' ? [...frames.keys()] : [page];
  const drawn = wanted.map((frame) => drawing.read(scope, frame));
  const strip = scope.keep(scope.keep(vips.Image.arrayjoin(drawn, { across: 1 })).copy());
  copyMetadata(file, strip);
  if (page !== 'all') return strip;
  strip.setInt('page-height', height);
  strip.setInt('n-pages', frames.length);
  strip.setInt('loop', loops);
  strip.setArrayInt(
    'delay',
    frames.map(({ delayMs }) => delayMs),
  );
  return strip;
}

function requireFormat(image: VipsImage, format: FormatId): VipsImage {
  const expected = LOADERS[format];
  if (expected !== undefined && image.getString('vips-loader').startsWith(expected)) return image;
  throw new ConversionError({
    code: 'source_format_mismatch',
    message: `The file is not what its format ${format} says. Send it without a source format, so that its content decides.`,
    details: { format },
  });
}

export interface ImageHeader extends RasterModel {
  /** Pixels as they are stored, before the orientation. */
  readonly storedWidth: number;
  readonly storedHeight: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

/** What the header of a file says. */
export function headerOf(vips: VipsLibrary, scope: NativeScope, encoded: EncodedImage): ImageHeader {
  const header = readHeader(loadImage(vips, scope, encoded, { sequential: true }), encoded.format);
  if (!encoded.drawing) return header;
  const { width, height, frames, hasAlpha, loops } = encoded.drawing.apng;
  const delaysMs = frames.map(({ delayMs }) => delayMs);
  const size = { width, height, storedWidth: width, storedHeight: height, orientation: 1 };
  return { ...header, ...size, frames: frames.length, hasAlpha, loops, delaysMs };
}

/** Size as a viewer shows it. Pages of one file differ in size. */
export function uprightSizeOf(image: VipsImage): Size {
  const { width, height } = image;
  return isTurned(image) ? { width: height, height: width } : { width, height };
}

function isTurned(image: VipsImage): boolean {
  return isTransposed(intField(image, 'orientation', 1));
}

/** `image` is the first page alone. The further images of an AVIF are variants or layers, not pages. */
function readHeader(image: VipsImage, format: FormatId): ImageHeader {
  const hasExif = hasField(image, 'exif-data');
  return {
    ...uprightSizeOf(image),
    storedWidth: image.width,
    storedHeight: image.height,
    orientation: intField(image, 'orientation', 1),
    frames: format === 'avif' ? 1 : intField(image, 'n-pages', 1),
    hasAlpha: image.hasAlpha(),
    bitsPerChannel: bitsPerChannelOf(image),
    isCmyk: image.interpretation === 'cmyk',
    hasIccProfile: hasField(image, 'icc-profile-data'),
    ...(hasField(image, 'icc-profile-data') && { profile: crc32Of(image.getBlob('icc-profile-data') as Uint8Array) }),
    ...(image.xres !== UNKNOWN_RESOLUTION && {
      pixelsPerInch: image.xres * MM_PER_INCH,
      ...pixelShapeOf({ x: image.xres, y: image.yres }, isTurned(image)),
    }),
    hasExif,
    hasMetadata: hasExif || ['xmp-data', 'iptc-data', 'photoshop-data'].some((name) => hasField(image, name)),
    delaysMs: hasField(image, 'delay') ? image.getArrayInt('delay') : [],
    loops: intField(image, 'loop', 1),
  };
}

/** Pixels a millimetre where a file does not say it. */
const UNKNOWN_RESOLUTION = 1;
const MM_PER_INCH = 25.4;

const BITS_OF_BAND: Partial<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  double: 64,
};

/** AVIF says 10 or 12 bits in a field; fields of palette formats count the index, which is not a channel. */
function bitsPerChannelOf(image: VipsImage): number {
  const ofBand = BITS_OF_BAND[String(image.format)] ?? 8;
  const isPalette = hasField(image, 'palette');
  const stored = isPalette ? ofBand : intField(image, 'bits-per-sample', ofBand);
  return ofBand > 8 ? Math.min(stored, ofBand) : ofBand;
}
