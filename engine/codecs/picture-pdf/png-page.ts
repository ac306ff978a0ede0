import { createInflate, inflateSync } from 'node:zlib';
import { usableProfile } from '../../content/raster/metadata/icc-profile.ts';
import { readExif } from '../../content/raster/metadata/exif.ts';
import type { PdfImage, ImagePage } from '../../content/pages/image-pdf.ts';
import { readPng, type Png } from '../../content/raster/png/reader.ts';
import { deinterlace, interlacedBytes, unfilterRow } from '../../content/raster/png/filters.ts';
import { checkRasterSize } from '../../contract/check-limits.ts';
import { tooMuchMemory, type Reading } from './errors.ts';
import { packRows, predictorOf } from './pack.ts';

const PALETTE = 3;
/** Samples of a pixel by colour type, the opacity not counted. */
const COMPONENTS = { 0: 1, 2: 3, 3: 1, 4: 1, 6: 3 } as const;
const OPAQUE = 255;
/** An interlaced image is put in order in memory. */
const MAX_INTERLACED_BYTES = 256 * 1024 * 1024;

/** A PNG as a page: its compressed rows go into the PDF as they are, unless they hold opacity or are interlaced. */
export async function pngPage(bytes: Uint8Array, reading: Reading): Promise<ImagePage> {
  const png = readPng(bytes);
  const { width, height, resolution, exif } = png;
  checkRasterSize({ ...png, frames: 1 }, reading.limits);
  const { orientation } = readExif(exif);
  const image = { ...(await packed(png, reading)), colours: coloursOf(png) };
  return {
    parts: [{ width, height, image: await withTransparency(png, image, reading) }],
    width,
    height,
    orientation,
    resolution,
  };
}

function coloursOf({ colourType, palette, profile }: Png): PdfImage['colours'] {
  const components = COMPONENTS[colourType];
  return { components, palette, profile: usableProfile(profile, palette ? 3 : components) };
}

async function packed(png: Png, { signal }: Reading): Promise<Omit<PdfImage, 'colours'>> {
  const { width, bits, colourType, interlaced, data } = png;
  const components = COMPONENTS[colourType];
  const hasAlpha = colourType === 4 || colourType === 6;
  if (hasAlpha || interlaced) return packRows({ width, components, bits, hasAlpha, bands: bandsOf(png) }, signal);
  return { data, filter: 'FlateDecode', parameters: predictorOf(components, bits, width), bits };
}

/** Transparency that is said beside the pixels: of one colour, or of the colours of a palette. */
async function withTransparency(png: Png, image: PdfImage, { signal }: Reading): Promise<PdfImage> {
  const { transparency, colourType, bits, width } = png;
  if (!transparency) return image;
  if (colourType === 0 || colourType === 2) {
    const samples = Array.from({ length: COMPONENTS[colourType] }, (_, index) => transparency.subarray(index * 2));
    const transparent = samples.map(([high = 0, low = 0]) => (high * 256 + low) & (2 ** bits - 1));
    return { ...image, transparent };
  }
  if (colourType !== PALETTE) return image;
  const clear = [...transparency.entries()].filter(([, opacity]) => opacity < OPAQUE);
  if (clear.length === 0) return image;
  const [[colour, opacity]] = clear as [[number, number]];
  if (clear.length === 1 && opacity === 0) return { ...image, transparent: [colour] };
  const bands = opacityBands(png, transparency);
  const mask = await packRows({ width, components: 1, bits: 8, hasAlpha: false, bands }, signal);
  return { ...image, mask };
}

/** Filtered rows, from above to below. */
async function* bandsOf(png: Png): AsyncGenerator<Uint8Array> {
  const { interlaced, data } = png;
  const rowBytes = rowBytesOf(png);
  if (interlaced) {
    yield deinterlaced(png);
    return;
  }
  const inflate = createInflate();
  inflate.end(data.length === 1 ? data[0] : Buffer.concat(data));
  let bytesLeft = rowBytes * png.height;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    const bytes = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = Math.min(bytesLeft, bytes.byteLength - (bytes.byteLength % rowBytes));
    rest = bytes.subarray(whole);
    bytesLeft -= whole;
    if (whole > 0) yield bytes.subarray(0, whole);
    if (bytesLeft === 0) return;
  }
  throw new RangeError('The image ends before its last row.');
}

function rowBytesOf(png: Png): number {
  return 1 + Math.ceil((png.width * pixelBitsOf(png)) / 8);
}

function pixelBitsOf({ colourType, bits }: Png): number {
  const alpha = colourType === 4 || colourType === 6 ? 1 : 0;
  return (COMPONENTS[colourType] + alpha) * bits;
}

function deinterlaced(png: Png): Uint8Array {
  const layout = { width: png.width, height: png.height, bits: pixelBitsOf(png) };
  const size = interlacedBytes(layout);
  if (size > MAX_INTERLACED_BYTES) throw tooMuchMemory('The PNG is interlaced and too large to be put in order');
  const passes = inflateSync(Buffer.concat(png.data), { maxOutputLength: size });
  if (passes.byteLength < size) throw new RangeError('The image ends before its last row.');
  return deinterlace(passes, layout);
}

/** The opacity of every pixel of an image with a palette: rows of bytes after filter 0. */
async function* opacityBands(png: Png, transparency: Uint8Array): AsyncGenerator<Uint8Array> {
  const { width, bits } = png;
  const rowBytes = rowBytesOf(png);
  const opacityOf = new Uint8Array(256).fill(OPAQUE);
  opacityOf.set(transparency.subarray(0, 256));
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  let previous = new Uint8Array(rowBytes - 1);
  for await (const band of bandsOf(png)) {
    const rows = band.byteLength / rowBytes;
    const opacities = new Uint8Array(rows * (width + 1));
    for (let row = 0; row < rows; row++) {
      const colours = band.slice(row * rowBytes + 1, (row + 1) * rowBytes);
      unfilterRow(band[row * rowBytes]!, colours, previous, 1);
      for (let x = 0; x < width; x++) {
        const shift = 8 - bits * (1 + (x % perByte));
        opacities[row * (width + 1) + 1 + x] = opacityOf[(colours[Math.floor(x / perByte)]! >> shift) & mask]!;
      }
      previous = colours;
    }
    yield opacities;
  }
}
