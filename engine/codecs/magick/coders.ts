import { MagickFormat } from '@imagemagick/magick-wasm';
import { cameraRawFormats } from '../../formats/catalogue/camera-raw.ts';
import type { FormatId } from '../../formats/index.ts';

type Ways = 'read' | 'write' | 'both';

/**
 * ImageMagick's names of our formats, and what its coders are trusted with. The coder is always ours to say, never a
 * guess from the content. What a format can hold stands in the catalogue; formats that a coder gets wrong are read or
 * written by parts of our own (`own-formats.ts`).
 */
const CODERS = {
  png: [MagickFormat.Png, 'both'],
  jpg: [MagickFormat.Jpeg, 'both'],
  webp: [MagickFormat.WebP, 'both'],
  gif: [MagickFormat.Gif, 'both'],
  tiff: [MagickFormat.Tiff, 'both'],
  avif: [MagickFormat.Avif, 'both'],
  jxl: [MagickFormat.Jxl, 'both'],
  heic: [MagickFormat.Heic, 'read'],
  bmp: [MagickFormat.Bmp, 'both'],
  ico: [MagickFormat.Ico, 'read'],
  cur: [MagickFormat.Cur, 'read'],
  tga: [MagickFormat.Tga, 'both'],
  psd: [MagickFormat.Psd, 'both'],
  psb: [MagickFormat.Psb, 'both'],
  xcf: [MagickFormat.Xcf, 'read'],
  jp2: [MagickFormat.Jp2, 'both'],
  j2k: [MagickFormat.J2k, 'both'],
  jng: [MagickFormat.Jng, 'both'],
  mng: [MagickFormat.Mng, 'both'],
  mpo: [MagickFormat.Mpo, 'read'],
  dds: [MagickFormat.Dds, 'both'],
  exr: [MagickFormat.Exr, 'read'],
  qoi: [MagickFormat.Qoi, 'both'],
  ff: [MagickFormat.Farbfeld, 'both'],
  pcx: [MagickFormat.Pcx, 'both'],
  dcx: [MagickFormat.Dcx, 'both'],
  sgi: [MagickFormat.Sgi, 'both'],
  ras: [MagickFormat.Ras, 'both'],
  pbm: [MagickFormat.Pbm, 'both'],
  pgm: [MagickFormat.Pgm, 'both'],
  ppm: [MagickFormat.Ppm, 'both'],
  pnm: [MagickFormat.Pnm, 'both'],
  pam: [MagickFormat.Pam, 'both'],
  pfm: [MagickFormat.Pfm, 'both'],
  phm: [MagickFormat.Phm, 'both'],
  dpx: [MagickFormat.Dpx, 'both'],
  cin: [MagickFormat.Cin, 'both'],
  fits: [MagickFormat.Fits, 'both'],
  fl32: [MagickFormat.Fl32, 'both'],
  miff: [MagickFormat.Miff, 'both'],
  viff: [MagickFormat.Viff, 'both'],
  vicar: [MagickFormat.Vicar, 'both'],
  xbm: [MagickFormat.Xbm, 'both'],
  xpm: [MagickFormat.Xpm, 'both'],
  pict: [MagickFormat.Pict, 'both'],
  wbmp: [MagickFormat.Wbmp, 'both'],
  wpg: [MagickFormat.Wpg, 'both'],
  otb: [MagickFormat.Otb, 'both'],
  palm: [MagickFormat.Palm, 'read'],
  pcd: [MagickFormat.Pcd, 'read'],
  avs: [MagickFormat.Avs, 'both'],
  ase: [MagickFormat.Ase, 'both'],
  aai: [MagickFormat.Aai, 'both'],
  mtv: [MagickFormat.Mtv, 'both'],
  pgx: [MagickFormat.Pgx, 'read'],
  pcl: [MagickFormat.Pcl, 'write'],
} as const satisfies Partial<Record<FormatId, readonly [MagickFormat, Ways]>>;

/** Camera raw files of every make are LibRaw's, which tells them apart by itself. */
const CAMERA_RAW = MagickFormat.Dng;

type Named = keyof typeof CODERS;

function namesOf(way: Ways): MagickFormat[] {
  return Object.values(CODERS)
    .filter(([, ways]) => ways === way || ways === 'both')
    .map(([name]) => name);
}

/** What the policy allows: our formats, and raw pixels that we hand over ourselves. */
export const READ_CODERS: readonly MagickFormat[] = [
  ...namesOf('read'),
  CAMERA_RAW,
  MagickFormat.Rgba,
  MagickFormat.Cmyk,
];
/** Bitmaps have the third version of their header where nothing is transparent; Apple icons hold colours with alpha. */
export const WRITE_CODERS: readonly MagickFormat[] = [...namesOf('write'), MagickFormat.Bmp3, MagickFormat.Png32];

export function coderOf(format: FormatId): MagickFormat {
  if (isCameraRaw(format)) return CAMERA_RAW;
  const coder = CODERS[format as Named];
  if (!coder) throw new Error(`magick has no coder for ${format}.`);
  return coder[0];
}

export function isCameraRaw(format: FormatId): boolean {
  return format === 'dng' || format in cameraRawFormats;
}

/** The formats that the library's own coders write. */
export function isWrittenByLibrary(format: FormatId): boolean {
  const ways = CODERS[format as Named]?.[1];
  return ways === 'write' || ways === 'both';
}
