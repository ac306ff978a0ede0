import type { BoundedReader } from './bounded-reader.ts';
import { hasMarker, latin1, u16be, u16le, u32be, u32le, u8 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

const MAX_SEGMENTS = 64;
const JPEG_LS_FRAME = 0xf7;
const START_OF_SCAN = 0xda;
const APP2 = 0xe2;
/** Tag of the list of images, bytes of one of its entries (CIPA DC-007 §5.2.3). */
const MP_ENTRY = { tag: 0xb002, bytes: 16 } as const;
/** Panorama, disparity and multi-angle: images that belong together, not a preview or a gain map. */
const MULTI_FRAME = 0x02_0000;

/**
 * JPEG by its segments up to the first scan: JPEG-LS is JPEG with a frame of another kind, and a Multi-Picture Object
 * one with an index of further images. Phones index gain maps and previews the same way: those files stay JPEG.
 */
export const detectJpeg: Detector = async (reader) => {
  if (!hasMarker(reader.head, '\xff\xd8\xff')) return undefined;
  let at = 2;
  for (let count = 0; count < MAX_SEGMENTS; count++) {
    const header = await reader.read(at, 8);
    const marker = u8(header, 1);
    if (u8(header, 0) !== 0xff || marker === START_OF_SCAN) break;
    if (marker === JPEG_LS_FRAME) return found('jls');
    const bytes = u16be(header, 2);
    if (marker === APP2 && hasMarker(header, 'MPF\0', 4) && (await isMultiFrame(reader, at + 8, bytes - 6))) {
      return found('mpo', 1, ['jpg']);
    }
    at += marker === 0xff ? 1 : 2 + bytes;
  }
  return found('jpg', 1, ['mpo', 'mjpeg']);
};

/** The index is a TIFF directory of its own; its offsets count from its beginning. */
async function isMultiFrame(reader: BoundedReader, at: number, length: number): Promise<boolean> {
  const index = await reader.read(at, length);
  const [u16, u32] = latin1(index, 0, 2) === 'II' ? [u16le, u32le] : [u16be, u32be];
  const directory = u32(index, 4);
  for (let entry = 0; entry < u16(index, directory); entry++) {
    const field = directory + 2 + entry * 12;
    if (field + 12 > index.byteLength) return false;
    if (u16(index, field) !== MP_ENTRY.tag) continue;
    const images = u32(index, field + 4) / MP_ENTRY.bytes;
    const list = u32(index, field + 8);
    for (let image = 0; image < images; image++) {
      const attributes = list + image * MP_ENTRY.bytes;
      if (attributes >= index.byteLength) return false;
      if ((u32(index, attributes) & 0xff_0000) === MULTI_FRAME) return true;
    }
  }
  return false;
}
