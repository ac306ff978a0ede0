import {
  AlphaAction,
  ClassType,
  ColorType,
  CompressionMethod,
  Interlace,
  MagickFormat,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import { keepsWholeChroma } from '../../content/raster/whole-chroma.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';

type Settle = (image: IMagickImage, options: OptionValues) => void;

/** What the library's coders are told before they write; most of it are presets for speed, as they are in vips. */
export const SETTINGS: Partial<Record<FormatId, Settle>> = {
  png: toFastPng,
  jpg(image, { quality = 85, progressive }) {
    image.quality = quality;
    if (keepsWholeChroma(image)) image.settings.setDefine(MagickFormat.Jpeg, 'sampling-factor', '1x1');
    if (progressive) image.settings.interlace = Interlace.Plane;
  },
  webp(image, { quality = 80, lossless = false }) {
    image.quality = quality;
    image.settings.setDefine(MagickFormat.WebP, 'method', lossless ? '1' : '2');
    image.settings.setDefine(MagickFormat.WebP, 'lossless', String(lossless));
  },
  tiff(image) {
    image.settings.compression = CompressionMethod.Zip;
    image.quality = 30; // zlib level 3, a fifth of the time of the default
  },
  avif(image, { quality = 55 }) {
    image.quality = quality;
    image.settings.setDefine(MagickFormat.Heic, 'speed', '8');
    if (keepsWholeChroma(image)) image.settings.setDefine(MagickFormat.Heic, 'chroma', '444');
  },
  jxl(image, { quality = 80, lossless = false }) {
    image.quality = lossless ? 100 : quality;
    image.settings.setDefine(MagickFormat.Jxl, 'effort', '3');
  },
  jng(image, { quality = 90 }) {
    image.quality = quality;
  },
  jp2: toJpeg2000,
  j2k: toJpeg2000,
  bmp(image) {
    image.settings.compression = CompressionMethod.NoCompression; // few programs read run lengths
  },
  ase(image) {
    if (!image.hasAlpha) image.alpha(AlphaAction.Opaque); // a palette would make its first colour transparent
    image.colorType = ColorType.TrueColorAlpha;
  },
  mng: toFastPng,
  pcx: toDirectColours,
  dcx: toDirectColours,
  miff(image) {
    image.settings.compression = CompressionMethod.Zip;
  },
};

/** Of a palette of white and black, in this order, the writer keeps the order in the pixels and not in the header. */
function toDirectColours(image: IMagickImage): void {
  if (image.colormapSize === 2) image.classType = ClassType.Direct;
}

/** Formats that have a quality: with `targetSize` the best one that fits is searched. */
export const WITH_QUALITY: readonly FormatId[] = ['jpg', 'webp', 'avif', 'jxl', 'jng', 'jp2', 'j2k'];

function toFastPng(image: IMagickImage, { progressive }: OptionValues): void {
  image.quality = 10; // zlib level 1, no row filters: a quarter of the time of the default
  if (progressive) image.settings.interlace = Interlace.Plane;
}

/** Without loss unless a quality is asked for. */
function toJpeg2000(image: IMagickImage, { quality }: OptionValues): void {
  if (quality !== undefined) image.quality = quality;
}
