import { byteAt, plainImage, type PlainImage } from '../plain-image.ts';

/** Wireless bitmaps: sides in groups of seven bits, then rows of bits, 1 white (WAP-237, section 6). */
export function readWbmp(file: Uint8Array): PlainImage {
  let at = 2;
  const side = (): number => {
    let value = 0;
    for (let byte = 128; byte & 128;) value = value * 128 + ((byte = byteAt(file, at++)) & 127);
    return value;
  };
  const [width, height] = [side(), side()];
  return bitsOf(file, at, width, height, 1);
}

/** Over-the-air bitmaps: a flag, two sides of one or two bytes, the depth, and bits, 1 black (Smart Messaging, 3.3). */
export function readOtb(file: Uint8Array): PlainImage {
  const isWide = (byteAt(file, 0) & 0x10) !== 0;
  const side = (index: number): number =>
    isWide ? byteAt(file, 1 + index * 2) * 256 + byteAt(file, 2 + index * 2) : byteAt(file, 1 + index);
  return bitsOf(file, isWide ? 6 : 4, side(0), side(1), 0);
}

function bitsOf(file: Uint8Array, start: number, width: number, height: number, white: 0 | 1): PlainImage {
  const rowBytes = Math.ceil(width / 8);
  return plainImage({ width, height, channels: 1 }, (pixel) => {
    const x = pixel % width;
    const byte = byteAt(file, start + Math.floor(pixel / width) * rowBytes + (x >> 3));
    return ((byte >> (7 - (x & 7))) & 1) === white ? 255 : 0;
  });
}
