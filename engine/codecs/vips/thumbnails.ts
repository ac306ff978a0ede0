import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { Thumbnail } from '../../contract/facts.ts';
import { orientThumbnail, preShrinkOf, sampledImages, thumbnailOf } from '../../content/raster/inspect/raster.ts';
import { toSrgb8 } from './colour.ts';
import { copyMetadata, intField } from './fields.ts';
import { isLeakingSize, loadImage, type EncodedImage, type ImageHeader } from './load.ts';
import { NativeScope } from './native-scope.ts';
import type { VipsImage, VipsLibrary } from './start.ts';

/** Thumbnails of the frames that an inspection of this effort samples, however long that takes: the same frames every time. */
export function takeThumbnails(
  vips: VipsLibrary,
  encoded: EncodedImage,
  header: ImageHeader,
  { effort }: Pick<InspectRequest, 'effort'>,
): Thumbnail[] {
  using scope = new NativeScope();
  const readFrame = frameReader(vips, scope, encoded, header);
  return sampledImages(encoded.format, header.frames, effort).map((frame) => {
    using frameScope = new NativeScope();
    return shrinkFrame(frameScope, readFrame(frameScope, frame), frame);
  });
}

interface Frame {
  readonly image: VipsImage;
  /** What one pixel of `image` stands for: JPEG and WebP are decoded at a fraction of their size. */
  readonly pixelsPerPixel: number;
  readonly fullWidth: number;
  readonly fullHeight: number;
}

type ReadFrame = (scope: NativeScope, frame: number) => Frame;

function frameReader(vips: VipsLibrary, scope: NativeScope, encoded: EncodedImage, header: ImageHeader): ReadFrame {
  const isShrunk = encoded.format === 'jpg' || (encoded.format === 'webp' && header.frames === 1);
  if (isShrunk) {
    const { storedWidth: fullWidth, storedHeight: fullHeight } = header;
    const shrink = shrinkOf(fullWidth, fullHeight);
    return (frameScope) => {
      const image = loadImage(vips, frameScope, encoded, { sequential: true, shrink });
      return { image, pixelsPerPixel: shrink, fullWidth, fullHeight };
    };
  }
  const { drawing } = encoded;
  if (drawing) {
    const { width: fullWidth, height: fullHeight } = header;
    const file = loadImage(vips, scope, encoded, { sequential: true });
    return (frameScope, frame) => {
      const image = frameScope.keep(drawing.read(frameScope, frame).copy());
      copyMetadata(file, image); // the colours of its frames are those of its profile
      return { image, pixelsPerPixel: 1, fullWidth, fullHeight };
    };
  }
  if (header.frames > 1 && encoded.format !== 'tiff') {
    const all = loadImage(vips, scope, encoded, { page: 'all', sequential: true });
    const [fullWidth, fullHeight] = [all.width, header.height];
    return (frameScope, frame) => {
      const image = frameScope.keep(all.crop(0, frame * fullHeight, fullWidth, fullHeight));
      return { image, pixelsPerPixel: 1, fullWidth, fullHeight };
    };
  }
  return (frameScope, page) => {
    const image = loadImage(vips, frameScope, encoded, { page, sequential: true });
    return { image, pixelsPerPixel: 1, fullWidth: image.width, fullHeight: image.height };
  };
}

function shrinkOf(width: number, height: number): number {
  const most = preShrinkOf(Math.min(width, height));
  return [8, 4, 2].find((factor) => factor <= most) ?? 1;
}

/**
 * Bytes of decoded pixels up to which they are kept to be shown. What is larger is decoded twice: the hungriest encoders
 * need nearly all of the memory for it (`memory.ts`).
 */
const KEPT_BYTES = 48 * 2 ** 20;

/**
 * Shows the only frame of a file while it is decoded to be converted, when somebody asks for it, and returns it to be
 * used in place of `image`: it is asked for its pixels twice, so they are kept. What was decoded at a smaller fraction
 * of its size than an inspection takes is not shown.
 */
export function showDecoded(
  scope: NativeScope,
  image: VipsImage,
  { storedWidth: fullWidth, storedHeight: fullHeight, frames }: ImageHeader,
  pixelsPerPixel: number,
  { preview }: Pick<RunContext, 'preview'>,
): VipsImage {
  const bytes = image.width * image.height * image.bands * (image.format === 'uchar' ? 1 : 2);
  const isTooCoarse = pixelsPerPixel > shrinkOf(fullWidth, fullHeight);
  if (!preview || frames > 1 || isTooCoarse || bytes > KEPT_BYTES || isLeakingSize(bytes)) return image;
  const decoded = scope.keep(image.copyMemory());
  preview([shrinkFrame(scope, { image: decoded, pixelsPerPixel, fullWidth, fullHeight }, 0)]);
  return decoded;
}

function shrinkFrame(scope: NativeScope, { image, ...frame }: Frame, index: number): Thumbnail {
  const shrinkX = preShrinkOf(image.width);
  const shrinkY = preShrinkOf(image.height);
  const hasAlpha = image.hasAlpha();
  const weighted = hasAlpha ? scope.keep(image.premultiply()) : image;
  const shrunk = scope.keep(weighted.shrink(shrinkX, shrinkY, { ceil: true }));
  const straight = hasAlpha ? scope.keep(scope.keep(shrunk.unpremultiply()).cast(image.format)) : shrunk;
  const srgb = toSrgb8(scope, straight);
  const rgba = srgb.hasAlpha() ? srgb : scope.keep(srgb.bandjoin(255));
  const extent = {
    width: frame.fullWidth / (frame.pixelsPerPixel * shrinkX),
    height: frame.fullHeight / (frame.pixelsPerPixel * shrinkY),
  };
  const pixels = { width: rgba.width, height: rgba.height, data: rgba.writeToMemory() as Uint8Array, extent };
  const name = { frame: index, imageWidth: frame.fullWidth, imageHeight: frame.fullHeight };
  return orientThumbnail(thumbnailOf(pixels, name), intField(image, 'orientation', 1));
}
