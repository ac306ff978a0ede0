import { crc32Of } from '../../io/compression.ts';
import {
  ColorSpace,
  DensityUnit,
  MagickFormat,
  MagickImageCollection,
  MagickReadSettings,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import { declaredSize } from '../../content/raster/declared-size.ts';
import { isIcon } from '../../content/raster/icon/sizes.ts';
import { damagedImage } from '../../content/raster/failures.ts';
import { readWebpContents } from '../../content/raster/webp/animation.ts';
import { checkRaster } from '../../contract/check-limits.ts';
import { isTransposed, PLAIN_RASTER, pixelShapeOf, uprightSize, type RasterModel } from '../../content/raster/model.ts';
import { coderOf, isCameraRaw } from './coders.ts';
import { readMngDelays } from '../../content/raster/mng/delays.ts';
import { countMpoImages } from '../../content/raster/jpeg/multi-picture.ts';
import { OWN_READERS, type OwnHeader } from './own-formats.ts';

export interface ImageHeader extends RasterModel {
  /** Which of the file's images is meant, for formats that hold one image in several sizes: the largest. */
  readonly main: number;
  /** Further images that are beside the one that is taken: other views of it, planes, or thumbnails. */
  readonly others: number;
}

const METADATA_PROFILES = ['exif', 'xmp', 'iptc'];

/** Reads no pixels; throws `input_too_complex` for an image that is larger than the limits allow. */
export function readHeader(bytes: Uint8Array, format: FormatId, limits: Limits): ImageHeader {
  const declared = declaredSize(bytes, format);
  if (declared) checkRaster(declared, limits); // the library would decode before it tells
  const own = OWN_READERS[format];
  if (own) return headerOfOwn(own.header(bytes));
  const images = MagickImageCollection.create();
  try {
    const settings = new MagickReadSettings({ format: coderOf(format) });
    // Otherwise the profile of sRGB, which is the default anyway, is not told.
    settings.setDefine(MagickFormat.Png, 'preserve-iccp', 'true');
    images.ping(bytes, settings);
    const header = headerOf(images, format);
    return { ...header, ...CORRECTIONS[format]?.(bytes, header) };
  } finally {
    images.dispose();
  }
}

function headerOfOwn(header: OwnHeader): ImageHeader {
  return {
    ...PLAIN_RASTER,
    ...header,
    main: 0,
    others: 0,
  };
}

function headerOf(images: readonly IMagickImage[], format: FormatId): ImageHeader {
  const main = isIcon(format) ? largestOf(images) : 0;
  const image = images[main];
  if (!image) throw damagedImage();
  const names = image.profileNames;
  const hasExif = names.includes('exif');
  const isSequence = formatOf(format).many !== undefined;
  return {
    ...uprightSize(canvasOf(image, format), image.orientation),
    frames: isSequence ? images.length : 1,
    main,
    others: BESIDE.includes(format) ? images.length - 1 : 0,
    hasAlpha: images.some(({ hasAlpha }) => hasAlpha),
    bitsPerChannel: isCameraRaw(format) ? RAW_BITS : Math.max(8, image.depth),
    isCmyk: image.colorSpace === ColorSpace.CMYK,
    hasIccProfile: names.includes('icc'),
    ...profileOf(image),
    ...resolutionOf(image),
    hasExif,
    hasMetadata: names.some((name) => METADATA_PROFILES.includes(name)),
    delaysMs: images.map(({ animationDelay, animationTicksPerSecond }) =>
      Math.round((animationDelay * 1000) / (animationTicksPerSecond || 100)),
    ),
    loops: image.animationIterations,
  };
}

function profileOf(image: IMagickImage): Pick<RasterModel, 'profile'> {
  const data = image.getProfile('icc')?.data;
  return data ? { profile: crc32Of(data) } : {};
}

const CM_PER_INCH = 2.54;

function resolutionOf({ density, orientation }: IMagickImage): Pick<RasterModel, 'pixelsPerInch' | 'pixelShape'> {
  const { x, y, units } = density;
  if (units === DensityUnit.Undefined || x <= 0) return {};
  return {
    pixelsPerInch: units === DensityUnit.PixelsPerCentimeter ? x * CM_PER_INCH : x,
    ...pixelShapeOf({ x, y }, isTransposed(orientation)),
  };
}

/** Sensors count 10 to 16 bits: more than this library keeps, whatever the file says. */
const RAW_BITS = 16;

/** Bits of a sample (SMPTE 268M, 5.3) and bytes of one. */
const DPX_BITS_AT = 803;
const SGI_BYTES_AT = 3;

/** What the library does not find in the header of some formats, or finds wrongly. */
const CORRECTIONS: Partial<Record<FormatId, (bytes: Uint8Array, header: ImageHeader) => Partial<ImageHeader>>> = {
  webp: webpContents,
  dpx: (bytes) => ({ bitsPerChannel: Math.max(8, bytes[DPX_BITS_AT] ?? 8) }),
  sgi: (bytes) => ({ bitsPerChannel: (bytes[SGI_BYTES_AT] ?? 1) * 8 }),
  fits: (_, { others }) => (others === COLOUR_PLANES - 1 ? { others: 0 } : {}),
  mpo: (bytes) => ({ others: countMpoImages(bytes) - 1 }),
  mng(bytes, { frames }) {
    const delaysMs = readMngDelays(bytes);
    return delaysMs.length === frames ? { delaysMs } : {};
  },
};

function webpContents(bytes: Uint8Array): Pick<ImageHeader, 'hasIccProfile' | 'hasExif' | 'hasMetadata'> {
  const { hasIccProfile, hasExif, hasXmp } = readWebpContents(bytes);
  return { hasIccProfile, hasExif, hasMetadata: hasExif || hasXmp };
}

/** Formats that hold images beside their first one; layers and sizes of one image do not count. */
const BESIDE: readonly FormatId[] = ['fits', 'pbm', 'pgm', 'ppm', 'pnm', 'pam', 'heic', 'avif'];

/** Formats whose images are layers of one image; others have a merged one before their layers. */
export function isLayered(format: FormatId): boolean {
  return format === 'xcf';
}

/** Formats of which three images are red, green and blue. */
export function isInPlanes(format: FormatId): boolean {
  return format === 'fits';
}

export const COLOUR_PLANES = 3;

export function isAnimated(format: FormatId): boolean {
  return formatOf(format).many === 'frames';
}

/** Frames of an animation, and layers, may be smaller than the canvas. */
function canvasOf(image: IMagickImage, format: FormatId): { readonly width: number; readonly height: number } {
  const { page } = image;
  return (isAnimated(format) || isLayered(format)) && page.width > 0 ? page : image;
}

function largestOf(images: readonly IMagickImage[]): number {
  const areas = images.map(({ width, height }) => width * height);
  return areas.indexOf(Math.max(...areas));
}
