import { ColorSpace, MagickImageCollection, MagickReadSettings, type IMagickImage } from '@imagemagick/magick-wasm';
import type { FormatId } from '../../formats/index.ts';
import { readWebpContents } from '../../models/webp-animation.ts';
import type { RasterHeader } from '../../verify/observe/raster-facts.ts';
import { coderOf } from './coders.ts';

export interface ImageHeader extends RasterHeader {
  /** Which of the file's images is meant, for formats that hold one picture in several sizes: the largest. */
  readonly main: number;
}

const METADATA_PROFILES = ['exif', 'xmp', 'iptc'];

export function readHeader(bytes: Uint8Array, format: FormatId): ImageHeader {
  const images = MagickImageCollection.create();
  try {
    images.ping(bytes, new MagickReadSettings({ format: coderOf(format) }));
    const header = headerOf(images, format);
    return format === 'webp' ? { ...header, ...webpContents(bytes) } : header;
  } finally {
    images.dispose();
  }
}

function headerOf(images: readonly IMagickImage[], format: FormatId): ImageHeader {
  const main = format === 'ico' ? largestOf(images) : 0;
  const image = images[main]!;
  const isTurned = image.orientation >= 5;
  const { width, height } = canvasOf(image, format);
  const names = image.profileNames;
  const hasExif = names.includes('exif');
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    frames: SEQUENCES.includes(format) ? images.length : 1,
    main,
    hasAlpha: images.some(({ hasAlpha }) => hasAlpha),
    bitsPerChannel: Math.max(8, image.depth),
    isCmyk: image.colorSpace === ColorSpace.CMYK,
    hasIccProfile: names.includes('icc'),
    hasExif,
    hasMetadata: names.some((name) => METADATA_PROFILES.includes(name)),
    delaysMs: images.map(({ animationDelay, animationTicksPerSecond }) =>
      Math.round((animationDelay * 1000) / (animationTicksPerSecond || 100)),
    ),
    loops: image.animationIterations,
  };
}

/** The library does not look for them in the header of a WebP. */
function webpContents(bytes: Uint8Array): Pick<ImageHeader, 'hasIccProfile' | 'hasExif' | 'hasMetadata'> {
  const { hasIccProfile, hasExif, hasXmp } = readWebpContents(bytes);
  return { hasIccProfile, hasExif, hasMetadata: hasExif || hasXmp };
}

const SEQUENCES: readonly FormatId[] = ['gif', 'webp', 'tiff'];
const ANIMATIONS: readonly FormatId[] = ['gif', 'webp'];

/** Frames of an animation may be smaller than its canvas. */
function canvasOf(image: IMagickImage, format: FormatId): { readonly width: number; readonly height: number } {
  const { page } = image;
  return ANIMATIONS.includes(format) && page.width > 0 ? page : image;
}

function largestOf(images: readonly IMagickImage[]): number {
  const areas = images.map(({ width, height }) => width * height);
  return areas.indexOf(Math.max(...areas));
}
