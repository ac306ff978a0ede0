import type { TiffDirectory } from '../../content/raster/tiff/directories.ts';
import { notForPages } from './errors.ts';

/** How the pixels of one TIFF page are stored (TIFF 6.0, sections 3 to 6, 10, 14 and 15). */
export interface TiffLayout {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** Samples of a pixel, those beyond the colours included. */
  readonly samples: number;
  /** Samples of the colour itself. */
  readonly components: 1 | 3 | 4;
  readonly photometric: number;
  readonly compression: number;
  readonly predictor: number;
  /** Every kind of sample is stored apart. */
  readonly planar: boolean;
  /** What the first sample beyond the colours is. */
  readonly alpha: 'none' | 'straight' | 'premultiplied';
  /** Segments are tiles, whole ones at the edges too; otherwise strips as wide as the image. */
  readonly tiled: boolean;
  readonly segmentWidth: number;
  readonly segmentHeight: number;
  readonly offsets: readonly number[];
  readonly byteCounts: readonly number[];
  /** Bits of a byte from the lowest to the highest. */
  readonly lowBitsFirst: boolean;
}

export const PHOTOMETRIC = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5, yCbCr: 6 } as const;
export const COMPRESSION = {
  none: 1,
  huffman: 2,
  fax3: 3,
  fax4: 4,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  packBits: 32_773,
  oldDeflate: 32_946,
} as const;

const TAGS = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planar: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
} as const;

const COMPONENTS: Readonly<Record<number, 1 | 3 | 4>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3 };
const DEPTHS: readonly number[] = [1, 2, 4, 8, 16];
const UNSIGNED = 1;

/** Throws a RangeError for a page that contradicts itself, `unsupported_conversion` for colours that PDF has not. */
export function tiffLayout(directory: TiffDirectory): TiffLayout {
  const one = (tag: keyof typeof TAGS, otherwise: number): number => directory.values(TAGS[tag])[0] ?? otherwise;
  const [width, height] = [one('width', 0), one('height', 0)];
  const samples = one('samples', 1);
  const photometric = one('photometric', PHOTOMETRIC.blackIsZero);
  const components = COMPONENTS[photometric];
  const depths = directory.values(TAGS.bits);
  const bits = depths[0] ?? 1;
  if (width === 0 || height === 0) throw new RangeError('The page has no size.');
  if (!components) throw notForPages(`colours of the kind ${photometric} of TIFF`);
  if (photometric === PHOTOMETRIC.yCbCr && one('compression', COMPRESSION.none) !== COMPRESSION.jpeg) {
    throw notForPages('YCbCr colours outside of JPEG');
  }
  if (directory.values(TAGS.sampleFormat).some((format) => format !== UNSIGNED))
    throw notForPages('numbers with a sign or a fraction');
  if (!DEPTHS.includes(bits) || depths.some((depth) => depth !== bits))
    throw notForPages(`samples of ${depths.join(', ')} bits`);
  if (bits < 8 && samples > 1) throw notForPages(`several samples of ${bits} bits`);
  if (samples < components) throw new RangeError('The page has too few samples for its colours.');
  const tiled = directory.values(TAGS.tileOffsets).length > 0;
  return {
    width,
    height,
    bits: bits as TiffLayout['bits'],
    samples,
    components,
    photometric,
    compression: one('compression', COMPRESSION.none),
    predictor: one('predictor', 1),
    planar: samples > 1 && one('planar', 1) === 2,
    alpha:
      samples > components
        ? ((['none', 'premultiplied', 'straight'] as const)[one('extraSamples', 0)] ?? 'none')
        : 'none',
    tiled,
    segmentWidth: tiled ? one('tileWidth', width) : width,
    segmentHeight: tiled ? one('tileHeight', height) : Math.min(height, one('rowsPerStrip', height) || height),
    offsets: directory.values(tiled ? TAGS.tileOffsets : TAGS.stripOffsets),
    byteCounts: directory.values(tiled ? TAGS.tileByteCounts : TAGS.stripByteCounts),
    lowBitsFirst: one('fillOrder', 1) === 2,
  };
}

/** A strip or a tile. */
export interface TiffSegment {
  readonly left: number;
  readonly top: number;
  /** Of what belongs to the image. */
  readonly width: number;
  readonly height: number;
  /** Rows that are stored: those of a tile are always all there. */
  readonly storedRows: number;
  readonly bytes: Uint8Array;
}

/** The segments of one row of segments; of all samples, or of those of one plane. */
export function segmentsAt(file: Uint8Array, layout: TiffLayout, row: number, plane = 0): TiffSegment[] {
  const { width, height, tiled, segmentWidth, segmentHeight, offsets, byteCounts } = layout;
  const across = Math.ceil(width / segmentWidth);
  const down = Math.ceil(height / segmentHeight);
  return Array.from({ length: across }, (_, column) => {
    const index = (plane * down + row) * across + column;
    const offset = offsets[index];
    // Old programs left the sizes out of files with one strip.
    const size = byteCounts[index] ?? (offsets.length === 1 ? file.byteLength - offset! : undefined);
    if (offset === undefined || size === undefined || offset + size > file.byteLength) {
      throw new RangeError('Pixels lie beyond the end of the file.');
    }
    const [left, top] = [column * segmentWidth, row * segmentHeight];
    const rows = Math.min(segmentHeight, height - top);
    return {
      left,
      top,
      width: Math.min(segmentWidth, width - left),
      height: rows,
      storedRows: tiled ? segmentHeight : rows,
      bytes: file.subarray(offset, offset + size),
    };
  });
}

export function rowsOfSegments({ height, segmentHeight }: TiffLayout): number {
  return Math.ceil(height / segmentHeight);
}
