import { inflateSync } from 'node:zlib';
import { usableProfile } from '../../content/raster/metadata/icc-profile.ts';
import { readDisplay } from '../../content/raster/metadata/exif.ts';
import { readJpegHeader } from '../../content/raster/jpeg/header.ts';
import { unpackBits } from '../../content/raster/tiff/pack-bits.ts';
import type { PdfColours, ImagePage, ImagePart } from '../../content/pages/image-pdf.ts';
import { PNG_FILTERS } from '../../content/raster/png/filters.ts';
import type { TiffDirectory } from '../../content/raster/tiff/directories.ts';
import { unpackLzw } from '../../content/raster/tiff/lzw.ts';
import { checkRasterSize } from '../../contract/check-limits.ts';
import { notForPages, tooMuchMemory, type Reading } from './errors.ts';
import { jpegImage } from './jpeg-page.ts';
import { packRows } from './pack.ts';
import {
  COMPRESSION,
  PHOTOMETRIC,
  rowsOfSegments,
  segmentsAt,
  tiffLayout,
  type TiffLayout,
  type TiffSegment,
} from './tiff-layout.ts';

const TAGS = { colourMap: 320, fax3Options: 292, jpegTables: 347, profile: 34_675 } as const;
const PREDICTOR_HORIZONTAL = 2;
const LITTLE_ENDIAN = 0x49;
/** What is unpacked at a time: a row of strips or tiles. */
const MAX_BAND_BYTES = 256 * 1024 * 1024;

/**
 * One page of a TIFF file. What a PDF can hold as it is stored (fax coding, JPEG) stays so; everything else is unpacked
 * strip by strip and compressed again, without loss.
 */
export async function tiffPage(file: Uint8Array, directory: TiffDirectory, reading: Reading): Promise<ImagePage> {
  const layout = tiffLayout(directory);
  const { width, height } = layout;
  checkRasterSize({ width, height, frames: 1 }, reading.limits);
  const parts = await partsOf(file, directory, layout, reading);
  return { parts, width, height, ...readDisplay(directory) };
}

async function partsOf(
  file: Uint8Array,
  directory: TiffDirectory,
  layout: TiffLayout,
  { signal }: Reading,
): Promise<ImagePart[]> {
  const { width, height, compression, components, bits, alpha } = layout;
  switch (compression) {
    case COMPRESSION.huffman:
    case COMPRESSION.fax3:
    case COMPRESSION.fax4:
      return allSegments(file, layout).map((segment) => faxPart(segment, layout, directory));
    case COMPRESSION.jpeg:
      return allSegments(file, layout).map((segment) => jpegPart(segment, layout, directory));
    default: {
      const bands = filteredBands(file, layout);
      const rows = await packRows({ width, components, bits, hasAlpha: alpha !== 'none', bands }, signal);
      const inverted = layout.photometric === PHOTOMETRIC.whiteIsZero;
      return [{ width, height, image: { ...rows, inverted, colours: coloursOf(directory, layout) } }];
    }
  }
}

function coloursOf(directory: TiffDirectory, { components, photometric, bits }: TiffLayout): PdfColours {
  const palette = photometric === PHOTOMETRIC.palette ? paletteOf(directory, bits) : undefined;
  return { components, palette, profile: usableProfile(directory.bytes(TAGS.profile), palette ? 3 : components) };
}

/** TIFF has all reds first, then greens and blues, of 16 bits each. */
function paletteOf(directory: TiffDirectory, bits: number): Uint8Array {
  const map = directory.values(TAGS.colourMap);
  const colours = 2 ** bits;
  if (bits > 8 || map.length < colours * 3) throw new RangeError('The palette has too few colours.');
  // Some programs wrote bytes where the specification has 16 bits.
  const shift = map.some((value) => value > 255) ? 8 : 0;
  return Uint8Array.from({ length: colours * 3 }, (_, at) => map[(at % 3) * colours + Math.floor(at / 3)]! >> shift);
}

function allSegments(file: Uint8Array, layout: TiffLayout): TiffSegment[] {
  return Array.from({ length: rowsOfSegments(layout) }, (_, row) => segmentsAt(file, layout, row)).flat();
}

/** Fax coding is the same in both formats, down to its options (ITU-T T.4 and T.6). */
function faxPart(segment: TiffSegment, layout: TiffLayout, directory: TiffDirectory): ImagePart {
  const { bits, samples, photometric, compression, lowBitsFirst, segmentWidth } = layout;
  if (bits !== 1 || samples !== 1) throw new RangeError('Fax coding is for black and white alone.');
  const isTwoDimensional = ((directory.values(TAGS.fax3Options)[0] ?? 0) & 1) === 1;
  const scheme = {
    [COMPRESSION.huffman]: '/K 0 /EncodedByteAlign true',
    [COMPRESSION.fax3]: isTwoDimensional ? '/K 1' : '/K 0',
    [COMPRESSION.fax4]: '/K -1',
  }[compression];
  const height = segment.storedRows;
  const isBlackOne = photometric === PHOTOMETRIC.blackIsZero;
  return {
    width: segmentWidth,
    height,
    left: segment.left,
    top: segment.top,
    image: {
      data: [lowBitsFirst ? reversedBits(segment.bytes) : segment.bytes],
      filter: 'CCITTFaxDecode',
      parameters: `${scheme} /Columns ${segmentWidth} /Rows ${height} /EndOfBlock false${isBlackOne ? ' /BlackIs1 true' : ''}`,
      bits: 1,
      colours: { components: 1 },
    },
  };
}

