import { viewOf } from '../../../io/bytes.ts';
import { unpackBits } from '../tiff/pack-bits.ts';
import { byteAt, plainImage, requireSides, UnknownKind, type PlainImage } from '../plain-image.ts';

const PREAMBLE_BYTES = 512;
/** Version, its extension, and the header that follows. */
const START = PREAMBLE_BYTES + 10 + 4 + 26;
const OPCODE = { clip: 0x01, packedRectangle: 0x98, directRectangle: 0x9a, longComment: 0xa1, end: 0xff };
const PACKED_BY_CHANNEL = 4;
/** Shorter rows are not packed. */
const LEAST_PACKED_BYTES = 8;
/** Rows of more bytes have lengths of two bytes. */
const MOST_OF_SHORT_ROW = 250;
const SIDES_BYTES = 18; // source, destination, mode

/**
 * QuickDraw pictures of version 2 that are one bitmap: with a palette, or with channels of 8 bits.
 * Inside Macintosh: Imaging With QuickDraw, appendix A.
 */
export function readPict(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  if (view.getUint32(PREAMBLE_BYTES + 10) !== 0x001102ff)
    throw new UnknownKind('Pictures of version 1 are not read here.');
  for (let at = START; ;) {
    const opcode = view.getUint16(at);
    at += 2;
    if (opcode === OPCODE.clip) at += view.getUint16(at);
    else if (opcode === OPCODE.longComment) at += 4 + view.getUint16(at + 2) + (view.getUint16(at + 2) & 1);
    else if (opcode === OPCODE.packedRectangle) return withPalette(file, view, at);
    else if (opcode === OPCODE.directRectangle) return withChannels(file, view, at + 4);
    else throw new UnknownKind('What this picture draws is not read here.');
  }
}

/** Fields of a pixel map, which begins with the bytes of a row. */
function pixelMapOf(view: DataView, at: number) {
  const [top, left, bottom, right] = [2, 4, 6, 8].map((offset) => view.getInt16(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  requireSides(right - left, bottom - top);
  return {
    rowBytes: view.getUint16(at) & 0x7fff,
    width: right - left,
    height: bottom - top,
    packing: view.getUint16(at + 12),
    bits: view.getUint16(at + 28),
    channels: view.getUint16(at + 30),
    end: at + 46,
  };
}

function withPalette(file: Uint8Array, view: DataView, at: number): PlainImage {
  const { width, height, rowBytes, bits, end } = pixelMapOf(view, at);
  if (bits !== 8 || (view.getUint16(at) & 0x8000) === 0) throw new UnknownKind('Such palettes are not read here.');
  const colours = view.getUint16(end + 6) + 1;
  const table = end + 8;
  const rows = unpackedRows(file, table + colours * 8 + SIDES_BYTES, { rowBytes, height });
  return plainImage({ width, height, channels: 3 }, (pixel, channel) => {
    const index = byteAt(rows, Math.floor(pixel / width) * rowBytes + (pixel % width));
    return byteAt(file, table + index * 8 + 2 + channel * 2);
  });
}

function withChannels(file: Uint8Array, view: DataView, at: number): PlainImage {
  const { width, height, rowBytes, packing, bits, channels, end } = pixelMapOf(view, at);
  if (packing !== PACKED_BY_CHANNEL || bits !== 32 || (channels !== 3 && channels !== 4))
    throw new UnknownKind('Such channels are not read here.');
  const unpackedBytes = width * channels;
  const rows = unpackedRows(file, end + SIDES_BYTES, { rowBytes, height, unpackedBytes });
  const first = channels - 3; // opacity comes first
  return plainImage({ width, height, channels }, (pixel, channel) => {
    const plane = channel === 3 ? 0 : first + channel;
    return byteAt(rows, Math.floor(pixel / width) * unpackedBytes + plane * width + (pixel % width));
  });
}

interface Rows {
  readonly rowBytes: number;
  readonly height: number;
  /** `rowBytes` if absent. */
  readonly unpackedBytes?: number;
}

/** Rows packed by PackBits, each behind its length. */
function unpackedRows(
  file: Uint8Array,
  start: number,
  { rowBytes, height, unpackedBytes = rowBytes }: Rows,
): Uint8Array {
  if (rowBytes < LEAST_PACKED_BYTES) return file.subarray(start, start + rowBytes * height);
  const all = new Uint8Array(Math.min(unpackedBytes * height, file.byteLength * 128));
  let from = start;
  for (let row = 0; row < height; row++) {
    const isLong = rowBytes > MOST_OF_SHORT_ROW;
    const length = isLong ? (byteAt(file, from) << 8) | byteAt(file, from + 1) : byteAt(file, from);
    from += isLong ? 2 : 1;
    all.set(unpackBits(file.subarray(from, from + length), unpackedBytes), row * unpackedBytes);
    from += length;
  }
  if (from > file.byteLength) throw new RangeError('The file ends within its pixels.');
  return all;
}
