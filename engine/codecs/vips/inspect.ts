import type { InspectRequest } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import type { Facts } from '../../contract/facts.ts';
import { checkLimits } from '../../contract/check-limits.ts';
import { rasterFacts, withThumbnails, withUsedDepth } from '../../content/raster/inspect/facts.ts';
import { truncatedImage } from '../../content/raster/failures.ts';
import { encodedImage, headerOf } from './load.ts';
import { NativeScope } from './native-scope.ts';
import type { VipsLibrary } from './start.ts';
import { hasMisreadPages } from './tiff-support.ts';
import { takeThumbnails } from './thumbnails.ts';

/** Facts of one image: `probe` reads the header alone, the other efforts decode frames. */
export function inspectImage(
  vips: VipsLibrary,
  bytes: Uint8Array,
  format: FormatId,
  request: InspectRequest,
  limits: Limits,
): Facts {
  using scope = new NativeScope();
  const encoded = encodedImage(vips, scope, bytes, format);
  const header = headerOf(vips, scope, encoded);
  const facts = rasterFacts(header, { format, sizeBytes: bytes.byteLength, reader: 'vips' });
  if (request.effort === 'probe') return facts;
  checkLimits(facts, limits);
  if (isTruncatedRaster(bytes, format)) throw truncatedImage();
  if (format === 'tiff' && hasMisreadPages(bytes)) return facts; // what would be seen is not what it shows
  return withThumbnails(withUsedDepth(facts, bytes), takeThumbnails(vips, encoded, header, request));
}