function reversedBits(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => {
    let reversed = 0;
    for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
    return reversed;
  });
}

/** Every segment is a JPEG of its own; the tables that they share are apart and are put back (TIFF Technical Note 2). */
function jpegPart(segment: TiffSegment, layout: TiffLayout, directory: TiffDirectory): ImagePart {
  if (layout.planar) throw notForPages('JPEG with its colours apart');
  if (layout.samples > layout.components) throw notForPages('JPEG with opacity');
  const tables = directory.bytes(TAGS.jpegTables);
  const data =
    tables.byteLength > 4
      ? [segment.bytes.subarray(0, 2), tables.subarray(2, tables.byteLength - 2), segment.bytes.subarray(2)]
      : [segment.bytes];
  const header = readJpegHeader(segment.bytes);
  if (header.components !== layout.components)
    throw new RangeError('The JPEG has another number of colours than its page.');
  const image = jpegImage(header, data);
  const isPlainRgb = layout.photometric === PHOTOMETRIC.rgb && header.adobeTransform === undefined;
  return {
    width: header.width,
    height: header.height,
    left: segment.left,
    top: segment.top,
    image: {
      ...image,
      ...(isPlainRgb && { parameters: '/ColorTransform 0' }),
      inverted: layout.photometric === PHOTOMETRIC.whiteIsZero,
      colours: coloursOf(directory, layout),
    },
  };
}

/** Rows after filters of PNG, one row of segments at a time: colours, and opacity if there is any. */
function* filteredBands(file: Uint8Array, layout: TiffLayout): Generator<Uint8Array> {
  const isLittle = file[0] === LITTLE_ENDIAN;
  for (let row = 0; row < rowsOfSegments(layout); row++) {
    const pixels = layout.planar ? interleaved(file, layout, row, isLittle) : chunky(file, layout, row, isLittle);
    yield filtered(withoutExtras(pixels, layout), layout);
  }
}

/** Pixels of one row of segments, all samples of a pixel together, in the order of bytes of PNG and PDF. */
function chunky(file: Uint8Array, layout: TiffLayout, row: number, isLittle: boolean): Uint8Array {
  return assembled(file, { ...layout }, row, { plane: 0, samples: layout.samples, isLittle });
}

function interleaved(file: Uint8Array, layout: TiffLayout, row: number, isLittle: boolean): Uint8Array {
  const { samples, bits } = layout;
  const bytes = bits / 8;
  const planes = Array.from({ length: samples }, (_, plane) =>
    assembled(file, layout, row, { plane, samples: 1, isLittle }),
  );
  const pixels = new Uint8Array(planes[0]!.byteLength * samples);
  for (const [plane, values] of planes.entries()) {
    for (let from = 0, to = plane * bytes; from < values.byteLength; from += bytes, to += samples * bytes) {
      for (let byte = 0; byte < bytes; byte++) pixels[to + byte] = values[from + byte]!;
    }
  }
  return pixels;
}

interface Plane {
  readonly plane: number;
  /** Of a pixel in this plane. */
  readonly samples: number;
  readonly isLittle: boolean;
}

/** The rows of one row of segments, unpacked and put side by side. */
function assembled(file: Uint8Array, layout: TiffLayout, row: number, { plane, samples, isLittle }: Plane): Uint8Array {
  const { width, bits, segmentWidth } = layout;
  const segments = segmentsAt(file, layout, row, plane);
  const storedBytes = Math.ceil((segmentWidth * samples * bits) / 8);
  const rowBytes = Math.ceil((width * samples * bits) / 8);
  const wholeBytes = storedBytes * layout.segmentHeight;
  if (wholeBytes * segments.length > MAX_BAND_BYTES)
    throw tooMuchMemory('The strips or tiles of the TIFF are too large');
  const unpacked = segments.map((segment) => {
    const pixels = unpack(segment.bytes, layout, { size: storedBytes * segment.storedRows, wholeBytes });
    if (bits === 16 && isLittle) Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength).swap16();
    if (layout.predictor === PREDICTOR_HORIZONTAL) undoDifferences(pixels, storedBytes, samples, bits);
    return pixels;
  });
  if (segments.length === 1 && storedBytes === rowBytes)
    return unpacked[0]!.subarray(0, rowBytes * segments[0]!.height);
  const rows = new Uint8Array(rowBytes * segments[0]!.height);
  for (const [index, segment] of segments.entries()) {
    const left = (segment.left * samples * bits) / 8; // tiles are a multiple of 16 pixels wide
    const bytes = Math.ceil((segment.width * samples * bits) / 8);
    for (let y = 0; y < segment.height; y++) {
      rows.set(unpacked[index]!.subarray(y * storedBytes, y * storedBytes + bytes), y * rowBytes + left);
    }
  }
  return rows;
}

