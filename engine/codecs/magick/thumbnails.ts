import { ColorSpace, MagickFormat, type IMagickImage } from '@imagemagick/magick-wasm';
import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { Thumbnail } from '../../contract/facts.ts';
import { orientThumbnail, sampledImages, thumbnailOf } from '../../content/raster/inspect/raster.ts';
import { isInPlanes, isLayered } from './header.ts';
import { shrunkPng } from '../../content/raster/inspect/shrunk-png.ts';
import { OWN_READERS } from './own-formats.ts';
import { shrunkImage } from './pixels.ts';
import { forEachFrame, imageAt, isAnimation, readSettings, withImage, withImages, type EncodedImage } from './read.ts';

/** JPEG is decoded at the fraction of its size that still has this many pixels along a side; a smaller one would be enlarged. */
const JPEG_SIDE = 256;

/** Thumbnails of the frames that an inspection of this effort samples, however long that takes: the same frames every time. */
export function takeThumbnails(encoded: EncodedImage, { effort }: Pick<InspectRequest, 'effort'>): Thumbnail[] {
  const frames = sampledImages(encoded.format, encoded.header.frames, effort);
  if (!isAnimation(encoded)) return readPages(encoded, frames);
  const thumbnails: Thumbnail[] = [];
  forEachFrame(encoded, frames, (image, frame) => void thumbnails.push(shrinkImage(image, frame)));
  return thumbnails;
}

function readPages(encoded: EncodedImage, pages: readonly number[]): Thumbnail[] {
  const { bytes, format, header } = encoded;
  const plain = format === 'png' ? shrunkPng(bytes) : undefined;
  if (plain) return [thumbnailOf(plain, { frame: 0, imageWidth: header.width, imageHeight: header.height })];
  if (OWN_READERS[format] || isLayered(format) || isInPlanes(format))
    return pages.map((page) => withImage(encoded, page, (image) => shrinkImage(image, page)));
  const settings = readSettings(format, bytes);
  if (format === 'jpg' && Math.min(header.width, header.height) > JPEG_SIDE)
    settings.setDefine(MagickFormat.Jpeg, 'size', `${JPEG_SIDE}x${JPEG_SIDE}`);
  if (header.frames > 1) {
    settings.frameIndex = 0;
    settings.frameCount = pages.at(-1)! + 1;
  }
  return withImages(bytes, settings, (images) => {
    if (header.frames > 1) return pages.map((page) => shrinkImage(imageAt(images, page), page));
    const thumbnail = shrinkImage(imageAt(images, header.main), 0);
    if (format !== 'jpg') return [thumbnail];
    return [{ ...thumbnail, imageWidth: header.width, imageHeight: header.height }];
  });
}

/**
 * Shows the only image of a file while it is decoded to be converted, when somebody asks for it. In other colour
 * spaces a thumbnail changes the image, which is then looked at for itself.
 */
export function showImage(image: IMagickImage, { preview }: Pick<RunContext, 'preview'>): void {
  if (image.colorSpace === ColorSpace.sRGB) preview?.([shrinkImage(image, 0)]);
}

function shrinkImage(image: IMagickImage, frame: number): Thumbnail {
  const name = { frame, imageWidth: image.width, imageHeight: image.height };
  return orientThumbnail(thumbnailOf(shrunkImage(image), name), image.orientation);
}
