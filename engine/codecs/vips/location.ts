import { withoutExifLocation, withoutXmpLocation } from '../../content/raster/metadata/location.ts';
import { hasField } from './fields.ts';
import type { VipsImage } from './start.ts';

const EXIF = 'exif-data';
const ORIENTATION = 'orientation';
const XMP = 'xmp-data';
/** vips keeps every tag as a field too, and writes into the EXIF again what is missing there. */
const POSITION_FIELD = /^exif-ifd3-/;

/** Removes the position from the metadata of an upright image. EXIF that cannot be read may hide one: it goes as a whole. */
export function removeLocation(image: VipsImage): void {
  for (const name of fieldsOf(image)) if (POSITION_FIELD.test(name)) image.remove(name);
  if (hasField(image, XMP)) image.setBlob(XMP, withoutXmpLocation(image.getBlob(XMP)));
  if (!hasField(image, EXIF)) return;
  try {
    image.setBlob(EXIF, withoutExifLocation(image.getBlob(EXIF)));
    // the EXIF still says how the pixels were stored before they were turned upright
    image.setInt(ORIENTATION, 1);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    image.remove(EXIF);
  }
}

function fieldsOf(image: VipsImage): string[] {
  const fields = image.getFields();
  try {
    return Array.from({ length: fields.size() }, (_, index) => fields.get(index)!);
  } finally {
    fields.delete();
  }
}
