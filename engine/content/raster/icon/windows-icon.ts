import { MAX_ICON_SIDE } from './sizes.ts';

/** One image of an icon. `data` holds either a PNG file or, with `png` unset, width × height × 4 bytes of RGBA. */
export interface IconEntry {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly png?: true;
}

const DIRECTORY_BYTES = 6;
const ENTRY_BYTES = 16;
/** What the header calls the two kinds of files. */
const KINDS = { ico: 1, cur: 2 } as const;
const INFO_HEADER_BYTES = 40;

/**
 * An icon or cursor file of these images. The entries of pixels are written as bitmaps, which every program reads; PNG
 * is understood since Windows Vista. Cursors point with their top left corner.
 * https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function encodeIcon(entries: readonly IconEntry[], kind: keyof typeof KINDS = 'ico'): Uint8Array<ArrayBuffer> {
  const images = entries.map((entry) => (entry.png ? entry.data : encodeDib(entry)));
  const start = DIRECTORY_BYTES + entries.length * ENTRY_BYTES;
  const bytes = new Uint8Array(images.reduce((sum, image) => sum + image.byteLength, start));
  const view = new DataView(bytes.buffer);
  view.setUint16(2, KINDS[kind], true);
  view.setUint16(4, entries.length, true);
  let at = start;
  for (const [index, { width, height }] of entries.entries()) {
    const image = images[index]!;
    const entry = DIRECTORY_BYTES + index * ENTRY_BYTES;
    view.setUint8(entry, width % MAX_ICON_SIDE); // 0 stands for 256
    view.setUint8(entry + 1, height % MAX_ICON_SIDE);
    if (kind === 'ico') {
      view.setUint16(entry + 4, 1, true); // planes
      view.setUint16(entry + 6, 32, true); // bits of a pixel; cursors have their hot spot in these two places
    }
    view.setUint32(entry + 8, image.byteLength, true);
    view.setUint32(entry + 12, at, true);
    bytes.set(image, at);
    at += image.byteLength;
  }
  return bytes;
}

/** The same images as the other kind of file: an icon as a cursor that points with its top left corner, or back. */
export function relabelIcon(file: Uint8Array, kind: keyof typeof KINDS): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(file);
  const view = new DataView(bytes.buffer);
  view.setUint16(2, KINDS[kind], true);
  for (let index = 0; index < view.getUint16(4, true); index++) {
    const entry = DIRECTORY_BYTES + index * ENTRY_BYTES;
    view.setUint16(entry + 4, kind === 'ico' ? 1 : 0, true);
    view.setUint16(entry + 6, kind === 'ico' ? bitsOfEntry(view, entry) : 0, true);
  }
  return bytes;
}

/** Bits of a pixel as the image itself says; those of a PNG count as 32. */
function bitsOfEntry(view: DataView, entry: number): number {
  const at = view.getUint32(entry + 12, true);
  return view.getUint32(at, true) === INFO_HEADER_BYTES ? view.getUint16(at + 14, true) : 32;
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
