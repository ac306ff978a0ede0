/**
 * Removes the position from EXIF and leaves the rest. What it was is overwritten, not only no longer referred to. EXIF
 * is a TIFF structure (CIPA DC-008, section 4.6): its first directory points to that of the position. Throws a
 * RangeError where the structure leads beyond the end.
 */
export function withoutExifLocation(exif: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(exif);
  const start = hasMarker(copy) ? MARKER.length : 0;
  const file = new DataView(copy.buffer, start);
  const little = file.getUint16(0) === LITTLE_ENDIAN;
  const directory = file.getUint32(4, little);
  const entries = file.getUint16(directory, little);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (file.getUint16(entry, little) !== POSITION) continue;
    wipeDirectory(file, file.getUint32(entry + 8, little), little);
    const end = directory + 2 + entries * ENTRY_BYTES + 4; // with the link to the next directory
    copy.copyWithin(start + entry, start + entry + ENTRY_BYTES, start + end);
    wipe(file, end - ENTRY_BYTES, ENTRY_BYTES);
    file.setUint16(directory, entries - 1, little);
    break;
  }
  return copy;
}

const MARKER = 'Exif\0\0';
const LITTLE_ENDIAN = 0x4949;
const POSITION = 0x8825;
const ENTRY_BYTES = 12;
const BYTES_OF_TYPE: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

function hasMarker(exif: Uint8Array): boolean {
  return Buffer.from(exif.subarray(0, MARKER.length)).toString('latin1') === MARKER;
}

function wipeDirectory(file: DataView, directory: number, little: boolean): void {
  const entries = file.getUint16(directory, little);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    const size = (BYTES_OF_TYPE[file.getUint16(entry + 2, little)] ?? 1) * file.getUint32(entry + 4, little);
    if (size > 4) wipe(file, file.getUint32(entry + 8, little), size);
    wipe(file, entry, ENTRY_BYTES);
  }
  file.setUint16(directory, 0, little);
}

function wipe(file: DataView, at: number, size: number): void {
  const end = Math.min(at + size, file.byteLength);
  if (at < end) new Uint8Array(file.buffer, file.byteOffset + at, end - at).fill(0);
}

/** XMP says positions as properties `exif:GPS…`, written as attributes or as elements of text. */
export function withoutXmpLocation(xmp: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(xmp).toString('utf8');
  const cleaned = text
    .replaceAll(/\s[\w-]+:GPS\w*\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
    .replaceAll(/<([\w-]+:GPS\w*)(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1\s*>)/gi, '');
  return new Uint8Array(Buffer.from(cleaned, 'utf8'));
}
