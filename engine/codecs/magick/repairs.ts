import { viewOf } from '../../io/bytes.ts';
import type { FormatId } from '../../formats/index.ts';
import { decodeBitmap } from '../../content/raster/icon/windows-bitmap.ts';
import { readTga } from '../../content/raster/tga/reader.ts';

/** The file without what the library stumbles over, though other programs read it. The bytes given stay as they are. */
export function repaired(bytes: Uint8Array, format: FormatId): Uint8Array {
  try {
    if (format === 'fits') return withoutTail(bytes);
    if (format === 'tga') return withoutUnusedAlpha(bytes);
    if (format === 'bmp') return withoutUpsideDownRuns(bytes);
    if (format === 'ico' || format === 'cur') return withShortHeaders(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // damaged: the library will say so
  }
  return bytes;
}

const TGA_DESCRIPTOR_AT = 17;
const ATTRIBUTE_BITS = 15;

/** Attribute bits that are no alpha are not counted: the library takes them for it, and shows nothing. */
function withoutUnusedAlpha(bytes: Uint8Array): Uint8Array {
  const descriptor = bytes[TGA_DESCRIPTOR_AT] ?? 0;
  if ((descriptor & ATTRIBUTE_BITS) === 0 || readTga(bytes).hasAlpha) return bytes;
  const file = new Uint8Array(bytes);
  file[TGA_DESCRIPTOR_AT] = descriptor & ~ATTRIBUTE_BITS;
  return file;
}

const BITMAP_HEADER_BYTES = 54;
const [HEIGHT_AT, COMPRESSION_AT] = [22, 30];
const RUN_LENGTHS = [1, 2];

/** Runs of rows from the top, which the standard does not know and other programs read, as plain pixels. */
function withoutUpsideDownRuns(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  if (view.getInt32(HEIGHT_AT, true) >= 0 || !RUN_LENGTHS.includes(view.getUint32(COMPRESSION_AT, true))) return bytes;
  const { width, height, data } = decodeBitmap(bytes);
  const file = new Uint8Array(BITMAP_HEADER_BYTES + data.length);
  const fields = viewOf(file);
  file.set(bytes.subarray(0, 2));
  for (const [at, value] of [
    [2, file.length],
    [10, BITMAP_HEADER_BYTES],
    [14, SHORT_HEADER_BYTES],
    [18, width],
    [HEIGHT_AT, -height],
    [26, 0x20_0001],
  ] as const)
    fields.setInt32(at, value, true);
  for (let at = 0; at < data.length; at += 4)
    file.set([data[at + 2]!, data[at + 1]!, data[at]!], BITMAP_HEADER_BYTES + at);
  return file;
}

const BLOCK_BYTES = 2880;
const CARD_CHARS = 80;

/** FITS up to the end of its image: behind it is another header, or nothing (FITS 4.0, section 3). */
function withoutTail(bytes: Uint8Array): Uint8Array {
  const cards = new Map<string, string>();
  for (let at = 0; !cards.has('END'); at += CARD_CHARS) {
    if (at + CARD_CHARS > bytes.byteLength) return bytes;
    const card = Buffer.from(bytes.subarray(at, at + CARD_CHARS)).toString('latin1');
    cards.set(card.slice(0, 8).trimEnd(), card.slice(10).split('/')[0]!.trim());
    if (card.startsWith('END')) cards.set('END', String(at + CARD_CHARS));
  }
  const number = (name: string): number => Number(cards.get(name) ?? 0);
  const sides = Array.from({ length: Math.min(number('NAXIS'), 999) }, (_, axis) => number(`NAXIS${axis + 1}`));
  const imageBytes = sides.length === 0 ? 0 : sides.reduce((product, side) => product * side, 1);
  const blocks =
    Math.ceil(number('END') / BLOCK_BYTES) + Math.ceil((imageBytes * Math.abs(number('BITPIX'))) / 8 / BLOCK_BYTES);
  const end = blocks * BLOCK_BYTES;
  const hasExtension = Buffer.from(bytes.subarray(end, end + 8)).toString('latin1') === 'XTENSION';
  return imageBytes === 0 || hasExtension ? bytes : bytes.subarray(0, end);
}

const SHORT_HEADER_BYTES = 40;
/** The fifth version says where a colour profile is, counted from its beginning, and how long it is. */
const LONGEST_HEADER_BYTES = 124;
const PROFILE = { at: 112, size: 116 } as const;
const MASK_BYTES = 12;
const MASKED = 3;

/** Icons whose bitmaps have the longer headers of Windows 95 and later: the library takes their ends for pixels. */
function withShortHeaders(bytes: Uint8Array): Uint8Array {
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  for (let index = 0; index < view.getUint16(4, true); index++) {
    const entry = 6 + index * 16;
    const length = view.getUint32(entry + 8, true);
    const at = view.getUint32(entry + 12, true);
    const headerBytes = view.getUint32(at, true);
    if (headerBytes <= SHORT_HEADER_BYTES + MASK_BYTES || headerBytes > LONGEST_HEADER_BYTES) continue; // short already, or a PNG
    const kept = SHORT_HEADER_BYTES + (view.getUint32(at + 16, true) === MASKED ? MASK_BYTES : 0);
    // A colour profile in the place of the mask would make holes.
    if (headerBytes === LONGEST_HEADER_BYTES && view.getUint32(at + PROFILE.size, true) > 0)
      file.fill(0, at + view.getUint32(at + PROFILE.at, true), at + length);
    file.copyWithin(at + kept, at + headerBytes, at + length);
    view.setUint32(at, SHORT_HEADER_BYTES, true);
  }
  return file;
}
