import {
  AlphaAction,
  ClassType,
  FilterType,
  Gravity,
  MagickColors,
  MagickFormat,
  MagickGeometry,
  MagickImageCollection,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { iconSides } from '../../content/raster/icon/sizes.ts';
import { encodeIcns } from '../../content/raster/icon/icns.ts';
import { requireSize, searchQuality } from '../../content/raster/quality-search.ts';
import { encodeIcon, type IconEntry } from '../../content/raster/icon/windows-icon.ts';
import type { RgbaImage } from '../../content/raster/inspect/raster.ts';
import { ditherToBilevel } from './bilevel.ts';
import { coderOf, isWrittenByLibrary } from './coders.ts';
import { encodeFax } from '../../content/raster/fax/group3.ts';
import { encodeDds } from '../../content/raster/dds/writer.ts';
import { encodeMng } from '../../content/raster/mng/writer.ts';
import { encodeCineon, encodeDpx } from '../../content/raster/film/writer.ts';
import { encodeExr } from '../../content/raster/exr/reader.ts';
import { boxShrink, imageOfPixels, rgbaOf } from './pixels.ts';
import { encodePalm } from '../../content/raster/palm/writer.ts';
import { encodePostScript } from './postscript.ts';
import { encodeRadiance } from '../../content/raster/hdr/reader.ts';
import { SETTINGS, WITH_QUALITY } from './settings.ts';
import { encodeSixel } from '../../content/raster/sixel/writer.ts';
import { encodeWordPerfect } from './word-perfect.ts';
import { withXmp } from '../../content/raster/png/xmp.ts';
import { unwrittenImage } from '../../content/raster/failures.ts';

type Write = (image: IMagickImage, options: OptionValues) => Uint8Array;

/** Formats that are more than a call of their coder, or that we write ourselves. */
const WRITERS: Partial<Record<FormatId, Write>> = {
  png: (image) => withXmp(encode(image, MagickFormat.Png), image.getProfile('xmp')?.data),
  // The third version of the header is what every program reads; only the later ones say what alpha is.
  bmp: (image) => encode(image, image.hasAlpha ? MagickFormat.Bmp : MagickFormat.Bmp3),
  pict: (image) => padded(encodePicture(image), Math.ceil((image.width * image.height) / 8)),
  wpg: (image) => padded(encodeWordPerfect(imageOf(image)), image.width),
  psd: (image) => writePhotoshop(image, MagickFormat.Psd),
  psb: (image) => writePhotoshop(image, MagickFormat.Psb),
  dpx: (image) => encodeDpx(imageOf(image), image.hasAlpha),
  cin: (image) => encodeCineon(imageOf(image)),
  hdr: (image) => encodeRadiance(imageOf(image)),
  exr: (image) => encodeExr(imageOf(image)),
  dds: (image) => encodeDds(imageOf(image), image.hasAlpha),
  sixel: (image) => encodeSixel(imageOf(image)),
  palm: (image) => encodePalm(imageOf(image)),
  g3: (image) => encodeFax(imageOf(image)),
  pgx: (image) => encodePgx(imageOf(image)),
  eps: (image) => encodePostScript(imageOf(image), 'eps'),
  ps: (image) => encodePostScript(imageOf(image), 'ps'),
  ico: (image, options) => writeIcon(image, 'ico', options, iconEntry, (entries) => encodeIcon(entries)),
  cur: (image, options) => writeIcon(image, 'cur', options, iconEntry, (entries) => encodeIcon(entries, 'cur')),
  icns: (image, options) =>
    writeIcon(image, 'icns', options, (copy, side) => ({ side, png: squarePng(copy, side) }), encodeIcns),
};

export function writeImage(image: IMagickImage, format: FormatId, options: OptionValues): Uint8Array {
  if (formatOf(format).tones !== 'bilevel') return writeWithin(image, format, options);
  // The coders see by themselves that there are two tones: to be told costs another pass over large images.
  return writeOpaque(ditherToBilevel(imageOf(image)), (dots) => writeWithin(dots, format, options));
}

function writeOpaque(pixels: RgbaImage, write: (image: IMagickImage) => Uint8Array): Uint8Array {
  const image = imageOfPixels(pixels);
  try {
    image.alpha(AlphaAction.Off);
    return write(image);
  } finally {
    image.dispose();
  }
}

function writeWithin(image: IMagickImage, format: FormatId, options: OptionValues): Uint8Array {
  const write = writerOf(format);
  return withinSize(format, options, (asked) => {
    SETTINGS[format]?.(image, asked);
    return write(image, asked);
  });
}

/** Several pages or frames in one file. */
export function writeImages(images: Images, format: FormatId, options: OptionValues): Uint8Array {
  return withinSize(format, options, (asked) => {
    for (const image of images) SETTINGS[format]?.(image, asked);
    return format === 'mng' ? encodeFilm(images) : encodeAll(images, coderOf(format));
  });
}

type Images = ReturnType<typeof MagickImageCollection.create>;

/** With `targetSize` of the best quality that fits, where the format has one. */
function withinSize(format: FormatId, options: OptionValues, write: (options: OptionValues) => Uint8Array): Uint8Array {
  const { targetSize, quality: most } = options;
  const isSearched = targetSize !== undefined && WITH_QUALITY.includes(format);
  if (!isSearched) return requireSize(checked(write(options)), targetSize);
  return searchQuality((quality) => checked(write({ ...options, quality })), { targetSize, most });
}

function encodeAll(images: Images, coder: MagickFormat): Uint8Array {
  for (const image of images) dropTimes(image);
  return images.write(coder, (data) => data.slice()); // `data` is a view on the library's memory
}

function encodeFilm(images: readonly IMagickImage[]): Uint8Array {
  const frames = images.map((image) => ({ png: encode(image, MagickFormat.Png), delay: image.animationDelay }));
  const [first] = images as readonly [IMagickImage];
  return encodeMng(frames, first, first.animationIterations);
}

function writerOf(format: FormatId): Write {
  const write = WRITERS[format];
  if (write) return write;
  if (!isWrittenByLibrary(format)) throw new Error(`magick does not write ${format}.`);
  return (image) => encode(image, coderOf(format));
}

function checked(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength > 0) return bytes;
  throw unwrittenImage();
}

