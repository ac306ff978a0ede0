import { ConversionError } from '../../contract/errors.ts';
import { readTiffDirectories, type TiffDirectory } from '../../content/raster/tiff/directories.ts';
import type { NativeScope } from './native-scope.ts';
import type { VipsImage, VipsLibrary } from './start.ts';

const BITS = 258;
const COMPRESSION = 259;
const PHOTOMETRIC = 262;
const COEFFICIENTS = 529;
const SUBSAMPLING = 530;
const REFERENCE = 532;
const OLD_JPEG = 6;
const JPEG = 7;
const YCBCR = 6;

/** Whether vips would misread a page without an error: old-style JPEG becomes a blank image. */
export function hasMisreadPages(bytes: Uint8Array): boolean {
  return readTiffDirectories(bytes).some((page) => {
    const isOldJpeg = page.values(COMPRESSION)[0] === OLD_JPEG;
    return isOldJpeg || (isPlainYcbcr(page) && page.values(BITS).some((bits) => bits !== 8));
  });
}

/** YCbCr that is neither JPEG nor subsampled: vips takes its numbers for red, green and blue. */
function isPlainYcbcr(page: TiffDirectory): boolean {
  const isSubsampled = page.values(SUBSAMPLING).some((factor) => factor > 1);
  return page.values(PHOTOMETRIC)[0] === YCBCR && page.values(COMPRESSION)[0] !== JPEG && !isSubsampled;
}

/** The same page with the colours that its numbers mean. TIFF 6.0, sections 20 and 21. */
export function withRgbOfPage(
  vips: VipsLibrary,
  scope: NativeScope,
  image: VipsImage,
  { bytes, page }: { readonly bytes: Uint8Array; readonly page: number },
): VipsImage {
  const directory = readTiffDirectories(bytes)[page];
  if (!directory || image.bands !== 3 || !isPlainYcbcr(directory)) return image;
  const [red = 0.299, green = 0.587, blue = 0.114] = directory.fractions(COEFFICIENTS);
  const [blackY = 0, whiteY = 255, blackCb = 128, whiteCb = 255, blackCr = 128, whiteCr = 255] =
    directory.fractions(REFERENCE);
  const scales = [255 / (whiteY - blackY), 127 / (whiteCb - blackCb), 127 / (whiteCr - blackCr)];
  const offsets = [blackY, blackCb, blackCr].map((black, band) => -black * scales[band]!);
  const redOfCr = 2 - 2 * red;
  const blueOfCb = 2 - 2 * blue;
  const matrix = scope.keep(
    vips.Image.newMatrix(3, 3, [
      ...[1, 0, redOfCr],
      ...[1, (-blue * blueOfCb) / green, (-red * redOfCr) / green],
      ...[1, blueOfCb, 0],
    ]),
  );
  const rgb = scope.keep(scope.keep(image.linear(scales, offsets)).recomb(matrix));
  const rounded = scope.keep(scope.keep(rgb.rint()).cast('uchar'));
  return scope.keep(rounded.copy({ interpretation: 'srgb' }));
}

/** A fault of the codec, not of the file: another path may read it. */
export function misreadPages(): ConversionError {
  return new ConversionError({
    code: 'conversion_failed',
    message: 'The TIFF image is stored in a way that is not read here. Save it with another compression.',
  });
}
