import { viewOf } from '../../../io/bytes.ts';
import { byteAt, requireSides, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 14;
const [RGB, RGBA] = [0xfe, 0xff] as const;
const [INDEX, DIFFERENCE, LUMA] = [0, 1, 2] as const;

/** https://qoiformat.org/qoi-specification.pdf */
export function readQoi(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const [width, height, channels] = [view.getUint32(4), view.getUint32(8), view.getUint8(12)];
  requireSides(width, height);
  const data = new Uint8Array(width * height * 4);
  const seen = new Uint8Array(64 * 4);
  const pixel = Uint8Array.of(0, 0, 0, 255);
  let at = HEADER_BYTES;
  for (let to = 0; to < data.length;) {
    const code = byteAt(file, at++);
    const low = code & 63;
    let run = 1;
    if (code === RGB || code === RGBA) {
      const count = code === RGB ? 3 : 4;
      for (let channel = 0; channel < count; channel++) pixel[channel] = byteAt(file, at++);
    } else if (code >> 6 === INDEX) pixel.set(seen.subarray(low * 4, low * 4 + 4));
    else if (code >> 6 === DIFFERENCE) {
      for (let channel = 0; channel < 3; channel++) pixel[channel]! += ((low >> (4 - 2 * channel)) & 3) - 2;
    } else if (code >> 6 === LUMA) {
      const next = byteAt(file, at++);
      const green = low - 32;
      pixel[0]! += green + (next >> 4) - 8;
      pixel[1]! += green;
      pixel[2]! += green + (next & 15) - 8;
    } else run = low + 1;
    seen.set(pixel, ((pixel[0]! * 3 + pixel[1]! * 5 + pixel[2]! * 7 + pixel[3]! * 11) % 64) * 4);
    for (; run > 0 && to < data.length; run--, to += 4) data.set(pixel, to);
  }
  return { width, height, data, hasAlpha: channels === 4, bitsPerChannel: 8 };
}
