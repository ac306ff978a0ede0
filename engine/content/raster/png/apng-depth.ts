import { concatBytes, viewOf } from '../../../io/bytes.ts';
import { deflate, inflate } from '../../../io/compression.ts';
import { PNG_SIGNATURE, pngChunk, pngChunks } from './chunks.ts';
import { deinterlace, interlacedBytes, unfilterRow } from './filters.ts';

/** Samples of a pixel by colour type; palettes have no deep ones. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** Chunks that count in the bits of the samples and that nobody needs to see the images. */
const BOUND_TO_DEPTH: ReadonlySet<string> = new Set(['sBIT', 'bKGD', 'hIST']);
const SEQUENCE_BYTES = 4;
/** Of zlib: what is written is read at once. */
const LEVEL = 1;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Kind {
  readonly channels: number;
  readonly interlaced: boolean;
}

/**
 * An animated PNG of 16 bits a sample in 8, for decoders that blend no deeper frames; nothing for other files, and for
 * those whose frames have more pixels than `mostPixels` together. Throws a RangeError or an error of zlib where the file
 * is broken.
 */
export function inEightBits(bytes: Uint8Array, mostPixels: number): Uint8Array | undefined {
  const [header, ...chunks] = pngChunks(bytes);
  const kind = header && deepKindOf(header.content);
  if (!header || !kind) return undefined;
  const written = [PNG_SIGNATURE, pngChunk('IHDR', headerOf(header.content))];
  let frame: { readonly size: Size; readonly data: Uint8Array[]; isStill: boolean } | undefined;
  let [sequence, pixels] = [0, 0];
  const finish = (): void => {
    if (!frame || frame.data.length === 0) return;
    const content = shrunkFrame(concatBytes(frame.data), frame.size, kind);
    written.push(
      frame.isStill ? pngChunk('IDAT', content) : pngChunk('fdAT', concatBytes([uint32(sequence++), content])),
    );
    frame = undefined;
  };
  const begin = (size: Size): NonNullable<typeof frame> => {
    pixels += size.width * size.height;
    return { size, data: [], isStill: false };
  };
  for (const { type, content } of chunks) {
    if (type !== 'IDAT' && type !== 'fdAT') finish();
    if (pixels > mostPixels) return undefined;
    if (type === 'fcTL') {
      frame = begin(sizeAt(content, SEQUENCE_BYTES));
      written.push(pngChunk(type, concatBytes([uint32(sequence++), content.subarray(SEQUENCE_BYTES)])));
    } else if (type === 'IDAT') {
      frame ??= begin(sizeAt(header.content, 0));
      frame.isStill = true;
      frame.data.push(content);
    } else if (type === 'fdAT') frame?.data.push(content.subarray(SEQUENCE_BYTES));
    else if (type === 'tRNS') written.push(pngChunk(type, lowered(content)));
    else if (!BOUND_TO_DEPTH.has(type)) written.push(pngChunk(type, content));
  }
  return concatBytes(written);
}

function deepKindOf(header: Uint8Array): Kind | undefined {
  const [bits, colourType, , , interlace] = header.subarray(8);
  const channels = CHANNELS[colourType!];
  return bits === 16 && channels ? { channels, interlaced: interlace === 1 } : undefined;
}

function headerOf(deep: Uint8Array): Uint8Array {
  const header = deep.slice();
  header[8] = 8;
  header[12] = 0; // the rows are written in their order
  return header;
}

function sizeAt(content: Uint8Array, offset: number): Size {
  const view = viewOf(content);
  return { width: view.getUint32(offset), height: view.getUint32(offset + 4) };
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value);
  return bytes;
}

/** The transparent colour: two bytes a sample, whatever the depth. */
function lowered(colour: Uint8Array): Uint8Array {
  return colour.map((_, at) => (at % 2 === 0 ? 0 : colour[at - 1]!));
}

/** The rows of a frame with the upper byte of each sample, compressed again. */
function shrunkFrame(data: Uint8Array, { width, height }: Size, { channels, interlaced }: Kind): Uint8Array {
  const rowBytes = width * channels * 2;
  const layout = { width, height, bits: channels * 16 };
  const maxOutputLength = interlaced ? interlacedBytes(layout) : (rowBytes + 1) * height;
  const inflated = inflate(data, { maxOutputLength });
  const rows = interlaced ? deinterlace(inflated, layout) : inflated;
  if (rows.byteLength < (rowBytes + 1) * height) throw new RangeError('A frame of the animated PNG is truncated.');
  const shrunk = new Uint8Array((rowBytes / 2 + 1) * height);
  let above: Uint8Array = new Uint8Array(rowBytes);
  for (let y = 0, to = 0; y < height; y++) {
    const start = y * (rowBytes + 1);
    const row = rows.subarray(start + 1, start + 1 + rowBytes);
    unfilterRow(rows[start]!, row, above, channels * 2);
    above = row;
    to++; // filter 0
    for (let at = 0; at < rowBytes; at += 2) shrunk[to++] = row[at]!;
  }
  return deflate(shrunk, { level: LEVEL });
}
