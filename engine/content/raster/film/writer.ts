import { latin1Bytes, viewOf } from '../../../io/bytes.ts';
import { LIGHT_OF_BYTE } from '../linear-light.ts';
import type { RgbaImage } from '../inspect/raster.ts';
import { CINEON, codeOfLight, DPX, MOST_CODE } from './codes.ts';

/**
 * Scanned film of 10 bits, three samples in a word. The library loses the last sample of rows that do not fill their
 * last word, and keeps densities in 8 bits, which shows as bands.
 */

/** SMPTE 268M: RGB, or RGBA. */
export function encodeDpx({ width, height, data }: RgbaImage, hasAlpha: boolean): Uint8Array {
  const channels = hasAlpha ? 4 : 3;
  const rowBytes = rowBytesOf(width * channels);
  const file = new Uint8Array(DPX.headerBytes + rowBytes * height);
  file.fill(0xff, 0, DPX.headerBytes); // undefined
  const view = viewOf(file);
  view.setUint32(0, DPX.bigEndian);
  view.setUint32(4, DPX.headerBytes);
  file.set(latin1Bytes('V1.0\0\0\0\0'), 8);
  view.setUint32(16, file.byteLength);
  view.setUint32(20, 1); // nothing is read beside it
  view.setUint32(24, DPX.genericBytes);
  view.setUint32(28, DPX.industryBytes);
  view.setUint32(32, 0); // of the user
  file.fill(0, 36, 660); // names and times
  view.setUint16(768, 0); // from left to right, from top to bottom
  view.setUint16(770, 1); // elements
  view.setUint32(772, width);
  view.setUint32(776, height);
  view.setUint32(780, 0); // unsigned
  file.set([hasAlpha ? DPX.codes.rgba : DPX.codes.rgb, 0, 0, 10], 800);
  view.setUint16(804, 1); // packed, left-justified
  view.setUint16(806, 0); // no run lengths
  view.setUint32(808, DPX.headerBytes);
  view.setUint32(812, 0); // padding of lines
  view.setUint32(816, 0); // and of the image
  file.fill(0, 1432, 1664 + 256); // reserved, and names of the industry
  const codes = Uint16Array.from({ length: 256 }, (_, byte) => Math.round((byte / 255) * MOST_CODE));
  packSamples(view, DPX.headerBytes, { width, height, data }, channels, codes);
  return file;
}

/** Kodak Cineon 4.5: the densities of a negative. */
export function encodeCineon({ width, height, data }: RgbaImage): Uint8Array {
  const rowBytes = rowBytesOf(width * 3);
  const file = new Uint8Array(CINEON.headerBytes + rowBytes * height);
  const view = viewOf(file);
  view.setUint32(0, CINEON.bigEndian);
  view.setUint32(4, CINEON.headerBytes);
  view.setUint32(8, CINEON.genericBytes);
  view.setUint32(12, CINEON.headerBytes - CINEON.genericBytes);
  view.setUint32(20, file.byteLength);
  file.set(latin1Bytes('V4.5'), 24);
  file[193] = 3;
  for (let channel = 0; channel < 3; channel++) {
    const at = 196 + channel * 28;
    file.set([0, channel + 1, 10, 0], at);
    view.setUint32(at + 4, width);
    view.setUint32(at + 8, height);
    view.setFloat32(at + 16, 0);
    view.setFloat32(at + 20, MOST_CODE);
    view.setFloat32(at + 24, 2.046); // density of the highest code
  }
  file[681] = 5; // words of 32 bits, left-justified
  const codes = Uint16Array.from(LIGHT_OF_BYTE, (light) => codeOfLight(light));
  packSamples(view, CINEON.headerBytes, { width, height, data }, 3, codes);
  return file;
}

function rowBytesOf(samples: number): number {
  return Math.ceil(samples / 3) * 4;
}

function packSamples(
  view: DataView,
  start: number,
  { width, height, data }: RgbaImage,
  channels: 3 | 4,
  codes: Uint16Array,
): void {
  for (let row = 0, from = 0, at = start; row < height; row++) {
    let word = 0;
    let shift = 22;
    for (let x = 0; x < width; x++, from += 4)
      for (let channel = 0; channel < channels; channel++) {
        const byte = data[from + channel]!;
        word |= (channel === 3 ? Math.round((byte / 255) * MOST_CODE) : codes[byte]!) << shift;
        shift -= 10;
        if (shift > 0) continue;
        view.setUint32(at, word);
        at += 4;
        word = 0;
        shift = 22;
      }
    if (shift === 22) continue;
    view.setUint32(at, word);
    at += 4;
  }
}
