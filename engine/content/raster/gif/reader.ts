import { concatBytes, latin1Of, viewOf } from '../../../io/bytes.ts';
import { encodePng } from '../png/encoder.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const GRAPHIC_CONTROL = 0xf9;
const HEADER_BYTES = 13;
const DESCRIPTOR_BYTES = 10;
/** Rows of an interlaced image come in four passes (GIF89a, appendix E). */
const PASSES = [
  { first: 0, step: 8 },
  { first: 4, step: 8 },
  { first: 2, step: 4 },
  { first: 1, step: 2 },
] as const;
const RGBA_CHANNELS = 4;

/** One image within a GIF, as places in its colour table. */
interface GifFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
  readonly palette: Uint8Array;
  readonly transparent?: number;
  readonly indices: Uint8Array;
}

/**
 * The first image of a GIF (GIF89a) as a PNG with its transparency, for targets that take no GIF. Nothing for what is
 * no GIF, has no image, or more pixels than are allowed; where its data end early, the rest stays transparent.
 */
export function pngOfGif(gif: Uint8Array, maxPixels: number): Uint8Array | undefined {
  if (gif.byteLength < HEADER_BYTES || !/^GIF8[79]a$/.test(latin1Of(gif, 0, 6))) return undefined;
  const view = viewOf(gif);
  const frame = readFirstFrame(gif, view, maxPixels);
  if (!frame) return undefined;
  // Some writers leave the size of the whole open.
  const width = view.getUint16(6, true) || frame.left + frame.width;
  const height = view.getUint16(8, true) || frame.top + frame.height;
  return width * height > maxPixels
    ? undefined
    : encodePng({ width, height, channels: 4, data: draw(frame, width, height) });
}

function readFirstFrame(gif: Uint8Array, view: DataView, maxPixels: number): GifFrame | undefined {
  let at = HEADER_BYTES + paletteBytes(gif[10]!);
  const shared = gif.subarray(HEADER_BYTES, at);
  let transparent: number | undefined;
  while (gif[at] === EXTENSION) {
    const isTransparent = gif[at + 1] === GRAPHIC_CONTROL && (gif[at + 3]! & 1) === 1;
    if (isTransparent) transparent = gif[at + 6];
    at = behindBlocks(gif, at + 2);
  }
  if (gif[at] !== IMAGE || at + DESCRIPTOR_BYTES >= gif.byteLength) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset, true));
  const flags = gif[at + 9]!;
  const data = at + DESCRIPTOR_BYTES + paletteBytes(flags);
  const own = gif.subarray(at + DESCRIPTOR_BYTES, data);
  const palette = own.byteLength > 0 ? own : shared;
  const codeBits = gif[data] ?? 0;
  if (width === 0 || height === 0 || width * height > maxPixels || codeBits < 1 || codeBits > 8) return undefined;
  const indices = decodeLzw(joinBlocks(gif, data + 1), codeBits, width * height);
  return { left, top, width, height, interlaced: (flags & 0x40) !== 0, palette, transparent, indices };
}

function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

/** Data come in blocks that begin with their length; an empty one ends them. */
function behindBlocks(gif: Uint8Array, start: number): number {
  let at = start;
  while (at < gif.byteLength && gif[at] !== 0) at += gif[at]! + 1;
  return at + 1;
}

function joinBlocks(gif: Uint8Array, start: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = start; at < gif.byteLength && gif[at] !== 0; at += gif[at]! + 1)
    blocks.push(gif.subarray(at + 1, at + 1 + gif[at]!));
  return concatBytes(blocks);
}

const MAX_CODES = 4096;

/** As many places in the colour table as the data have, at most `count` (GIF89a, appendix F). */
function decodeLzw(data: Uint8Array, codeBits: number, count: number): Uint8Array {
  const clear = 1 << codeBits;
  const prefixes = new Uint16Array(MAX_CODES);
  const lasts = new Uint8Array(MAX_CODES);
  const lengths = new Uint16Array(MAX_CODES);
  for (let code = 0; code < clear; code++) {
    lasts[code] = code;
    lengths[code] = 1;
  }
  const output = new Uint8Array(count);
  let [written, next, width, previous] = [0, clear + 2, codeBits + 1, -1];
  let [buffer, bits, at] = [0, 0, 0];
  /** Writes the row of a code from its end, and returns the first of its places. */
  const write = (code: number): number => {
    let rest = code;
    for (let place = written + lengths[code]! - 1; place > written; place--) {
      if (place < count) output[place] = lasts[rest]!;
      rest = prefixes[rest]!;
    }
    if (written < count) output[written] = lasts[rest]!;
    written += lengths[code]!;
    return lasts[rest]!;
  };
  while (written < count) {
    for (; bits < width && at < data.byteLength; bits += 8) buffer |= data[at++]! << bits;
    if (bits < width) break;
    const code = buffer & ((1 << width) - 1);
    buffer >>>= width;
    bits -= width;
    if (code === clear) [next, width, previous] = [clear + 2, codeBits + 1, -1];
    else if (code === clear + 1 || code > next || (code === next && previous < 0)) break;
    else {
      const isNew = code === next;
      const first = write(isNew ? previous : code);
      if (isNew && written < count) output[written] = first;
      if (isNew) written++;
      if (previous >= 0 && next < MAX_CODES) {
        prefixes[next] = previous;
        lasts[next] = first;
        lengths[next] = lengths[previous]! + 1;
        next++;
        if (next === 1 << width && width < 12) width++;
      }
      previous = code;
    }
  }
  return output.subarray(0, Math.min(written, count));
}

/** The pixels of the whole: what the image does not cover is transparent. */
function draw(frame: GifFrame, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * RGBA_CHANNELS);
  const { left, top, palette, transparent, indices } = frame;
  let row = 0;
  for (const line of linesOf(frame)) {
    const y = top + line;
    for (let x = left, from = row * frame.width; x < left + frame.width && from < indices.byteLength; x++, from++) {
      const index = indices[from]!;
      if (index === transparent || x >= width || y >= height) continue;
      const to = (y * width + x) * RGBA_CHANNELS;
      pixels.set(palette.subarray(index * 3, index * 3 + 3), to);
      pixels[to + 3] = 255;
    }
    row++;
  }
  return pixels;
}

/** Where the rows of an image are shown, in the order in which they come. */
function* linesOf({ height, interlaced }: GifFrame): Generator<number> {
  for (const { first, step } of interlaced ? PASSES : [{ first: 0, step: 1 }])
    for (let line = first; line < height; line += step) yield line;
}
