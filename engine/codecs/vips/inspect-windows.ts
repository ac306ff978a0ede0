import type { InspectRequest } from '../../contract/codec.ts';
import type { Limits } from '../../contract/limits.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import { decodeBitmap, readBitmapHeader, readIcon, type IconImage } from '../../content/raster/icon/windows-bitmap.ts';
import type { Facts } from '../../contract/facts.ts';
import { checkLimits } from '../../contract/check-limits.ts';
import { BoxShrink } from '../../content/raster/inspect/box-shrink.ts';
import { rasterFacts, withThumbnails } from '../../content/raster/inspect/facts.ts';
import { PLAIN_RASTER } from '../../content/raster/model.ts';
import { preShrinkOf, thumbnailOf, type RgbaImage } from '../../content/raster/inspect/raster.ts';
import { truncatedImage } from '../../content/raster/failures.ts';

/** Facts of a bitmap, which the library itself does not read: for judging what another codec wrote. */
export function inspectBitmap(bytes: Uint8Array, request: InspectRequest, limits: Limits): Facts {
  const facts = rasterFacts(
    { ...PLAIN_RASTER, ...readBitmapHeader(bytes) },
    { format: 'bmp', sizeBytes: bytes.byteLength, reader },
  );
  if (request.effort === 'probe') return facts;
  checkLimits(facts, limits);
  if (isTruncatedRaster(bytes, 'bmp')) throw truncatedImage();
  return withImage(facts, decodeBitmap(bytes));
}

type InspectPng = (bytes: Uint8Array) => Facts;

/** Facts of the largest image of an icon; `inspectPng` looks at those that are PNG files. */
export function inspectIcon(bytes: Uint8Array, request: InspectRequest, limits: Limits, inspectPng: InspectPng): Facts {
  const file = { format: 'ico', sizeBytes: bytes.byteLength, reader } as const;
  const largest = largestOf(readIcon(bytes));
  if (largest.png) return { ...inspectPng(largest.png), ...file };
  const facts = rasterFacts({ ...PLAIN_RASTER, width: largest.width, height: largest.height, hasAlpha: true }, file);
  if (request.effort === 'probe') return facts;
  checkLimits(facts, limits);
  if (isTruncatedRaster(bytes, 'ico')) throw truncatedImage();
  return withImage(facts, largest.decode());
}

const reader = 'vips';

function largestOf(images: readonly IconImage[]): IconImage {
  const [first] = images;
  if (!first) throw new RangeError('The icon holds no image.');
  return images.reduce((largest, image) =>
    image.width * image.height > largest.width * largest.height ? image : largest,
  );
}

function withImage(facts: Facts, { width, height, data }: RgbaImage): Facts {
  const factors = { factorX: preShrinkOf(width), factorY: preShrinkOf(height) };
  const box = new BoxShrink({ width, height, hasAlpha: true, ...factors });
  box.add(data);
  return withThumbnails(facts, [thumbnailOf(box.finish(), { frame: 0, imageWidth: width, imageHeight: height })]);
}
