import type { MagickFormat } from '@imagemagick/magick-wasm';
import type { FormatId } from '../../formats/index.ts';

export type Ways = 'read' | 'write' | 'both';

/**
 * ImageMagick's names of our formats, and what its coders are trusted with. What a coder gets wrong is done by parts of
 * our own (`own-formats.ts`, `write.ts`): the list says what the codec does, the row what the library does of it.
 */
type Row = readonly [coder: MagickFormat, ways: Ways] | typeof OWN;
type Table = Readonly<Partial<Record<FormatId, Row>>>;

/** Read and written by parts of our own alone. */
const OWN = 'own';

/** What vips is faster at; here for what it does not read or write, so that one step is enough. */
export const HOT = {
  png: ['PNG', 'both'],
  jpg: ['JPEG', 'both'],
  webp: ['WEBP', 'both'],
  gif: ['GIF', 'both'],
  tiff: ['TIFF', 'both'],
  avif: ['AVIF', 'both'],
  jxl: ['JXL', 'both'],
} as const satisfies Table;

/** One image, read and written. */
export const STILLS = {
  bmp: ['BMP', 'both'],
  ico: ['ICO', 'read'],
  cur: ['CUR', 'read'],
  icns: OWN,
  tga: ['TGA', 'both'],
  psd: ['PSD', 'both'],
  psb: ['PSB', 'both'],
  jp2: ['JP2', 'both'],
  j2k: ['J2K', 'both'],
  jng: ['JNG', 'both'],
  dds: ['DDS', 'read'],
  exr: ['EXR', 'read'],
  hdr: OWN,
  qoi: ['QOI', 'both'],
  ff: ['FARBFELD', 'both'],
  pcx: ['PCX', 'both'],
  sgi: ['SGI', 'both'],
  ras: ['RAS', 'both'],
  pbm: ['PBM', 'both'],
  pgm: ['PGM', 'both'],
  ppm: ['PPM', 'both'],
  pnm: ['PNM', 'both'],
  pam: ['PAM', 'both'],
  pfm: ['PFM', 'both'],
  phm: ['PHM', 'both'],
  dpx: ['DPX', 'both'],
  cin: ['CIN', 'both'],
  fits: ['FITS', 'both'],
  fl32: ['FL32', 'both'],
  viff: ['VIFF', 'both'],
  vicar: ['VICAR', 'both'],
  xbm: ['XBM', 'both'],
  xpm: ['XPM', 'both'],
  pict: ['PICT', 'both'],
  wbmp: ['WBMP', 'both'],
  wpg: ['WPG', 'both'],
  otb: ['OTB', 'both'],
  palm: ['PALM', 'read'],
  sixel: OWN,
  avs: ['AVS', 'both'],
  ase: ['ASE', 'both'],
  aai: ['AAI', 'both'],
  mtv: ['MTV', 'both'],
  vips: ['VIPS', 'both'],
  pgx: ['PGX', 'read'],
  g3: OWN,
} as const satisfies Table;

/** Frames of an animation. */
export const ANIMATED = {
  mng: ['MNG', 'both'],
  miff: ['MIFF', 'both'],
} as const satisfies Table;

/** Several pages. */
export const PAGED = {
  dcx: ['DCX', 'both'],
} as const satisfies Table;

export const ONLY_READ_PAGED = {
  dcm: OWN,
} as const satisfies Table;

export const ONLY_READ = {
  heic: ['HEIC', 'read'],
  xcf: ['XCF', 'read'],
  mpo: ['MPO', 'read'],
  pcd: ['PCD', 'read'],
  jls: OWN,
} as const satisfies Table;

export const ONLY_WRITTEN = {
  eps: OWN,
  ps: OWN,
  pcl: ['PCL', 'write'],
} as const satisfies Table;

const ROWS: Table = {
  ...HOT,
  ...STILLS,
  ...ANIMATED,
  ...PAGED,
  ...ONLY_READ_PAGED,
  ...ONLY_READ,
  ...ONLY_WRITTEN,
};

/** The rows of the library's own coders, by format. */
export const CODERS: ReadonlyMap<FormatId, readonly [coder: MagickFormat, ways: Ways]> = new Map(
  (Object.entries(ROWS) as [FormatId, Row][]).flatMap(([format, row]) => (row === OWN ? [] : [[format, row]])),
);
