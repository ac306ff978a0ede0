import type { FormatId } from '../../formats/index.ts';
import { readAseprite } from '../../content/raster/aseprite/reader.ts';
import { readDds } from '../../content/raster/dds/reader.ts';
import { readFarbfeld } from '../../content/raster/farbfeld/reader.ts';
import { readCineon, readDpx } from '../../content/raster/film/reader.ts';
import { readAai, readAvs, readFl32, readMtv, readPgx } from '../../content/raster/flat/reader.ts';
import { decodeBitmap, readBitmapHeader, readIcon } from '../../content/raster/icon/windows-bitmap.ts';
import { readIcns } from '../../content/raster/icon/icns.ts';
import { readMiff } from '../../content/raster/miff/reader.ts';
import { readNetpbm } from '../../content/raster/netpbm/reader.ts';
import { readDcx, readPcx } from '../../content/raster/pcx/reader.ts';
import { readPalm } from '../../content/raster/palm/reader.ts';
import { readPict } from '../../content/raster/pict/reader.ts';
import { type PlainImage, UnknownKind } from '../../content/raster/plain-image.ts';
import { readPhotoshop } from '../../content/raster/psd/reader.ts';
import { readQoi } from '../../content/raster/qoi/reader.ts';
import { readFits, readVicar, readViff, readVipsFile } from '../../content/raster/science/reader.ts';
import { readSgi } from '../../content/raster/sgi/reader.ts';
import { readSunRaster } from '../../content/raster/sun/reader.ts';
import { readTga } from '../../content/raster/tga/reader.ts';
import { readOtb, readWbmp } from '../../content/raster/wbmp/reader.ts';
import { readXbm, readXpm } from '../../content/raster/x-image/reader.ts';
import type { RgbaImage } from '../../content/raster/inspect/raster.ts';
import { shrunkPng } from '../../content/raster/inspect/shrunk-png.ts';
import { readExrImage, readFaxImage, readJpeg2000, readRadianceImage, readSixelImage } from './libraries.ts';

/** The images of a file: its pages, or one. Throws a RangeError for what is damaged or not read here. */
type ReadImages = (file: Uint8Array) => readonly PlainImage[] | Promise<readonly PlainImage[]>;

const one =
  (read: (file: Uint8Array) => PlainImage): ReadImages =>
  (file) => [read(file)];
/** Libraries throw errors of many kinds at damage. */
const byLibrary =
  (read: (file: Uint8Array) => Promise<PlainImage>): ReadImages =>
  async (file) => {
    try {
      return [await read(file)];
    } catch (cause) {
      throw cause instanceof UnknownKind ? cause : new RangeError('The image is damaged.', { cause });
    }
  };

export const READERS = {
  pbm: one(readNetpbm),
  pgm: one(readNetpbm),
  ppm: one(readNetpbm),
  pnm: one(readNetpbm),
  pam: one(readNetpbm),
  pfm: one(readNetpbm),
  phm: one(readNetpbm),
  bmp: one((file) => ({ ...decodeBitmap(file), hasAlpha: readBitmapHeader(file).hasAlpha, bitsPerChannel: 8 })),
  ico: one(largestOfIcon),
  cur: one(largestOfIcon),
  tga: one(readTga),
  pcx: one(readPcx),
  dcx: readDcx,
  sgi: one(readSgi),
  ras: one(readSunRaster),
  ff: one(readFarbfeld),
  qoi: one(readQoi),
  xbm: one(readXbm),
  xpm: one(readXpm),
  wbmp: one(readWbmp),
  otb: one(readOtb),
  avs: one(readAvs),
  aai: one(readAai),
  mtv: one(readMtv),
  fl32: one(readFl32),
  psd: one(readPhotoshop),
  psb: one(readPhotoshop),
  fits: one(readFits),
  vicar: one(readVicar),
  viff: one(readViff),
  vips: one(readVipsFile),
  dpx: one(readDpx),
  cin: one(readCineon),
  dds: one(readDds),
  miff: one(readMiff),
  ase: one(readAseprite),
  pict: one(readPict),
  pgx: one(readPgx),
  palm: one(readPalm),
  icns: one(largestOfAppleIcon),
  jp2: byLibrary(readJpeg2000),
  j2k: byLibrary(readJpeg2000),
  sixel: byLibrary(readSixelImage),
  exr: byLibrary(readExrImage),
  hdr: byLibrary(readRadianceImage),
  g3: byLibrary(readFaxImage),
} as const satisfies Partial<Record<FormatId, ReadImages>>;

/** The largest image of an icon. */
function largestOfIcon(file: Uint8Array): PlainImage {
  const [first, ...others] = readIcon(file);
  if (!first) throw new RangeError('The icon holds no image.');
  const largest = others.reduce(
    (most, image) => (image.width * image.height > most.width * most.height ? image : most),
    first,
  );
  return asIcon(largest.png ? shrunkPng(largest.png, () => 1) : largest.decode());
}

function largestOfAppleIcon(file: Uint8Array): PlainImage {
  const [largest] = readIcns(file);
  if (!largest) throw new RangeError('The icon holds no image.');
  const { content } = largest;
  if (content.kind === 'jp2') throw new UnknownKind('JPEG 2000 is not read here.');
  return asIcon('decode' in content ? content.decode() : shrunkPng(content.file, () => 1));
}

function asIcon(image: RgbaImage | undefined): PlainImage {
  if (!image) throw new UnknownKind('The PNG in this icon is not read here.');
  return { ...image, hasAlpha: true, bitsPerChannel: 8 };
}
