import { usableProfile } from '../../content/raster/metadata/icc-profile.ts';
import { readJpegHeader, stripJpeg, type JpegHeader } from '../../content/raster/jpeg/header.ts';
import type { PdfImage, ImagePage } from '../../content/pages/image-pdf.ts';
import { checkRasterSize } from '../../contract/check-limits.ts';
import { notForPages, type Reading } from './errors.ts';

interface JpegOptions {
  /** Leave the metadata out; it stays in the image otherwise. */
  readonly strip?: boolean;
}

/** A JPEG as a page: the file itself is the content, and nothing is re-encoded. */
export function jpegPage(bytes: Uint8Array, reading: Reading, { strip }: JpegOptions = {}): ImagePage {
  const header = readJpegHeader(bytes);
  const { width, height, orientation, resolution } = header;
  checkRasterSize({ width, height, frames: 1 }, reading.limits);
  const image = jpegImage(header, strip ? stripJpeg(bytes) : [bytes]);
  return { parts: [{ width, height, image }], width, height, orientation, resolution };
}

/** How a PDF reader gets the colours of a JPEG. Throws `unsupported_conversion` for coding that hardly any reader has. */
export function jpegImage(header: JpegHeader, data: readonly Uint8Array[]): PdfImage {
  const { components, bits, isCommon, adobeTransform, isNamedRgb, profile } = header;
  if (!isCommon || bits !== 8) throw notForPages('a JPEG with lossless or arithmetic coding, or of more than 8 bits');
  if (components !== 1 && components !== 3 && components !== 4) {
    throw notForPages(`a JPEG of ${components} colour components`);
  }
  return {
    data,
    filter: 'DCTDecode',
    // A reader of PDF takes three components for YCbCr unless Adobe's segment or this entry says otherwise.
    ...(isNamedRgb && { parameters: '/ColorTransform 0' }),
    bits: 8,
    colours: { components, profile: usableProfile(profile, components) },
    // Adobe's programs store light instead of ink, and mark their files with a segment of their own.
    inverted: components === 4 && adobeTransform !== undefined,
  };
}