/** A copy that may be changed, of exactly so many bytes. */
function unpack(
  bytes: Uint8Array,
  { compression, lowBitsFirst }: TiffLayout,
  { size, wholeBytes }: { readonly size: number; readonly wholeBytes: number },
): Uint8Array {
  switch (compression) {
    case COMPRESSION.none: {
      if (bytes.byteLength < size) throw new RangeError('A strip ends too early.');
      const pixels = bytes.slice(0, size);
      return lowBitsFirst ? reversedBits(pixels) : pixels;
    }
    case COMPRESSION.lzw:
      if (bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1) throw notForPages('the LZW coding of TIFF 5');
      return unpackLzw(bytes, size);
    case COMPRESSION.packBits:
      return unpackBits(bytes, size);
    case COMPRESSION.deflate:
    case COMPRESSION.oldDeflate: {
      const pixels = inflateSync(bytes, { maxOutputLength: wholeBytes }); // the last strip may be longer than the image
      if (pixels.byteLength < size) throw new RangeError('A strip ends too early.');
      return pixels.subarray(0, size);
    }
    default:
      throw notForPages(`the compression ${compression} of TIFF`);
  }
}

/** Every sample was stored as its difference from the one on the left (TIFF 6.0, section 14). */
function undoDifferences(pixels: Uint8Array, rowBytes: number, samples: number, bits: number): void {
  if (bits < 8) throw notForPages(`differences of ${bits} bits`);
  const bytes = bits / 8;
  const pixelBytes = samples * bytes;
  for (let start = 0; start < pixels.byteLength; start += rowBytes) {
    for (let at = start + pixelBytes; at < start + rowBytes; at += bytes) {
      if (bytes === 1) {
        pixels[at]! += pixels[at - pixelBytes]!;
        continue;
      }
      const sum = pixels[at]! * 256 + pixels[at + 1]! + pixels[at - pixelBytes]! * 256 + pixels[at - pixelBytes + 1]!;
      pixels[at] = sum >> 8;
      pixels[at + 1] = sum;
    }
  }
}

/** Colours and opacity alone; colours that were multiplied by their opacity are divided by it. */
function withoutExtras(pixels: Uint8Array, layout: TiffLayout): Uint8Array {
  const { bits, samples, components, alpha } = layout;
  if (samples === components) return pixels;
  const bytes = bits / 8;
  const kept = components + (alpha === 'none' ? 0 : 1);
  const stride = samples * bytes;
  const left = kept === samples ? pixels : new Uint8Array((pixels.byteLength / stride) * kept * bytes);
  if (kept < samples) {
    for (let from = 0, to = 0; from < pixels.byteLength; from += stride, to += kept * bytes) {
      for (let byte = 0; byte < kept * bytes; byte++) left[to + byte] = pixels[from + byte]!;
    }
  }
  if (alpha === 'premultiplied') divideByOpacity(left, components, bytes);
  return left;
}

function divideByOpacity(pixels: Uint8Array, components: number, bytes: number): void {
  const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const largest = 2 ** (bytes * 8) - 1;
  const read = (at: number): number => (bytes === 1 ? pixels[at]! : view.getUint16(at));
  for (let start = 0; start < pixels.byteLength; start += (components + 1) * bytes) {
    const opacity = read(start + components * bytes);
    if (opacity === 0 || opacity === largest) continue;
    for (let at = start; at < start + components * bytes; at += bytes) {
      const straight = Math.min(largest, Math.round((read(at) * largest) / opacity));
      if (bytes === 1) pixels[at] = straight;
      else view.setUint16(at, straight);
    }
  }
}

/** Rows before which the number of their filter is: differences help where a sample fills whole bytes. */
function filtered(pixels: Uint8Array, { width, bits, components, alpha }: TiffLayout): Uint8Array {
  const samples = components + (alpha === 'none' ? 0 : 1);
  const rowBytes = Math.ceil((width * samples * bits) / 8);
  const pixelBytes = (samples * bits) / 8;
  const rows = new Uint8Array((pixels.byteLength / rowBytes) * (rowBytes + 1));
  const isFiltered = bits >= 8;
  for (let from = 0, to = 0; from < pixels.byteLength; from += rowBytes) {
    rows[to++] = isFiltered ? PNG_FILTERS.sub : PNG_FILTERS.none;
    rows.set(pixels.subarray(from, from + rowBytes), to);
    if (isFiltered) for (let at = pixelBytes; at < rowBytes; at++) rows[to + at]! -= pixels[from + at - pixelBytes]!;
    to += rowBytes;
  }
  return rows;
}
