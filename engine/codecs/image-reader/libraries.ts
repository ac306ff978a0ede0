import type { Size } from '../../content/raster/size.ts';
import { readExrHeader } from '../../content/raster/exr/reader.ts';
import { readFaxHeader } from '../../content/raster/fax/group3.ts';
import { hasPlainColours, offsetGridOf, sizeOfJpeg2000 } from '../../content/raster/jpeg2000/grid.ts';
import { byteOfLight } from '../../content/raster/linear-light.ts';
import { plainImage, requireSides, UnknownKind, type PlainImage } from '../../content/raster/plain-image.ts';
import { TIFF_TYPE, type NewTiffEntry } from '../../content/raster/tiff/structure.ts';
import { directoryOf } from '../../content/raster/tiff/writer.ts';
import { concatBytes } from '../../io/bytes.ts';

/** Decoders in JavaScript, of formats that ImageMagick or our own code writes. */

/** The decoder takes a second for a million pixels. */
const MOST_JPEG_2000_PIXELS = 4_000_000;

/** JPEG 2000 of grey or sRGB; the decoder knows no other colours, and no image that begins within its grid. */
export async function readJpeg2000(file: Uint8Array): Promise<PlainImage> {
  const { default: jpeg2000 } = await import('jpeg2000');
  const size = sizeOfJpeg2000(file);
  const isSmall = size && size.width * size.height <= MOST_JPEG_2000_PIXELS;
  if (!isSmall || !hasPlainColours(file) || offsetGridOf(file))
    throw new UnknownKind('This JPEG 2000 is not read here.');
  const image = new jpeg2000.JpxImage();
  image.parse(Buffer.from(file.buffer, file.byteOffset, file.byteLength)); // it reads numbers as a Buffer does
  const { componentsCount: channels, tiles } = image;
  if (channels > 4) throw new UnknownKind('JPEG 2000 of more than four channels is not read here.');
  requireSides(image.width, image.height);
  const samples = new Uint8Array(image.width * image.height * channels);
  for (const { left, top, width: across, height: down, items } of tiles) {
    for (let y = 0; y < down; y++) {
      const row = items.subarray(y * across * channels, (y + 1) * across * channels);
      samples.set(row, ((top + y) * image.width + left) * channels);
    }
  }
  return plainImage({ width: image.width, height: image.height, channels }, (pixel, channel) => {
    return samples[pixel * channels + channel]!;
  });
}

export async function readSixelImage(file: Uint8Array): Promise<PlainImage> {
  // The rest of the package writes images, and needs a global variable.
  const { decode } = await import('sixel/lib/Decoder.js');
  const { width, height, data32 } = decode(commandsOf(file), { fillColor: 0 });
  requireSides(width, height);
  const data = new Uint8Array(data32.buffer, data32.byteOffset, width * height * 4).slice();
  return { width, height, data, hasAlpha: data.some((value, at) => at % 4 === 3 && value < 255), bitsPerChannel: 8 };
}

const [ESCAPE, INTRODUCER, END] = [0x1b, 0x71, 0x5c];

/** What the library draws: without the sequences of a terminal around it. */
function commandsOf(file: Uint8Array): Uint8Array {
  const end = file.lastIndexOf(ESCAPE);
  return file.subarray(file.indexOf(INTRODUCER) + 1, file[end + 1] === END ? end : undefined);
}

const FLOAT = 1015;

/** OpenEXR of light, whose pixels fill what is shown. */
export async function readExrImage(file: Uint8Array): Promise<PlainImage> {
  const { display, data: stored, hasAlpha } = readExrHeader(file);
  if (!isSameSize(display, stored)) throw new UnknownKind('OpenEXR with overscan is not read here.');
  requireSides(display.width, display.height);
  const { default: parseExr } = await import('parse-exr');
  const { width, height, data } = parseExr(file.slice().buffer, FLOAT);
  const channels = data.length / (width * height);
  const image = plainImage(
    { width, height, channels: hasAlpha ? 4 : 3, bitsPerChannel: 16, isBottomUp: true },
    (pixel, channel) => {
      const at = pixel * channels;
      const opacity = hasAlpha ? Math.min(1, Math.max(0, data[at + 3]!)) : 1;
      if (channel === 3) return Math.round(opacity * 255);
      const light = data[at + (channels === 1 ? 0 : channel)]!;
      return byteOfLight(opacity === 0 ? 0 : light / opacity);
    },
  );
  return { ...image, hasAlpha };
}

function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

export async function readRadianceImage(file: Uint8Array): Promise<PlainImage> {
  const { default: parseHdr } = await import('parse-hdr');
  const { shape, data } = parseHdr(file);
  const [width, height] = shape;
  return plainImage({ width, height, channels: 3, bitsPerChannel: 16 }, (pixel, channel) =>
    byteOfLight(data[pixel * 4 + channel]!),
  );
}

const HEADER = Uint8Array.of(0x49, 0x49, 42, 0, 8, 0, 0, 0);
const GROUP_3 = 3;
const STRIP = 273;

/** A fax in the frame of a TIFF file, which the library decodes. */
export async function readFaxImage(file: Uint8Array): Promise<PlainImage> {
  const { default: utif } = await import('utif2');
  const { width, height } = readFaxHeader(file);
  requireSides(width, height);
  const tiff = concatBytes([HEADER, directoryOfFax({ width, height }, file.byteLength), file]);
  const [page] = utif.decode(tiff.buffer);
  if (!page) throw new RangeError('The fax cannot be read.');
  utif.decodeImage(tiff.buffer, page);
  return { width, height, data: utif.toRGBA8(page), hasAlpha: false, bitsPerChannel: 8 };
}

/** What a TIFF file says of one strip of black on white right behind its directory. */
function directoryOfFax({ width, height }: Size, bytes: number): Uint8Array {
  const tags = { 256: width, 257: height, 258: 1, 259: GROUP_3, 262: 0, 273: 0, 279: bytes };
  const entries = Object.entries(tags).map(([tag, value]): NewTiffEntry => ({
    tag: Number(tag),
    type: TIFF_TYPE.long,
    count: 1,
    value,
  }));
  const start = HEADER.byteLength + directoryOf(entries).byteLength;
  return directoryOf(entries.map((entry) => (entry.tag === STRIP ? { ...entry, value: start } : entry)));
}
