import { viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 128;
const PALETTE_BYTES = 768;
const SMALL_PALETTE_AT = 16;

/** ZSoft PCX of 1 to 8 bits and 1 to 4 planes. https://www.fileformat.info/format/pcx/egff.htm */
export function readPcx(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const [left, top, right, bottom] = [4, 6, 8, 10].map((at) => view.getUint16(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  const bits = view.getUint8(3);
  const planes = view.getUint8(65);
  const lineBytes = view.getUint16(66, true);
  const [width, height] = [right - left + 1, bottom - top + 1];
  const rows = view.getUint8(2) === 1 ? unpacked(file, lineBytes * planes * height) : file.subarray(HEADER_BYTES);
  const at = (pixel: number, plane: number): number => (Math.floor(pixel / width) * planes + plane) * lineBytes;
  if (bits === 8 && planes >= 3) {
    return plainImage({ width, height, channels: planes }, (pixel, plane) =>
      byteAt(rows, at(pixel, plane) + (pixel % width)),
    );
  }
  const indexOf = (pixel: number): number => {
    const x = pixel % width;
    if (bits === 8) return byteAt(rows, at(pixel, 0) + x);
    let index = 0;
    for (let plane = 0; plane < planes; plane++) {
      const byte = byteAt(rows, at(pixel, plane) + ((x * bits) >> 3));
      index |= ((byte >> (8 - bits - ((x * bits) & 7))) & (2 ** bits - 1)) << (plane * bits);
    }
    return index;
  };
  if (bits * planes === 1) return plainImage({ width, height, channels: 1 }, (pixel) => indexOf(pixel) * 255);
  const palette = bits === 8 ? file.byteLength - PALETTE_BYTES : SMALL_PALETTE_AT;
  return plainImage({ width, height, channels: 3 }, (pixel, channel) =>
    byteAt(file, palette + indexOf(pixel) * 3 + channel),
  );
}

/** The pages of a DCX file. */
export function readDcx(file: Uint8Array): PlainImage[] {
  const view = viewOf(file);
  const starts: number[] = [];
  for (let at = 4; starts.length < 1023 && view.getUint32(at, true) !== 0; at += 4)
    starts.push(view.getUint32(at, true));
  return starts.map((start, index) => readPcx(file.subarray(start, starts[index + 1])));
}

function unpacked(file: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(Math.min(size, file.byteLength * 63));
  for (let from = HEADER_BYTES, to = 0; to < all.length && from < file.length;) {
    const byte = file[from++]!;
    const isRun = byte >= 0xc0;
    const count = isRun ? byte & 63 : 1;
    all.fill(isRun ? byteAt(file, from++) : byte, to, to + count);
    to += count;
  }
  return all;
}
