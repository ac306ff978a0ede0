import { imageExtension, imageTypeOf } from '../book/image-type.ts';
import type { Image } from '../opendocument/document.ts';

/** A file of a package as an image; undefined for what word processors do not show, such as PDF. */
export function imageOf(name: string, bytes: Uint8Array): Image | undefined {
  const mime = isTiff(bytes) ? 'image/tiff' : imageTypeOf(bytes);
  if (mime === undefined) return undefined;
  return { name, bytes, mime, extension: mime === 'image/tiff' ? 'tif' : imageExtension(mime) };
}

function isTiff(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  return start === 'II*\0' || start === 'MM\0*';
}
