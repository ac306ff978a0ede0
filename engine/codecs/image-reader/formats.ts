import type { FormatId } from '../../formats/index.ts';
import { readFarbfeld } from '../../content/raster/farbfeld/reader.ts';
import { readAai, readAvs, readFl32, readMtv } from '../../content/raster/flat/reader.ts';
import { decodeBitmap, readBitmapHeader, readIcon } from '../../content/raster/icon/windows-bitmap.ts';
import { readNetpbm } from '../../content/raster/netpbm/reader.ts';
import { readDcx, readPcx } from '../../content/raster/pcx/reader.ts';
import { type PlainImage, UnknownKind } from '../../content/raster/plain-image.ts';
import { readPhotoshop } from '../../content/raster/psd/reader.ts';
import { readQoi } from '../../content/raster/qoi/reader.ts';
import { readSgi } from '../../content/raster/sgi/reader.ts';
import { readSunRaster } from '../../content/raster/sun/reader.ts';
import { readTga } from '../../content/raster/tga/reader.ts';
import { readOtb, readWbmp } from '../../content/raster/wbmp/reader.ts';
import { readXbm, readXpm } from '../../content/raster/x-image/reader.ts';
import { shrunkPng } from '../../content/raster/inspect/shrunk-png.ts';

/** The images of a file: its pages, or one. Throws a RangeError for what is damaged or not read here. */
type ReadImages = (file: Uint8Array) => readonly PlainImage[];

const one =
  (read: (file: Uint8Array) => PlainImage): ReadImages =>
  (file) => [read(file)];

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
} as const satisfies Partial<Record<FormatId, ReadImages>>;

/** The largest image of an icon. */
function largestOfIcon(file: Uint8Array): PlainImage {
  const [first, ...others] = readIcon(file);
  if (!first) throw new RangeError('The icon holds no image.');
  const largest = others.reduce(
    (most, image) => (image.width * image.height > most.width * most.height ? image : most),
    first,
  );
  const image = largest.png ? shrunkPng(largest.png, () => 1) : largest.decode();
  if (!image) throw new UnknownKind('The PNG in this icon is not read here.');
  return { ...image, hasAlpha: true, bitsPerChannel: 8 };
}
