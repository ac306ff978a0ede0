import type { InspectRequest } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import type { Facts } from '../../contract/facts.ts';
import { checkLimits } from '../../contract/check-limits.ts';
import { rasterFacts, withThumbnails, withUsedDepth } from '../../content/raster/inspect/facts.ts';
import { truncatedImage } from '../../content/raster/failures.ts';
import { readHeader } from './header.ts';
import { takeThumbnails } from './thumbnails.ts';

/** Facts of one image: `probe` reads the header alone, the other efforts decode frames. */
export function inspectImage(bytes: Uint8Array, format: FormatId, request: InspectRequest, limits: Limits): Facts {
  const header = readHeader(bytes, format, limits);
  const facts = rasterFacts(header, { format, sizeBytes: bytes.byteLength, reader: 'magick' });
  if (request.effort === 'probe') return facts;
  checkLimits(facts, limits);
  if (isTruncatedRaster(bytes, format)) throw truncatedImage();
  return withThumbnails(withUsedDepth(facts, bytes), takeThumbnails({ bytes, format, header }, request));
}