function imageOf(image: IMagickImage): RgbaImage {
  return { width: image.width, height: image.height, data: rgbaOf(image) };
}

/**
 * Zeros after the end, an even number, so that they are records without content: ImageMagick takes smaller files of so
 * many pixels for bombs, its own among them.
 */
function padded(bytes: Uint8Array, leastBytes: number): Uint8Array {
  if (bytes.byteLength >= leastBytes) return bytes;
  const missing = leastBytes - bytes.byteLength;
  const longer = new Uint8Array(leastBytes + (missing % 2));
  longer.set(bytes);
  return longer;
}

/** Bytes of a row in QuickDraw pictures beyond which its packed length has two bytes. */
const MOST_OF_SHORT_ROW = 250;

/**
 * ImageMagick counts a row of three channels as three bytes a pixel, where QuickDraw counts four ("Imaging With
 * QuickDraw", appendix A). Where only one of them is beyond the limit, a fourth channel makes both agree.
 */
function encodePicture(image: IMagickImage): Uint8Array {
  const isMiscounted = 3 * image.width <= MOST_OF_SHORT_ROW && 4 * image.width > MOST_OF_SHORT_ROW;
  if (!isMiscounted || image.hasAlpha || image.classType === ClassType.Pseudo) return encode(image, MagickFormat.Pict);
  image.alpha(AlphaAction.Opaque);
  try {
    return encode(image, MagickFormat.Pict);
  } finally {
    image.alpha(AlphaAction.Off);
  }
}

