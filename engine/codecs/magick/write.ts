import {
  CompressionMethod,
  Gravity,
  MagickColors,
  MagickFormat,
  MagickGeometry,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { iconSides } from '../../models/icon-sizes.ts';
import { encodeIcon, type IconEntry } from '../../models/windows-icon.ts';
import { boxShrink, imageOfPixels, rgbaOf } from './pixels.ts';

type Write = (image: IMagickImage, options: OptionValues) => Uint8Array;

/** How each format is written. The settings are presets for speed, as they are in vips. */
const WRITERS: Partial<Record<FormatId, Write>> = {
  png(image) {
    image.quality = 10; // zlib level 1, no row filters: a quarter of the time of the default
    return encode(image, MagickFormat.Png);
  },
  jpg(image, { quality = 85 }) {
    image.quality = quality;
    return encode(image, MagickFormat.Jpeg);
  },
  webp(image, { quality = 80, lossless = false }) {
    image.quality = quality;
    image.settings.setDefine(MagickFormat.WebP, 'method', lossless ? '1' : '2');
    image.settings.setDefine(MagickFormat.WebP, 'lossless', String(lossless));
    return encode(image, MagickFormat.WebP);
  },
  gif: (image) => encode(image, MagickFormat.Gif),
  tiff(image) {
    image.settings.compression = CompressionMethod.Zip;
    image.quality = 30; // zlib level 3, a fifth of the time of the default
    return encode(image, MagickFormat.Tiff);
  },
  avif(image, { quality = 55 }) {
    image.quality = quality;
    image.settings.setDefine(MagickFormat.Heic, 'speed', '8');
    return encode(image, MagickFormat.Avif);
  },
  bmp(image) {
    image.settings.compression = CompressionMethod.NoCompression; // few programs read run lengths
    // The third version of the header is what every program reads; only the later ones say what alpha is.
    return encode(image, image.hasAlpha ? MagickFormat.Bmp : MagickFormat.Bmp3);
  },
  ico: writeIcon,
};

export function writePicture(image: IMagickImage, format: FormatId, options: OptionValues): Uint8Array {
  const write = WRITERS[format];
  if (!write) throw new Error(`magick does not write ${format}.`);
  const bytes = write(image, options);
  if (bytes.byteLength > 0) return bytes;
  throw new ConversionError({
    code: 'conversion_failed', // some coders report success and write nothing
    message: 'The image library wrote an empty file. Try another target format.',
    details: { format },
  });
}

function encode(image: IMagickImage, coder: MagickFormat): Uint8Array {
  return image.write(coder, (data) => data.slice()); // `data` is a view on the library's memory
}

/** An icon with the usual sizes up to the picture's own, each square: what is not, gets transparent margins. */
function writeIcon(image: IMagickImage): Uint8Array {
  const [largest, ...smaller] = iconSides(image);
  const factor = Math.floor(Math.max(image.width, image.height) / (2 * largest));
  if (factor < 2) return image.clone((copy) => iconOf(copy, [largest, ...smaller]));
  const shrunk = imageOfPixels(boxShrink(image, factor, factor));
  try {
    return iconOf(shrunk, [largest, ...smaller]);
  } finally {
    shrunk.dispose();
  }
}

/** Changes the image: each size is made of the one before, which differs by too little to be seen. */
function iconOf(image: IMagickImage, sides: readonly number[]): Uint8Array {
  return encodeIcon(sides.map((side) => iconEntry(image, side)));
}

/** Sides from which pictures in icons are PNG: large ones have been since there are any. */
const PNG_FROM_SIDE = 128;

function iconEntry(image: IMagickImage, side: number): IconEntry {
  const geometry = new MagickGeometry(side, side);
  image.resize(geometry);
  image.extent(geometry, Gravity.Center, MagickColors.Transparent);
  if (side >= PNG_FROM_SIDE) return { width: side, height: side, data: encode(image, MagickFormat.Png), png: true };
  return { width: side, height: side, data: rgbaOf(image) };
}
