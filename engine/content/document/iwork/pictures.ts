import { pictureExtension, pictureTypeOf } from '../book/picture-type.ts';
import type { Picture } from '../opendocument/document.ts';

/** A file of a package as a picture; undefined for what word processors do not show, such as PDF. */
export function pictureOf(name: string, bytes: Uint8Array): Picture | undefined {
  const mime = isTiff(bytes) ? 'image/tiff' : pictureTypeOf(bytes);
  if (mime === undefined) return undefined;
  return { name, bytes, mime, extension: mime === 'image/tiff' ? 'tif' : pictureExtension(mime) };
}

function isTiff(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  return start === 'II*\0' || start === 'MM\0*';
}
