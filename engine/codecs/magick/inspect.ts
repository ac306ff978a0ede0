import type { InspectRequest } from '../../codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../limits.ts';
import { isTruncatedRaster } from '../../models/raster-truncation.ts';
import type { Facts } from '../../verify/facts.ts';
import { checkLimits } from '../../verify/limits.ts';
import { rasterFacts, withThumbnails } from '../../verify/observe/raster-facts.ts';
import { truncatedImage } from '../../models/image-failures.ts';
import { readHeader } from './header.ts';
import { takeThumbnails } from './thumbnails.ts';

/** Facts of one image: `probe` reads the header alone, the other efforts decode frames. */
export function inspectImage(bytes: Uint8Array, format: FormatId, request: InspectRequest, limits: Limits): Facts {
  const header = readHeader(bytes, format, limits);
  const facts = rasterFacts(header, { format, sizeBytes: bytes.byteLength, reader: 'magick' });
  if (request.effort === 'probe') return facts;
  checkLimits(facts, limits);
  if (isTruncatedRaster(bytes, format)) throw truncatedImage();
  return withThumbnails(facts, takeThumbnails({ bytes, format, header }, request));
}
