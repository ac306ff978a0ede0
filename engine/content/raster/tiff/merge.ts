import { TIFF_TYPE, TiffStructure, type TiffEntry } from './structure.ts';

/**
 * Joins TIFF files of one page each into one file. A page keeps its own size, depth and compression, which a library
 * that writes all pages from one strip of pixels cannot do. The inputs are what libtiff writes: classic TIFF, little
 * endian. TIFF 6.0, section 2.
 */
export function mergeTiffPages(pages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const sizes = pages.map((page) => page.byteLength - HEADER_BYTES);
  const total = sizes.reduce((sum, size) => sum + size + (size & 1), HEADER_BYTES);
  if (total > MAX_OFFSET) throw new RangeError('The pages do not fit into one classic TIFF file of 4 GiB.');
  const bytes = new Uint8Array(total);
  bytes.set([0x49, 0x49, 42, 0]);
  const merged = new TiffStructure(bytes);
  let linkAt = merged.firstAt; // where the offset of the next page's directory belongs
  let end = HEADER_BYTES;
  for (const page of pages) {
    const file = new TiffStructure(page);
    if (!file.isLittle || file.kind !== 'classic') {
      throw new RangeError('A page is not a classic little-endian TIFF file.');
    }
    const shift = end - HEADER_BYTES;
    bytes.set(page.subarray(HEADER_BYTES), end);
    const directory = file.first + shift;
    merged.setOffset(linkAt, directory);
    linkAt = shiftDirectory(merged, directory, shift);
    const size = page.byteLength - HEADER_BYTES;
    end += size + (size & 1); // directories begin on a word boundary
  }
  return bytes;
}

const HEADER_BYTES = 8;
const MAX_OFFSET = 0xffff_ffff;

/** Tags whose values are themselves offsets in the file: strips, tiles, and further directories. */
const STRIP_OFFSETS = 273;
const TILE_OFFSETS = 324;
const DIRECTORIES = [330, 34_665, 34_853, 40_965]; // SubIFDs, EXIF, GPS, interoperability

/** Adds `shift` to every offset of a directory; returns the position of its link to the next one, set to "none". */
function shiftDirectory(file: TiffStructure, directory: number, shift: number): number {
  for (const entry of file.entries(directory)) shiftEntry(file, entry, shift);
  const linkAt = file.linkAt(directory);
  file.setOffset(linkAt, 0);
  return linkAt;
}

function shiftEntry(
  file: TiffStructure,
  { at, tag, type, count, valueAt, valueBytes }: TiffEntry,
  shift: number,
): void {
  const isApart = valueBytes > 4;
  if (isApart) file.setOffset(at + 8, valueAt + shift);
  const isDirectory = DIRECTORIES.includes(tag);
  if (tag !== STRIP_OFFSETS && tag !== TILE_OFFSETS && !isDirectory) return;
  if (type === TIFF_TYPE.short) throw new RangeError('Offsets of 16 bits cannot be moved.');
  if (type !== TIFF_TYPE.long && type !== TIFF_TYPE.ifd) {
    throw new RangeError(`Offsets of the type ${type} are not classic TIFF.`);
  }
  const values = isApart ? valueAt + shift : valueAt;
  for (let index = 0; index < count; index++) {
    const moved = file.uint32(values + index * 4) + shift;
    file.setOffset(values + index * 4, moved);
    if (isDirectory) shiftDirectory(file, moved, shift);
  }
}