/**
 * The merged image of a Photoshop file is on white, with its opacity beside it; only layers have colours of their
 * own where they are transparent.
 */
function writePhotoshop(image: IMagickImage, coder: MagickFormat): Uint8Array {
  if (!image.hasAlpha) return encode(image, coder);
  const images = MagickImageCollection.create();
  try {
    images.push(imageOfPixels(onWhite(imageOf(image))), imageOfPixels(imageOf(image)));
    return encodeAll(images, coder);
  } finally {
    images.dispose();
  }
}

/** Big endian, unsigned, 8 bits; the library's own writer skews rows (ISO/IEC 15444-4). */
function encodePgx({ width, height, data }: RgbaImage): Uint8Array {
  const greys = new Uint8Array(width * height);
  for (let pixel = 0; pixel < greys.length; pixel++) greys[pixel] = data[4 * pixel]!;
  return Buffer.concat([Buffer.from(`PG ML + 8 ${width} ${height}\n`, 'latin1'), greys]);
}

function onWhite({ data, ...size }: RgbaImage): RgbaImage {
  const matted = new Uint8Array(data);
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3]! / 255;
    for (let channel = 0; channel < 3; channel++)
      matted[at + channel] = Math.round(data[at + channel]! * opacity + 255 * (1 - opacity));
  }
  return { ...size, data: matted };
}

function encode(image: IMagickImage, coder: MagickFormat): Uint8Array {
  dropTimes(image);
  return image.write(coder, (data) => data.slice()); // `data` is a view on the library's memory
}

/** When the library read an image is no part of it; when it was taken is in its metadata. */
function dropTimes(image: IMagickImage): void {
  for (const name of image.attributeNames) if (name.startsWith('date:')) image.removeAttribute(name);
}

/**
 * An icon with one image for each side, each square: what is not, gets transparent margins. Each is made of the one
 * before, which differs by too little to be seen.
 */
function writeIcon<Entry>(
  image: IMagickImage,
  format: FormatId,
  { sizes }: OptionValues,
  entryOf: (image: IMagickImage, side: number) => Entry,
  encodeEntries: (entries: readonly Entry[]) => Uint8Array,
): Uint8Array {
  const sides = iconSides(image, format, sizes);
  const { hasAlpha } = image;
  const write = (copy: IMagickImage): Uint8Array => {
    if (!hasAlpha) copy.filterType = FilterType.Lanczos;
    return encodeEntries(sides.map((side) => entryOf(copy, side)));
  };
  const factor = Math.floor(Math.max(image.width, image.height) / (PIXELS_FOR_FILTER * sides[0]));
  if (factor < 2) return image.clone(write);
  const shrunk = imageOfPixels(boxShrink(image, factor, factor));
  try {
    return write(shrunk);
  } finally {
    shrunk.dispose();
  }
}

/** Pixels along a side, for each of the result, that are left to the library's slow filter: the rest is averaged away. */
const PIXELS_FOR_FILTER = 1.5;

/** Sides from which images in icons are PNG: large ones have been since there are any. */
const PNG_FROM_SIDE = 128;

function iconEntry(image: IMagickImage, side: number): IconEntry {
  if (side >= PNG_FROM_SIDE) return { width: side, height: side, data: squarePng(image, side), png: true };
  toSquare(image, side);
  return { width: side, height: side, data: rgbaOf(image) };
}

function squarePng(image: IMagickImage, side: number): Uint8Array {
  toSquare(image, side);
  image.quality = 35; // zlib level 3, row filters by heuristics: a quarter of the time of the default, a tenth larger
  return encode(image, MagickFormat.Png32);
}

function toSquare(image: IMagickImage, side: number): void {
  const geometry = new MagickGeometry(side, side);
  image.resize(geometry);
  image.extent(geometry, Gravity.Center, MagickColors.Transparent);
  image.filterType = FilterType.Undefined; // Lanczos would ring at the edges of what is transparent now
}
