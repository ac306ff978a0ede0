import {
  ColorSpace,
  MagickColors,
  MagickGeometry,
  MagickImageCollection,
  MagickReadSettings,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import type { FormatId } from '../../formats/index.ts';
import { AnimationCanvas } from '../../content/raster/animation-canvas.ts';
import { damagedImage } from '../../content/raster/failures.ts';
import { offsetGridOf } from '../../content/raster/jpeg2000/grid.ts';
import { readWebpFrames, stillOfFrame } from '../../content/raster/webp/animation.ts';
import type { RgbaImage } from '../../content/raster/inspect/raster.ts';
import { coderOf, isCameraRaw } from './coders.ts';
import { COLOUR_PLANES, isAnimated, isInPlanes, isLayered, type ImageHeader } from './header.ts';
import { OWN_READERS } from './own-formats.ts';
import { imageOfPixels, rgbaOf } from './pixels.ts';

/** An image file and what its header said. */
export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly format: FormatId;
  readonly header: ImageHeader;
}

/** Decodes one frame or page, counted from 0, whole and upright, hands it to `use` and frees it. */
export function withImage<T>(encoded: EncodedImage, frame: number, use: (image: IMagickImage) => T): T {
  if (isAnimation(encoded)) {
    const results: T[] = [];
    forEachFrame(encoded, [frame], (image) => void results.push(use(image)));
    return results[0]!;
  }
  const { bytes, format, header } = encoded;
  const own = OWN_READERS[format];
  if (own) return withPixels(own.decode(bytes, decodeFile, frame), use);
  const settings = readSettings(format, bytes);
  if (header.frames > 1) {
    settings.frameIndex = frame;
    settings.frameCount = 1;
  }
  return withImages(bytes, settings, (images) => {
    const upright = (image: IMagickImage): T => {
      image.autoOrient();
      image.resetPage();
      return use(image);
    };
    if (isInPlanes(format) && images.length === COLOUR_PLANES) return images.combine(ColorSpace.sRGB, upright);
    if (!isLayered(format)) return upright(imageAt(images, header.main));
    images[0]!.backgroundColor = MagickColors.Transparent;
    return images.flatten(upright);
  });
}

export function isAnimation({ header, format }: EncodedImage): boolean {
  return header.frames > 1 && isAnimated(format);
}

/** How a format is decoded where the defaults would not do. */
export function readSettings(format: FormatId, bytes: Uint8Array): MagickReadSettings {
  const settings = new MagickReadSettings({ format: coderOf(format) });
  const grid = format === 'jp2' || format === 'j2k' ? offsetGridOf(bytes) : undefined;
  // The library asks OpenJPEG for an area of the image's size from the origin of its grid, which cuts such images off.
  if (grid) settings.extractArea = new MagickGeometry(0, 0, grid.width, grid.height);
  if (isCameraRaw(format)) {
    settings.setDefine('dng:use-camera-wb', 'true');
    settings.setDefine('dng:output-color', '1'); // sRGB
  }
  return settings;
}

function decodeFile(file: Uint8Array, format: FormatId): RgbaImage {
  return withImages(file, readSettings(format, file), ([image]) => {
    const { width, height } = image!;
    return { width, height, data: rgbaOf(image!) };
  });
}

function withPixels<T>(pixels: RgbaImage, use: (image: IMagickImage) => T): T {
  const image = imageOfPixels(pixels);
  try {
    return use(image);
  } finally {
    image.dispose();
  }
}

/** Draws the frames of an animation as a viewer shows them and hands those that are wanted (ascending) to `use`. */
export function forEachFrame(
  encoded: EncodedImage,
  wanted: readonly number[],
  use: (image: IMagickImage, frame: number) => void,
): void {
  if (encoded.format === 'webp') {
    drawWebpFrames(encoded, wanted, use);
    return;
  }
  const { bytes, format } = encoded;
  const settings = readSettings(format, bytes);
  settings.frameIndex = 0;
  settings.frameCount = wanted.at(-1)! + 1;
  withImages(bytes, settings, (images) => {
    images.coalesce(); // a frame holds only what differs from the one before
    for (const frame of wanted) {
      const image = imageAt(images, frame);
      image.resetPage();
      use(image, frame);
    }
  });
}

/** The library's own drawing knows neither a transparent canvas nor frames that replace what is below them. */
function drawWebpFrames(
  { bytes, header }: EncodedImage,
  wanted: readonly number[],
  use: (image: IMagickImage, frame: number) => void,
): void {
  const canvas = new AnimationCanvas<Uint8Array>(
    header.width,
    header.height,
    new Uint8Array(header.width * header.height * 4),
  );
  for (const [index, frame] of readWebpFrames(bytes)
    .slice(0, wanted.at(-1)! + 1)
    .entries()) {
    canvas.draw(frame, decodeStill(stillOfFrame(frame)));
    if (!wanted.includes(index)) continue;
    withPixels(canvas.image, (drawn) => use(drawn, index));
  }
}

function decodeStill(webp: Uint8Array): Uint8Array {
  return decodeFile(webp, 'webp').data;
}

/** An image that the header promises: a damaged file may end before it. */
export function imageAt(images: readonly IMagickImage[], index: number): IMagickImage {
  const image = images[index];
  if (!image) throw damagedImage();
  return image;
}

export function withImages<T>(
  bytes: Uint8Array,
  settings: MagickReadSettings,
  use: (images: ReturnType<typeof MagickImageCollection.create>) => T,
): T {
  const images = MagickImageCollection.create();
  try {
    images.read(bytes, settings);
    if (images.length === 0) throw damagedImage(); // some coders find nothing, and say nothing
    return use(images);
  } finally {
    images.dispose();
  }
}
