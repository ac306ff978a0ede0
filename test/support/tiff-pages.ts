const SIDE = 16;
const TAG_BYTES = 12;

/** A TIFF of several grey pages of 16 × 16 pixels, each of its own brightness, uncompressed and little-endian. */
export function tiffOfPages(brightness: readonly number[]): Buffer {
  const pixelBytes = SIDE * SIDE;
  const tags = (pixelsAt: number): readonly (readonly [tag: number, type: number, value: number])[] => [
    [256, 3, SIDE], // width
    [257, 3, SIDE], // height
    [258, 3, 8], // bits per sample
    [259, 3, 1], // no compression
    [262, 3, 1], // black is zero
    [273, 4, pixelsAt],
    [277, 3, 1], // samples per pixel
    [278, 3, SIDE], // rows per strip
    [279, 4, pixelBytes],
  ];
  const directoryBytes = 2 + tags(0).length * TAG_BYTES + 4;
  const pageBytes = directoryBytes + pixelBytes;
  const header = Buffer.from('II*\0\x08\0\0\0', 'latin1');
  const pages = brightness.map((value, index) => {
    const start = header.byteLength + index * pageBytes;
    const page = Buffer.alloc(pageBytes, value);
    const entries = tags(start + directoryBytes);
    page.writeUInt16LE(entries.length, 0);
    entries.forEach(([tag, type, content], position) => {
      const at = 2 + position * TAG_BYTES;
      page.writeUInt16LE(tag, at);
      page.writeUInt16LE(type, at + 2);
      page.writeUInt32LE(1, at + 4);
      page.writeUInt32LE(content, at + 8);
    });
    const next = index + 1 < brightness.length ? start + pageBytes : 0;
    page.writeUInt32LE(next, directoryBytes - 4);
    return page;
  });
  return Buffer.concat([header, ...pages]);
}
