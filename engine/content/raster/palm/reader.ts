import { viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, UnknownKind, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 16;
const FLAGS = { compressed: 0x8000, hasColourTable: 0x4000, hasTransparency: 0x2000, isDirect: 0x0400 };
const ENTRY_BYTES = 4;

/** Bitmaps of Palm OS of 8 bits with a colour table. Palm OS Programmer's API Reference, chapter "Bitmaps" */
export function readPalm(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const [width, height, rowBytes, flags] = [0, 2, 4, 6].map((at) => view.getUint16(at)) as [
    number,
    number,
    number,
    number,
  ];
  const bits = view.getUint8(8);
  const others = flags & (FLAGS.compressed | FLAGS.hasTransparency | FLAGS.isDirect);
  if (bits !== 8 || others !== 0 || (flags & FLAGS.hasColourTable) === 0)
    throw new UnknownKind('The Palm bitmap is of a kind that is not read here.');
  const table = HEADER_BYTES + 2;
  const pixels = table + view.getUint16(HEADER_BYTES) * ENTRY_BYTES;
  return plainImage({ width, height, channels: 3 }, (pixel, channel) => {
    const index = byteAt(file, pixels + Math.floor(pixel / width) * rowBytes + (pixel % width));
    return byteAt(file, table + index * ENTRY_BYTES + 1 + channel);
  });
}
