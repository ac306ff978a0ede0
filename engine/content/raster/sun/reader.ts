import { viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 32;
const ESCAPE = 0x80;
const RUN_LENGTHS = 2;
const RED_FIRST = 3;

/** Sun raster images of 1, 8, 24 and 32 bits. https://www.fileformat.info/format/sunraster/egff.htm */
export function readSunRaster(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const [width, height, bits, , type, , mapBytes] = [4, 8, 12, 16, 20, 24, 28].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const start = HEADER_BYTES + mapBytes;
  const lineBytes = Math.ceil((width * bits) / 16) * 2;
  const rows = type === RUN_LENGTHS ? unpacked(file, start, lineBytes * height) : file.subarray(start);
  const rowOf = (pixel: number): number => Math.floor(pixel / width) * lineBytes;
  if (bits >= 24) {
    const [pixelBytes, first] = [bits / 8, bits === 32 ? 1 : 0];
    return plainImage({ width, height, channels: 3 }, (pixel, channel) => {
      const at = rowOf(pixel) + (pixel % width) * pixelBytes + first;
      return byteAt(rows, at + (type === RED_FIRST ? channel : 2 - channel));
    });
  }
  const indexOf = (pixel: number): number => {
    const x = pixel % width;
    return bits === 8 ? byteAt(rows, rowOf(pixel) + x) : (byteAt(rows, rowOf(pixel) + (x >> 3)) >> (7 - (x & 7))) & 1;
  };
  const colours = mapBytes / 3;
  return mapBytes > 0
    ? plainImage({ width, height, channels: 3 }, (pixel, channel) =>
        byteAt(file, HEADER_BYTES + channel * colours + indexOf(pixel)),
      )
    : plainImage({ width, height, channels: 1 }, (pixel) => (bits === 8 ? indexOf(pixel) : 255 * (1 - indexOf(pixel))));
}

function unpacked(file: Uint8Array, start: number, size: number): Uint8Array {
  const all = new Uint8Array(Math.min(size, file.byteLength * 128));
  for (let from = start, to = 0; to < all.length && from < file.length;) {
    const byte = file[from++]!;
    const count = byte === ESCAPE ? byteAt(file, from++) : 0;
    all.fill(byte === ESCAPE && count > 0 ? byteAt(file, from++) : byte, to, to + count + 1);
    to += count + 1;
  }
  return all;
}
