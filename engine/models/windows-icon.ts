import { MAX_ICON_SIDE } from './icon-sizes.ts';

/** One picture of an icon. `data` holds either a PNG file or, with `png` unset, width × height × 4 bytes of RGBA. */
export interface IconEntry {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly png?: true;
}

const DIRECTORY_BYTES = 6;
const ENTRY_BYTES = 16;
const ICON = 1;
const INFO_HEADER_BYTES = 40;

/**
 * An icon file of these pictures. The entries of pixels are written as bitmaps, which every program reads; PNG is
 * understood since Windows Vista. https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function encodeIcon(entries: readonly IconEntry[]): Uint8Array<ArrayBuffer> {
  const images = entries.map((entry) => (entry.png ? entry.data : encodeDib(entry)));
  const start = DIRECTORY_BYTES + entries.length * ENTRY_BYTES;
  const bytes = new Uint8Array(images.reduce((sum, image) => sum + image.byteLength, start));
  const view = new DataView(bytes.buffer);
  view.setUint16(2, ICON, true);
  view.setUint16(4, entries.length, true);
  let at = start;
  for (const [index, { width, height }] of entries.entries()) {
    const image = images[index]!;
    const entry = DIRECTORY_BYTES + index * ENTRY_BYTES;
    view.setUint8(entry, width % MAX_ICON_SIDE); // 0 stands for 256
    view.setUint8(entry + 1, height % MAX_ICON_SIDE);
    view.setUint16(entry + 4, 1, true); // planes
    view.setUint16(entry + 6, 32, true); // bits of a pixel
    view.setUint32(entry + 8, image.byteLength, true);
    view.setUint32(entry + 12, at, true);
    bytes.set(image, at);
    at += image.byteLength;
  }
  return bytes;
}

/** A bitmap without a file header: the colours with their alpha, then the mask of what is transparent, bottom up. */
function encodeDib({ width, height, data }: IconEntry): Uint8Array {
  const maskRowBytes = Math.ceil(width / 32) * 4;
  const colourBytes = width * height * 4;
  const bytes = new Uint8Array(INFO_HEADER_BYTES + colourBytes + maskRowBytes * height);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, INFO_HEADER_BYTES, true);
  view.setInt32(4, width, true);
  view.setInt32(8, height * 2, true); // colours and mask
  view.setUint16(12, 1, true); // planes
  view.setUint16(14, 32, true); // bits of a pixel
  view.setUint32(20, colourBytes + maskRowBytes * height, true);
  for (let y = 0; y < height; y++) {
    const row = height - 1 - y;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const to = INFO_HEADER_BYTES + (row * width + x) * 4;
      bytes[to] = data[from + 2]!;
      bytes[to + 1] = data[from + 1]!;
      bytes[to + 2] = data[from]!;
      bytes[to + 3] = data[from + 3]!;
      const isTransparent = data[from + 3] === 0;
      if (isTransparent) bytes[INFO_HEADER_BYTES + colourBytes + row * maskRowBytes + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return bytes;
}
