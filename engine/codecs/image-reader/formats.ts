import type { FormatId } from '../../formats/index.ts';
import { readFarbfeld } from '../../content/raster/farbfeld/reader.ts';
import { readAai, readAvs, readFl32, readMtv } from '../../content/raster/flat/reader.ts';
import { decodeBitmap, readBitmapHeader } from '../../content/raster/icon/windows-bitmap.ts';
import { readNetpbm } from '../../content/raster/netpbm/reader.ts';
import { readDcx, readPcx } from '../../content/raster/pcx/reader.ts';
import type { PlainImage } from '../../content/raster/plain-image.ts';
import { readPhotoshop } from '../../content/raster/psd/reader.ts';
import { readQoi } from '../../content/raster/qoi/reader.ts';
import { readSgi } from '../../content/raster/sgi/reader.ts';
import { readSunRaster } from '../../content/raster/sun/reader.ts';
import { readTga } from '../../content/raster/tga/reader.ts';
import { readOtb, readWbmp } from '../../content/raster/wbmp/reader.ts';
import { readXbm, readXpm } from '../../content/raster/x-image/reader.ts';
import { largestOfIcon } from './icon.ts';

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
