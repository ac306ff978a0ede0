import { hasField } from './fields.ts';
import type { VipsImage } from './start.ts';

const IPTC = 'iptc-data';
/** The tag of TIFF in which Photoshop keeps its blocks of resources, IPTC among them. */
const RESOURCES = 'photoshop-data';
/** What JPEG has before such blocks. */
const JPEG_HEADER = Buffer.from('Photoshop 3.0\0', 'latin1');

/** Whether the image has IPTC as JPEG files have it. */
export function hasJpegIptc(image: VipsImage): boolean {
  return hasField(image, IPTC) && JPEG_HEADER.equals(image.getBlob(IPTC).subarray(0, JPEG_HEADER.length));
}

/** Puts IPTC where TIFF has it: libvips would write the first quarter of it, under another tag. */
export function moveJpegIptc(image: VipsImage): void {
  image.setBlob(RESOURCES, image.getBlob(IPTC).slice(JPEG_HEADER.length));
  image.remove(IPTC);
}
