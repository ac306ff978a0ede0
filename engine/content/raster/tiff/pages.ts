/**
 * Joins TIFF files of one page each into one file. A page keeps its own size, depth and compression, which a library
 * that writes all pages from one strip of pixels cannot do. The inputs are what libtiff writes: classic TIFF, little
 * endian. TIFF 6.0, section 2.
 */
export function joinTiffPages(pages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const sizes = pages.map((page) => page.byteLength - HEADER_BYTES);
  const total = sizes.reduce((sum, size) => sum + size + (size & 1), HEADER_BYTES);
  if (total > MAX_OFFSET) throw new RangeError('The pages do not fit into one classic TIFF file of 4 GiB.');
  const joined = new Uint8Array(total);
  const out = new DataView(joined.buffer);
  joined.set([0x49, 0x49, 42, 0]);
  let linkAt = 4; // where the offset of the next page's directory belongs
  let end = HEADER_BYTES;
  for (const page of pages) {
    const file = new DataView(page.buffer, page.byteOffset, page.byteLength);
    if (file.getUint16(0, true) !== LITTLE_ENDIAN || file.getUint16(2, true) !== CLASSIC) {
      throw new RangeError('A page is not a classic little-endian TIFF file.');
    }
    const shift = end - HEADER_BYTES;
    joined.set(page.subarray(HEADER_BYTES), end);
    const directory = file.getUint32(4, true) + shift;
    out.setUint32(linkAt, directory, true);
    linkAt = shiftDirectory(out, directory, shift);
    const size = page.byteLength - HEADER_BYTES;
    end += size + (size & 1); // directories begin on a word boundary
  }
  return joined;
}

const HEADER_BYTES = 8;
const MAX_OFFSET = 0xffff_ffff;
const LITTLE_ENDIAN = 0x4949;
const CLASSIC = 42;

const SHORT = 3;
const LONG = 4;
const IFD = 13;
const BYTES_OF_TYPE: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/** Tags whose values are themselves offsets in the file: strips, tiles, and further directories. */
const STRIP_OFFSETS = 273;
const TILE_OFFSETS = 324;
const DIRECTORIES = [330, 34_665, 34_853, 40_965]; // SubIFDs, EXIF, GPS, interoperability

/** Adds `shift` to every offset of a directory; returns the position of its link to the next one, set to "none". */
function shiftDirectory(file: DataView, directory: number, shift: number): number {
  const entries = file.getUint16(directory, true);
  for (let index = 0; index < entries; index++) shiftEntry(file, directory + 2 + index * 12, shift);
  const linkAt = directory + 2 + entries * 12;
  file.setUint32(linkAt, 0, true);
  return linkAt;
}

function shiftEntry(file: DataView, entry: number, shift: number): void {
  const tag = file.getUint16(entry, true);
  const type = file.getUint16(entry + 2, true);
  const count = file.getUint32(entry + 4, true);
  const isApart = count * (BYTES_OF_TYPE[type] ?? 1) > 4;
  if (isApart) file.setUint32(entry + 8, file.getUint32(entry + 8, true) + shift, true);
  const isDirectory = DIRECTORIES.includes(tag);
  if (tag !== STRIP_OFFSETS && tag !== TILE_OFFSETS && !isDirectory) return;
  if (type === SHORT) throw new RangeError('Offsets of 16 bits cannot be moved.');
  if (type !== LONG && type !== IFD) throw new RangeError(`Offsets of the type ${type} are not classic TIFF.`);
  const values = isApart ? file.getUint32(entry + 8, true) : entry + 8;
  for (let index = 0; index < count; index++) {
    const at = values + index * 4;
    const moved = file.getUint32(at, true) + shift;
    file.setUint32(at, moved, true);
    if (isDirectory) shiftDirectory(file, moved, shift);
  }
}
