import { ConversionError } from '../../errors.ts';
import { readTiffDirectories, type TiffDirectory } from '../../models/tiff-directories.ts';

const COMPRESSION = 259;
const PHOTOMETRIC = 262;
const SUBSAMPLING = 530;
const OLD_JPEG = 6;
const JPEG = 7;
const YCBCR = 6;

/**
 * Whether vips would misread a page without an error: old-style JPEG becomes a blank picture, and YCbCr that is
 * neither JPEG nor subsampled is taken for RGB.
 */
export function hasMisreadPages(bytes: Uint8Array): boolean {
  return readTiffDirectories(bytes).some(isMisread);
}

function isMisread(page: TiffDirectory): boolean {
  const [compression] = page.values(COMPRESSION);
  const [photometric] = page.values(PHOTOMETRIC);
  const isSubsampled = page.values(SUBSAMPLING).some((factor) => factor > 1);
  return compression === OLD_JPEG || (photometric === YCBCR && compression !== JPEG && !isSubsampled);
}

/** A fault of the codec, not of the file: another path may read it. */
export function misreadPages(): ConversionError {
  return new ConversionError({
    code: 'conversion_failed',
    message: 'The TIFF image is stored in a way that is not read here. Save it with another compression.',
  });
}
