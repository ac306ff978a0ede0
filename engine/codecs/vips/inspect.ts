import type { InspectRequest } from '../../codec.ts';
import type { Feature } from '../../formats/features.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../limits.ts';
import { isTruncatedRaster } from '../../models/raster-truncation.ts';
import type { Facts, RasterFacts, Thumbnail } from '../../verify/facts.ts';
import { checkLimits } from '../../verify/limits.ts';
import { truncatedInput } from './failure.ts';
import { encodedImage, loadImage, readHeader, type ImageHeader } from './load.ts';
import { NativeScope } from './native-scope.ts';
import type { VipsLibrary } from './start.ts';
import { takeThumbnails } from './thumbnails.ts';

/**
 * Facts of one image. `probe` reads the header alone; the other efforts decode frames, and then `alpha` tells whether
 * anything is transparent, not only whether there is a channel for it.
 */
export function inspectImage(
  vips: VipsLibrary,
  bytes: Uint8Array,
  format: FormatId,
  request: InspectRequest,
  limits: Limits,
): Facts {
  using scope = new NativeScope();
  const encoded = encodedImage(vips, scope, bytes, format);
  const header = readHeader(loadImage(vips, scope, encoded, { sequential: true }), format);
  const facts = factsOf(header, format, bytes.byteLength);
  if (request.effort === 'probe') return facts;
  checkLimits(facts, limits);
  if (isTruncatedRaster(bytes, format)) throw truncatedInput();
  return withThumbnails(facts, takeThumbnails(vips, encoded, header, request));
}

export function factsOf(header: ImageHeader, format: FormatId, sizeBytes: number): Facts {
  const isSequence = header.pages > 1;
  const raster: RasterFacts = {
    width: header.width,
    height: header.height,
    frames: header.pages,
    sequence: !isSequence ? 'single' : format === 'tiff' ? 'pages' : 'animation',
    alpha: header.hasAlpha,
    bitsPerChannel: header.bitsPerChannel,
    ...(isSequence && header.delaysMs.length > 0 && { delaysMs: header.delaysMs }),
    ...(isSequence && header.loops !== undefined && { loops: header.loops }),
    hasIccProfile: header.hasIccProfile,
    hasExif: header.hasExif,
  };
  const features = featuresOf(raster, header.hasMetadata);
  return { format, sizeBytes, reader: 'vips', depth: 'structure', features, raster };
}

function featuresOf(raster: RasterFacts, hasMetadata: boolean): Feature[] {
  const { alpha, bitsPerChannel, sequence } = raster;
  return [
    'look',
    ...(alpha ? (['alpha'] as const) : []),
    ...(bitsPerChannel > 8 ? (['depth'] as const) : []),
    ...(sequence === 'animation' ? (['animation'] as const) : []),
    ...(sequence === 'pages' ? (['pages'] as const) : []),
    ...(hasMetadata ? (['metadata'] as const) : []),
  ];
}

function withThumbnails(facts: Facts, thumbnails: readonly Thumbnail[]): Facts {
  const raster = facts.raster!;
  const alpha = raster.alpha && thumbnails.some((thumbnail) => thumbnail.alpha);
  const features = alpha ? facts.features : facts.features.filter((feature) => feature !== 'alpha');
  return { ...facts, depth: 'content', features, raster: { ...raster, alpha, thumbnails } };
}
