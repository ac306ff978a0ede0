import { MagickImageCollection, MagickReadSettings, type IMagickImage } from '@imagemagick/magick-wasm';
import type { FormatId } from '../../formats/index.ts';
import { AnimationCanvas } from '../../models/animation-canvas.ts';
import { readWebpFrames, stillOfFrame } from '../../models/webp-animation.ts';
import { coderOf } from './coders.ts';
import type { ImageHeader } from './header.ts';
import { imageOfPixels, rgbaOf } from './pixels.ts';

/** An image file and what its header said. */
export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly format: FormatId;
  readonly header: ImageHeader;
}

/** Decodes one frame or page, counted from 0, whole and upright, hands it to `use` and frees it. */
export function withPicture<T>(encoded: EncodedImage, frame: number, use: (image: IMagickImage) => T): T {
  if (isAnimation(encoded)) {
    const results: T[] = [];
    forEachFrame(encoded, [frame], (image) => void results.push(use(image)));
    return results[0]!;
  }
  const { bytes, format, header } = encoded;
  const settings = new MagickReadSettings({ format: coderOf(format) });
  if (header.frames > 1) {
    settings.frameIndex = frame;
    settings.frameCount = 1;
  }
  return withImages(bytes, settings, (images) => {
    const image = images[header.main]!;
    image.autoOrient();
    image.resetPage();
    return use(image);
  });
}

export function isAnimation({ header, format }: EncodedImage): boolean {
  return header.frames > 1 && format !== 'tiff';
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
  const settings = new MagickReadSettings({ format: coderOf(format), frameIndex: 0, frameCount: wanted.at(-1)! + 1 });
  withImages(bytes, settings, (images) => {
    images.coalesce(); // a frame holds only what differs from the one before
    for (const frame of wanted) {
      const image = images[frame]!;
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
  const canvas = new AnimationCanvas<Uint8Array>(header.width, header.height, new Uint8Array(header.width * header.height * 4));
  for (const [index, frame] of readWebpFrames(bytes)
    .slice(0, wanted.at(-1)! + 1)
    .entries()) {
    canvas.draw(frame, decodeStill(stillOfFrame(frame)));
    if (!wanted.includes(index)) continue;
    const drawn = imageOfPixels(canvas.picture);
    try {
      use(drawn, index);
    } finally {
      drawn.dispose();
    }
  }
}

function decodeStill(webp: Uint8Array): Uint8Array {
  return withImages(webp, new MagickReadSettings({ format: coderOf('webp') }), (images) => rgbaOf(images[0]!));
}

function withImages<T>(
  bytes: Uint8Array,
  settings: MagickReadSettings,
  use: (images: ReturnType<typeof MagickImageCollection.create>) => T,
): T {
  const images = MagickImageCollection.create();
  try {
    images.read(bytes, settings);
    return use(images);
  } finally {
    images.dispose();
  }
}
