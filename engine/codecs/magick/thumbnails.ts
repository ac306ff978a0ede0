import { MagickFormat, MagickImageCollection, MagickReadSettings, type IMagickImage } from '@imagemagick/magick-wasm';
import type { InspectRequest } from '../../codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Thumbnail } from '../../verify/facts.ts';
import { orientThumbnail, sampledFrames, thumbnailOf } from '../../verify/observe/raster.ts';
import { coderOf } from './coders.ts';
import type { ImageHeader } from './header.ts';
import { shrunkPicture } from './pixels.ts';

/** JPEG is decoded at the fraction of its size that still has this many pixels along a side. */
const JPEG_HINT = '512x512';
const DECODED_PIXELS_PER_MS = 15_000;

/** Small pictures of the frames that a look of this effort samples; fewer when the budget would run out, never none. */
export function takeThumbnails(
  bytes: Uint8Array,
  format: FormatId,
  header: ImageHeader,
  { effort, budgetMs }: InspectRequest,
): Thumbnail[] {
  const frames = affordableFrames(header, sampledFrames(header.frames, effort), effort, budgetMs);
  const settings = new MagickReadSettings({ format: coderOf(format) });
  if (format === 'jpg') settings.setDefine(MagickFormat.Jpeg, 'size', JPEG_HINT);
  if (header.frames > 1) {
    settings.frameIndex = 0;
    settings.frameCount = frames.at(-1)! + 1;
  }
  const images = MagickImageCollection.create();
  try {
    images.read(bytes, settings);
    if (header.frames > 1 && format !== 'tiff') images.coalesce();
    if (format === 'ico') return [shrinkImage(images[header.main]!, 0)];
    return frames.filter((frame) => frame < images.length).map((frame) => shrinkImage(images[frame]!, frame));
  } finally {
    images.dispose();
  }
}

function affordableFrames(
  { width, height }: ImageHeader,
  frames: readonly number[],
  effort: InspectRequest['effort'],
  budgetMs: number,
): readonly number[] {
  if (effort === 'full') return frames;
  const msPerFrame = (width * height) / DECODED_PIXELS_PER_MS;
  return frames.filter((frame, index) => index === 0 || (frame + 1) * msPerFrame <= budgetMs);
}

function shrinkImage(image: IMagickImage, frame: number): Thumbnail {
  return orientThumbnail(thumbnailOf(shrunkPicture(image), frame), image.orientation);
}
