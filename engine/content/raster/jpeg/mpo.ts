const INDEX_MARKER = Buffer.from('MPF\0', 'latin1');
/** The index stands before the first picture's own data. */
const SEARCHED_BYTES = 262_144;
const LITTLE_ENDIAN = 0x4949;
const NUMBER_OF_IMAGES = 0xb001;
const ENTRY_BYTES = 12;

/** How many pictures a Multi-Picture file holds, by its index (CIPA DC-007, 5.2.3); the library reads the first one. */
export function countMpoPictures(file: Uint8Array): number {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, SEARCHED_BYTES));
  const at = head.indexOf(INDEX_MARKER) + INDEX_MARKER.length;
  if (at < INDEX_MARKER.length) return 1;
  const index = new DataView(file.buffer, file.byteOffset + at, head.byteLength - at);
  const little = index.getUint16(0) === LITTLE_ENDIAN;
  const directory = index.getUint32(4, little);
  for (let entry = 0; entry < index.getUint16(directory, little); entry++) {
    const field = directory + 2 + entry * ENTRY_BYTES;
    if (index.getUint16(field, little) === NUMBER_OF_IMAGES) return index.getUint32(field + 8, little);
  }
  return 1;
}
