import {
  ColorProfile,
  ColorSpace,
  ImageProfile,
  MagickFormat,
  MagickImage,
  MagickReadSettings,
  RenderingIntent,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import { BoxShrink } from '../../content/raster/inspect/box-shrink.ts';
import { preShrinkOf, type RgbaImage } from '../../content/raster/inspect/raster.ts';
import { srgbProfile } from './srgb-profile.ts';

/** Pixels fetched from the library at a time: 4 MB. */
const PIXELS_PER_STEP = 1_000_000;

const GREY_SPACES: readonly ColorSpace[] = [ColorSpace.Gray, ColorSpace.LinearGray];

/** A decoded image, shrunk for a thumbnail, in sRGB. The embedded profile is applied to what is left: that is faster. */
export function shrunkImage(image: IMagickImage): RgbaImage {
  const isCmyk = image.colorSpace === ColorSpace.CMYK;
  const isKnown = isCmyk || image.colorSpace === ColorSpace.sRGB || GREY_SPACES.includes(image.colorSpace);
  if (!isKnown) image.colorSpace = ColorSpace.sRGB;
  const shrunk = shrink(image, isCmyk);
  const profile = image.getColorProfile();
  if (profile && !GREY_SPACES.includes(image.colorSpace)) return applyProfile(shrunk, profile.data, isCmyk);
  return isCmyk ? { ...shrunk, data: withoutProfile(shrunk.data) } : shrunk;
}

function shrink(image: IMagickImage, isCmyk: boolean): RgbaImage {
  const { width, height } = image;
  return boxShrink(image, preShrinkOf(width), preShrinkOf(height), isCmyk);
}

/** Averages blocks of pixels: much faster than the library's own filters, and exact. */
export function boxShrink(image: IMagickImage, factorX: number, factorY: number, isCmyk = false): RgbaImage {
  const { width, height } = image;
  const box = new BoxShrink({
    width,
    height,
    factorX,
    factorY,
    hasAlpha: !isCmyk && image.hasAlpha,
  });
  const step = box.rowsPerStep * Math.max(1, Math.floor(PIXELS_PER_STEP / (width * box.rowsPerStep)));
  image.getPixels((pixels) => {
    for (let row = 0; row < height; row += step) {
      const rows = pixels.toByteArray(0, row, width, Math.min(step, height - row), isCmyk ? 'CMYK' : 'RGBA');
      if (!rows) throw new Error('The library gave no pixels.');
      box.add(rows);
    }
  });
  return box.finish();
}

function applyProfile(shrunk: RgbaImage, profile: Uint8Array, isCmyk: boolean): RgbaImage {
  const small = imageOfPixels(shrunk, isCmyk);
  try {
    small.setProfile(new ImageProfile('icc', profile));
    convertToSrgb(small);
    return { ...shrunk, data: rgbaOf(small) };
  } finally {
    small.dispose();
  }
}

/** All pixels of an image, 4 bytes each. */
export function rgbaOf(image: IMagickImage): Uint8Array {
  const data = image.getPixels((pixels) => pixels.toByteArray(0, 0, image.width, image.height, 'RGBA'));
  if (!data) throw new Error('The library gave no pixels.');
  return data;
}

/** A new image of raw pixels, to be disposed of by the caller. */
export function imageOfPixels({ width, height, data }: RgbaImage, isCmyk = false): IMagickImage {
  const format = isCmyk ? MagickFormat.Cmyk : MagickFormat.Rgba;
  return MagickImage.create(data, new MagickReadSettings({ format, width, height, depth: 8 }));
}

/** Applies the embedded profile with the relative intent and black point compensation. */
export function convertToSrgb(image: IMagickImage): void {
  image.renderingIntent = RenderingIntent.Relative;
  image.blackPointCompensation = true;
  image.transformColorSpace(new ColorProfile(srgbProfile()));
}

/** CMYK without a profile: what light the inks leave. */
function withoutProfile(cmyk: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(cmyk.length);
  for (let at = 0; at < cmyk.length; at += 4) {
    const light = 255 - cmyk[at + 3]!;
    for (let channel = 0; channel < 3; channel++) rgba[at + channel] = ((255 - cmyk[at + channel]!) * light) / 255;
    rgba[at + 3] = 255;
  }
  return rgba;
}
