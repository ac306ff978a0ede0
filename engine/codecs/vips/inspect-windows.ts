import type { InspectRequest } from '../../contract/codec.ts';
import type { Limits } from '../../contract/limits.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import {
  decodeBitmap,
  readBitmapHeader,
  readIcon,
  type IconPicture,
} from '../../content/raster/icon/windows-bitmap.ts';
import type { Facts } from '../../contract/facts.ts';
import { checkLimits } from '../../contract/check-limits.ts';
import { BoxShrink } from '../../content/raster/inspect/box-shrink.ts';
import { rasterFacts, withThumbnails, type RasterHeader } from '../../content/raster/inspect/facts.ts';
import { preShrinkOf, thumbnailOf, type RgbaPicture } from '../../content/raster/inspect/raster.ts';
import { truncatedImage } from '../../content/raster/failures.ts';

/** Facts of a bitmap, which the library itself does not read: for judging what another codec wrote. */
export function inspectBitmap(bytes: Uint8Array, request: InspectRequest, limits: Limits): Facts {
  const facts = rasterFacts(headerOf(readBitmapHeader(bytes)), { format: 'bmp', sizeBytes: bytes.byteLength, reader });
  if (request.effort === 'probe') return facts;
  checkLimits(facts, limits);
  if (isTruncatedRaster(bytes, 'bmp')) throw truncatedImage();
  return withPicture(facts, decodeBitmap(bytes));
}

type InspectPng = (bytes: Uint8Array) => Facts;

/** Facts of the largest picture of an icon; `inspectPng` looks at those that are PNG files. */
export function inspectIcon(bytes: Uint8Array, request: InspectRequest, limits: Limits, inspectPng: InspectPng): Facts {
  const file = { format: 'ico', sizeBytes: bytes.byteLength, reader } as const;
  const largest = largestOf(readIcon(bytes));
  if (largest.png) return { ...inspectPng(largest.png), ...file };
  const facts = rasterFacts(headerOf({ ...largest, hasAlpha: true }), file);
  if (request.effort === 'probe') return facts;
  checkLimits(facts, limits);
  if (isTruncatedRaster(bytes, 'ico')) throw truncatedImage();
  return withPicture(facts, largest.decode());
}

const reader = 'vips';

function largestOf(pictures: readonly IconPicture[]): IconPicture {
  const [first] = pictures;
  if (!first) throw new RangeError('The icon holds no picture.');
  return pictures.reduce((largest, picture) =>
    picture.width * picture.height > largest.width * largest.height ? picture : largest,
  );
}

function headerOf(picture: { width: number; height: number; hasAlpha: boolean }): RasterHeader {
  const { width, height, hasAlpha } = picture;
  return {
    width,
    height,
    hasAlpha,
    frames: 1,
    bitsPerChannel: 8,
    hasIccProfile: false,
    isCmyk: false,
    hasExif: false,
    hasMetadata: false,
    delaysMs: [],
    loops: 1,
  };
}

function withPicture(facts: Facts, { width, height, data }: RgbaPicture): Facts {
  const factors = { factorX: preShrinkOf(width), factorY: preShrinkOf(height) };
  const box = new BoxShrink({ width, height, hasAlpha: true, ...factors });
  box.add(data);
  return withThumbnails(facts, [thumbnailOf(box.finish(), { frame: 0, pictureWidth: width, pictureHeight: height })]);
}
