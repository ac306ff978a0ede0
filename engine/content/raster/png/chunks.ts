import { crc32, inflateSync } from 'node:zlib';

/** The header of a PNG file and what tells how to show it (ISO/IEC 15948); its pixels are still compressed. */
export interface Png {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colourType: 0 | 2 | 3 | 4 | 6;
  readonly interlaced: boolean;
  /** Three bytes a colour. */
  readonly palette?: Uint8Array;
  /** Opacity by colour of the palette, or the one colour that is transparent, two bytes a sample. */
  readonly transparency?: Uint8Array;
  readonly profile?: Uint8Array;
  /** Pixels per inch. */
  readonly resolution?: { readonly x: number; readonly y: number };
  readonly exif?: Uint8Array;
  /** The pieces of one zlib stream: rows, each after the number of its filter. */
  readonly data: readonly Uint8Array[];
}

/** Length, type and checksum. */
const CHUNK_FRAME_BYTES = 12;
export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Bit depths by colour type (table 11.1). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const PALETTE = 3;
const METRES_PER_INCH = 0.0254;
/** Profiles of printers have two megabytes. */
const MAX_PROFILE_BYTES = 8 * 1024 * 1024;

export interface PngChunk {
  readonly type: string;
  readonly content: Uint8Array;
  /** The chunk as it stands in the file, with its length and checksum. */
  readonly whole: Uint8Array;
}

/** The chunks of a file up to its end chunk, that one included. Throws a RangeError where one leads beyond the end. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = viewOf(bytes);
  for (let at = PNG_SIGNATURE.byteLength; at < bytes.byteLength;) {
    const end = at + CHUNK_FRAME_BYTES + view.getUint32(at);
    if (end > bytes.byteLength) throw new RangeError('A chunk ends beyond the file.');
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    yield { type, content: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) };
    if (type === 'IEND') return;
    at = end;
  }
}

/** Throws a RangeError for what is no PNG, or ends before its pixels do. */
export function readPng(bytes: Uint8Array): Png {
  const chunks = chunksOf(bytes);
  const header = chunks.get('IHDR')?.[0];
  if (!header || header.byteLength < 13) throw new RangeError('There is no header.');
  const view = viewOf(header);
  const bits = header[8]! as Png['bits'];
  const colourType = header[9]! as Png['colourType'];
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  if (!DEPTHS[colourType]?.includes(bits) || width === 0 || height === 0) throw new RangeError('The header is wrong.');
  const palette = chunks.get('PLTE')?.[0];
  if (colourType === PALETTE && !palette) throw new RangeError('There is no palette.');
  const data = chunks.get('IDAT');
  if (!data) throw new RangeError('There are no pixels.');
  return {
    width,
    height,
    bits,
    colourType,
    interlaced: header[12] === 1,
    ...(colourType === PALETTE && { palette }),
    transparency: chunks.get('tRNS')?.[0],
    profile: readProfile(chunks.get('iCCP')?.[0]),
    resolution: readResolution(chunks.get('pHYs')?.[0]),
    exif: chunks.get('eXIf')?.[0],
    data,
  };
}

function chunksOf(bytes: Uint8Array): Map<string, Uint8Array[]> {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) throw new RangeError('There is no PNG signature.');
  const view = viewOf(bytes);
  const chunks = new Map<string, Uint8Array[]>();
  for (let at = PNG_SIGNATURE.byteLength; at + 12 <= bytes.byteLength;) {
    const end = at + 8 + view.getUint32(at);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    if (end + 4 > bytes.byteLength) throw new RangeError('A chunk ends beyond the file.');
    if (type === 'IEND') break;
    const content = bytes.subarray(at + 8, end);
    const same = chunks.get(type);
    if (same) same.push(content);
    else chunks.set(type, [content]);
    at = end + 4;
  }
  return chunks;
}

/** A name, the method of compression, and the profile; a damaged one is none. */
function readProfile(chunk: Uint8Array | undefined): Uint8Array | undefined {
  const nameEnd = chunk?.indexOf(0) ?? -1;
  if (!chunk || nameEnd < 0) return undefined;
  try {
    return inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: MAX_PROFILE_BYTES });
  } catch {
    return undefined;
  }
}

function readResolution(chunk: Uint8Array | undefined): Png['resolution'] {
  if (!chunk || chunk.byteLength < 9 || chunk[8] !== 1) return undefined;
  const view = viewOf(chunk);
  return { x: view.getUint32(0) * METRES_PER_INCH, y: view.getUint32(4) * METRES_PER_INCH };
}

/** One chunk with its length and checksum. */
export function pngChunk(type: string, content: Uint8Array): Uint8Array {
  const chunk = Buffer.allocUnsafe(content.byteLength + 12);
  chunk.writeUInt32BE(content.byteLength, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.byteLength + 8)), content.byteLength + 8);
  return chunk;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
