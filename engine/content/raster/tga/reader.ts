import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { byteAt, requireSides, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 18;
const FOOTER_BYTES = 26;
const SIGNATURE = 'TRUEVISION-XFILE';
/** Where the extension area says what the attribute bits are, and what it says of those that are alpha. */
const ATTRIBUTES_AT = 494;
const ALPHA_TYPES = [3, 4];

/**
 * A Truevision TGA file of any usual kind. Attribute bits are alpha where the extension area says so, or, without one,
 * where any of them is set: many writers count them and leave them at 0.
 * https://www.dca.fee.unicamp.br/~martino/disciplinas/ea978/tgaffs.pdf
 */
export function readTga(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const type = view.getUint8(2);
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)];
  const bits = view.getUint8(16);
  const descriptor = view.getUint8(17);
  requireSides(width, height);
  const kind = type & 7;
  const mapBytes = Math.ceil(view.getUint8(7) / 8) * view.getUint16(5, true);
  const start = HEADER_BYTES + view.getUint8(0) + (view.getUint8(1) === 1 ? mapBytes : 0);
  const pixelBytes = Math.ceil(bits / 8);
  const stored = type & 8 ? unpacked(file, start, pixelBytes, width * height) : file.subarray(start);
  const colourOf = kind === 1 ? colourMapOf(file, view) : kind === 3 ? greyOf(pixelBytes) : colourReader(bits);
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const y = descriptor & 0x20 ? row : height - 1 - row;
    for (let column = 0; column < width; column++) {
      const x = descriptor & 0x10 ? width - 1 - column : column;
      const from = (row * width + column) * pixelBytes;
      if (from + pixelBytes > stored.length) throw new RangeError('The file ends within its pixels.');
      colourOf(stored, from, data, (y * width + x) * 4);
    }
  }
  const hasAlpha = (descriptor & 15) > 0 && hasUsefulAlpha(view, data);
  if (!hasAlpha) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width, height, data, hasAlpha, bitsPerChannel: 8 };
}

type ReadColour = (from: Uint8Array, at: number, to: Uint8Array, toAt: number) => void;

function hasUsefulAlpha(view: DataView, data: Uint8Array): boolean {
  const footer = view.byteLength - FOOTER_BYTES;
  const isSigned =
    footer > 0 && latin1Of(new Uint8Array(view.buffer, view.byteOffset), footer + 8, footer + 24) === SIGNATURE;
  const extension = isSigned ? view.getUint32(footer, true) : 0;
  if (extension > 0) return ALPHA_TYPES.includes(view.getUint8(extension + ATTRIBUTES_AT));
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return true;
  return false;
}

const colourReader =
  (bits: number): ReadColour =>
  (from, at, to, toAt) => {
    if (bits > 16) {
      for (let channel = 0; channel < 3; channel++) to[toAt + channel] = from[at + 2 - channel]!;
      to[toAt + 3] = bits === 32 ? from[at + 3]! : 255;
      return;
    }
    const value = from[at]! | (from[at + 1]! << 8);
    for (let channel = 0; channel < 3; channel++)
      to[toAt + channel] = Math.round((((value >> (10 - 5 * channel)) & 31) * 255) / 31);
    to[toAt + 3] = bits === 16 && value & 0x8000 ? 255 : 0;
  };

const greyOf =
  (pixelBytes: number): ReadColour =>
  (from, at, to, toAt) => {
    to.fill(from[at]!, toAt, toAt + 3);
    to[toAt + 3] = pixelBytes === 2 ? from[at + 1]! : 255;
  };

function colourMapOf(file: Uint8Array, view: DataView): ReadColour {
  const first = view.getUint16(3, true);
  const bits = view.getUint8(7);
  const start = HEADER_BYTES + view.getUint8(0);
  const read = colourReader(bits);
  const bytes = Math.ceil(bits / 8);
  return (from, at, to, toAt) => {
    const entry = start + (from[at]! - first) * bytes;
    byteAt(file, entry + bytes - 1);
    read(file, entry, to, toAt);
  };
}

/** Packets of one pixel that is repeated, or of several. */
function unpacked(file: Uint8Array, start: number, pixelBytes: number, pixels: number): Uint8Array {
  const all = new Uint8Array(pixels * pixelBytes);
  for (let from = start, to = 0; to < all.length;) {
    const packet = byteAt(file, from++);
    const count = (packet & 127) + 1;
    const isRun = (packet & 128) !== 0;
    const bytes = isRun ? pixelBytes : count * pixelBytes;
    byteAt(file, from + bytes - 1);
    for (let at = 0; at < count * pixelBytes && to < all.length; at++)
      all[to++] = file[from + (isRun ? at % pixelBytes : at)]!;
    from += bytes;
  }
  return all;
}
