import { concatBytes, latin1Of, utf8Bytes, utf8Of } from '../../../io/bytes.ts';
import { ExifEditor } from './exif-editor.ts';

/** Stands before EXIF in JPEG, and in what some libraries hand on. */
export const EXIF_MARKER = 'Exif\0\0';

/**
 * Removes the position from EXIF and leaves the rest. What it was is overwritten, not only no longer referred to. EXIF
 * is a TIFF structure (CIPA DC-008, section 4.6): its first directory points to that of the position. Throws a
 * RangeError where the structure leads beyond the end.
 */
export function withoutExifLocation(exif: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = latin1Of(exif, 0, EXIF_MARKER.length) === EXIF_MARKER ? EXIF_MARKER.length : 0;
  const editor = new ExifEditor(exif.subarray(start));
  editor.removeLocation();
  return concatBytes([exif.subarray(0, start), editor.bytes]);
}

/** XMP says positions as properties `exif:GPS…`, written as attributes or as elements of text. */
export function withoutXmpLocation(xmp: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = utf8Of(xmp);
  const cleaned = text
    .replaceAll(/\s[\w-]+:GPS\w*\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
    .replaceAll(/<([\w-]+:GPS\w*)(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1\s*>)/gi, '');
  return utf8Bytes(cleaned);
}
