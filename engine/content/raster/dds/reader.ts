import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, requireSides, UnknownKind, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 128;
const HAS_FOURCC = 0x4;
/** Side of a block, in pixels. */
const BLOCK = 4;

/**
 * DirectDraw surfaces, their largest level: DXT1, DXT3 and DXT5, or pixels of 24 and 32 bits.
 * https://learn.microsoft.com/windows/win32/direct3ddds/dds-header
 */
export function readDds(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const field = (at: number): number => view.getUint32(at, true);
  const [height, width] = [field(12), field(16)];
  requireSides(width, height);
  if ((field(80) & HAS_FOURCC) === 0) return readMasked(file, width, height);
  const code = latin1Of(file, 84, 88);
  const alphaOf = ALPHAS[code];
  if (!alphaOf) throw new UnknownKind(`Surfaces compressed as ${code} are not read here.`);
  const blockBytes = code === 'DXT1' ? 8 : 16;
  const columns = Math.ceil(width / BLOCK);
  const data = new Uint8Array(width * height * 4);
  const colours = new Uint8Array(BLOCK * 4);
  for (let row = 0, at = HEADER_BYTES; row < height; row += BLOCK)
    for (let column = 0; column < columns; column++, at += blockBytes) {
      if (at + blockBytes > file.byteLength) throw new RangeError('The file ends within its pixels.');
      readColours(view, at + blockBytes - 8, code === 'DXT1', colours);
      const indices = field(at + blockBytes - 4);
      const rows = Math.min(BLOCK, height - row);
      const across = Math.min(BLOCK, width - column * BLOCK);
      for (let y = 0; y < rows; y++)
        for (let x = 0, to = ((row + y) * width + column * BLOCK) * 4; x < across; x++, to += 4) {
          const index = y * BLOCK + x;
          const from = ((indices >>> (index * 2)) & 3) * 4;
          for (let channel = 0; channel < 3; channel++) data[to + channel] = colours[from + channel]!;
          data[to + 3] = alphaOf(view, at, index, colours[from + 3]!);
        }
    }
  const hasAlpha = code !== 'DXT1' || data.some((value, at) => at % 4 === 3 && value === 0);
  return { width, height, data, hasAlpha, bitsPerChannel: 8 };
}

type AlphaOf = (view: DataView, block: number, index: number, ofColour: number) => number;

const ALPHAS: Readonly<Record<string, AlphaOf>> = {
  DXT1: (_view, _block, _index, ofColour) => ofColour,
  DXT3: (view, block, index) => ((view.getUint8(block + (index >> 1)) >> ((index & 1) * 4)) & 15) * 17,
  DXT5: interpolatedAlpha,
};

/** Two values, and six between them, or four and the extremes. */
function interpolatedAlpha(view: DataView, block: number, index: number): number {
  const [first, second] = [view.getUint8(block), view.getUint8(block + 1)];
  const bit = index * 3;
  const pair = view.getUint8(block + 2 + (bit >> 3)) | (bit >> 3 < 5 ? view.getUint8(block + 3 + (bit >> 3)) << 8 : 0);
  const code = (pair >> (bit & 7)) & 7;
  if (code < 2) return code === 0 ? first : second;
  if (first > second) return Math.floor(((8 - code) * first + (code - 1) * second) / 7);
  return code < 6 ? Math.floor(((6 - code) * first + (code - 1) * second) / 5) : (code - 6) * 255;
}

/** Two colours of 16 bits, and two between them; or, where they are in the other order, one and none. */
function readColours(view: DataView, at: number, mayBeTransparent: boolean, colours: Uint8Array): void {
  const [first, second] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
  const hasFour = first > second || !mayBeTransparent;
  for (let channel = 0; channel < 4; channel++) {
    const [a, b] = [channelOf565(first, channel), channelOf565(second, channel)];
    colours[channel] = a;
    colours[4 + channel] = b;
    colours[8 + channel] = hasFour ? (2 * a + b) / 3 : (a + b) / 2;
    colours[12 + channel] = hasFour ? (a + 2 * b) / 3 : 0;
  }
}

function channelOf565(bits: number, channel: number): number {
  if (channel === 3) return 255;
  const value = channel === 0 ? bits >> 11 : channel === 1 ? (bits >> 5) & 63 : bits & 31;
  return channel === 1 ? (value << 2) | (value >> 4) : (value << 3) | (value >> 2);
}

/** Pixels whose channels are whole bytes, by the masks of the header. */
function readMasked(file: Uint8Array, width: number, height: number): PlainImage {
  const view = viewOf(file);
  const pixelBytes = view.getUint32(88, true) / 8;
  const shifts = [92, 96, 100, 104].map((at) => byteOfMask(view.getUint32(at, true)));
  const channels = shifts[3] === undefined ? 3 : 4;
  if ((pixelBytes !== 3 && pixelBytes !== 4) || shifts.slice(0, 3).includes(undefined))
    throw new UnknownKind('Surfaces of such pixels are not read here.');
  return plainImage({ width, height, channels }, (pixel, channel) =>
    byteAt(file, HEADER_BYTES + pixel * pixelBytes + shifts[channel]!),
  );
}

/** The byte of a pixel that a mask selects; undefined for any other mask. */
function byteOfMask(mask: number): number | undefined {
  const byte = [0xff, 0xff00, 0xff0000, 0xff000000].indexOf(mask);
  return byte < 0 ? undefined : byte;
}
