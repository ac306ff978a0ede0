import { viewOf } from '../../../io/bytes.ts';
import { inflate } from '../../../io/compression.ts';
import { isPng, pngChunks } from './chunks.ts';

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

/** Throws a RangeError for what is no PNG, or ends before its pixels do. */
export function readPng(bytes: Uint8Array): Png {
  const chunks = contentsByType(bytes);
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

/** What the chunks of each type hold, in their order. */
function contentsByType(bytes: Uint8Array): Map<string, Uint8Array[]> {
  if (!isPng(bytes)) throw new RangeError('There is no PNG signature.');
  const contents = new Map<string, Uint8Array[]>();
  for (const { type, content } of pngChunks(bytes)) {
    const same = contents.get(type);
    if (same) same.push(content);
    else contents.set(type, [content]);
  }
  return contents;
}

/** A name, the method of compression, and the profile; a damaged one is none. */
function readProfile(chunk: Uint8Array | undefined): Uint8Array | undefined {
  const nameEnd = chunk?.indexOf(0) ?? -1;
  if (!chunk || nameEnd < 0) return undefined;
  try {
    return inflate(chunk.subarray(nameEnd + 2), { maxOutputLength: MAX_PROFILE_BYTES });
  } catch {
    return undefined;
  }
}

function readResolution(chunk: Uint8Array | undefined): Png['resolution'] {
  if (!chunk || chunk.byteLength < 9 || chunk[8] !== 1) return undefined;
  const view = viewOf(chunk);
  return { x: view.getUint32(0) * METRES_PER_INCH, y: view.getUint32(4) * METRES_PER_INCH };
}
