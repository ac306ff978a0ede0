import type { FormatId } from '../../engine/formats/index.ts';
import type { Case } from '../case.ts';
import magickCodec from '../../engine/codecs/magick/codec.ts';

const SOURCES = {
  bmp: { from: 'bmp', source: '24bit-odd-size.bmp' },
  palette: { from: 'bmp', source: 'palette-rle.bmp' },
  alphaBmp: { from: 'bmp', source: 'alpha-32bit.bmp' },
  icon: { from: 'ico', source: 'three-sizes-of-other-colours.ico' },
  heic: { from: 'heic', source: 'lossy-alpha.heic' },
  alpha: { from: 'png', source: 'card-fading-to-transparent.png' },
  turned: { from: 'jpg', source: 'orientation-6-exif.jpg' },
  avif: { from: 'avif', source: 'lossy-alpha.avif' },
  gif: { from: 'gif', source: 'animated-three-frames-loop-2.gif' },
  webp: { from: 'webp', source: 'lossy-alpha.webp' },
  pages: { from: 'tiff', source: 'three-pages-lzw.tiff' },
  planar: { from: 'tiff', source: 'planar-channels.tiff' },
  cursor: { from: 'cur', source: 'one-size.cur' },
  dng: { from: 'dng', source: 'bayer-16bit.dng' },
  dcx: { from: 'dcx', source: 'three-pages.dcx' },
  dicom: { from: 'dcm', source: 'two-frames-12bit-window.dcm' },
  mng: { from: 'mng', source: 'three-frames.mng' },
  miff: { from: 'miff', source: 'two-frames.miff' },
  transcodedJxl: { from: 'jxl', source: 'transcoded-jpeg.jxl' },
  animatedJxl: { from: 'jxl', source: 'animated-two-frames.jxl' },
  animatedWebp: { from: 'webp', source: 'animated-two-frames-loop-3.webp' },
} as const satisfies Record<string, Pick<Case, 'from' | 'source'>>;

type Source = keyof typeof SOURCES;

/** One source of each further format, read into PNG. */
const READ: readonly (readonly [from: FormatId, source: string])[] = [
  ['cur', 'one-size.cur'],
  ['icns', 'run-lengths-three-sizes.icns'],
  ['tga', 'card.tga'],
  ['psd', 'two-layers.psd'],
  ['psb', 'two-layers.psb'],
  ['jp2', 'card-fading-to-transparent.jp2'],
  ['j2k', 'card.j2k'],
  ['jng', 'card.jng'],
  ['dds', 'card-fading-to-transparent.dds'],
  ['exr', 'card-linear-zip.exr'],
  ['hdr', 'card-linear.hdr'],
  ['qoi', 'card-fading-to-transparent.qoi'],
  ['ff', 'gradient-16bit-alpha.ff'],
  ['pcx', 'card.pcx'],
  ['sgi', 'card-fading-to-transparent.sgi'],
  ['ras', 'card.ras'],
  ['pbm', 'dithered-card.pbm'],
  ['pgm', 'grey-card.pgm'],
  ['ppm', 'card.ppm'],
  ['pnm', 'card.pnm'],
  ['pam', 'card-fading-to-transparent.pam'],
  ['pfm', 'small-card.pfm'],
  ['phm', 'card.phm'],
  ['dpx', 'card-fading-to-transparent.dpx'],
  ['cin', 'card.cin'],
  ['fits', 'grey-card.fits'],
  ['fits', 'colour-planes.fits'],
  ['fl32', 'small-card.fl32'],
  ['viff', 'card-fading-to-transparent.viff'],
  ['vicar', 'grey-card.vicar'],
  ['xbm', 'dithered-card.xbm'],
  ['xpm', 'transparent-quarter.xpm'],
  ['pict', 'card.pict'],
  ['wbmp', 'dithered-card.wbmp'],
  ['wpg', 'six-colours.wpg'],
  ['otb', 'dithered-card.otb'],
  ['palm', 'card.palm'],
  ['sixel', 'card-64-colours.sixel'],
  ['avs', 'card-fading-to-transparent.avs'],
  ['ase', 'cel-inside-canvas.ase'],
  ['aai', 'card.aai'],
  ['mtv', 'card.mtv'],
  ['pgx', 'card.pgx'],
  ['g3', 'dithered-card.g3'],
  ['vips', 'card-fading-to-transparent.vips'],
  ['xcf', 'two-layers.xcf'],
  ['mpo', 'two-views.mpo'],
  ['pcd', 'card-768x512.pcd'],
  ['jls', 'card-lines.jls'],
  ['jls', 'gradient-16bit.jls'],
  ['mng', 'three-frames.mng'],
  ['miff', 'two-frames.miff'],
];

/** Nothing here reads them: they are compared byte by byte. */
const UNREAD: readonly FormatId[] = ['eps', 'ps', 'pcl'];

function magick(edge: string, source: Source, to: Case['to'], options?: Case['options']): Case {
  const comparator = UNREAD.includes(to) ? 'exact' : 'image';
  return { codec: 'magick', edge, ...SOURCES[source], to, ...(options && { options }), comparator };
}

/** Every target of an edge that no other case has. */
function remaining(edge: string, source: Source, others: readonly Case[], options: Case['options']): Case[] {
  const { to } = magickCodec.edges.find(({ name }) => name === edge)!;
  const missing = to.filter((target) => !others.some((one) => one.edge === edge && one.to === target));
  return missing.map((target) => magick(edge, source, target, options));
}

const HOT_PAGES = ['jpg', 'webp', 'gif', 'avif', 'jxl'] as const;

const chosen: readonly Case[] = [
  magick('decode', 'bmp', 'png'),
  magick('decode', 'bmp', 'bmp', { width: 48 }),
  magick('decode', 'palette', 'gif'),
  magick('decode', 'alphaBmp', 'webp'),
  magick('decode', 'alphaBmp', 'ico'),
  magick('decode', 'alphaBmp', 'icns', { sizes: [128, 32] }),
  magick('decode', 'alphaBmp', 'png', { rotate: '90', colours: 8 }),
  magick('decode', 'alphaBmp', 'tga', { colourSpace: 'grey' }),
  magick('decode', 'icon', 'png'),
  magick('decode', 'icon', 'cur'),
  magick('decode', 'cursor', 'ico'),
  magick('decode', 'icon', 'bmp'),
  magick('decode', 'heic', 'png'),
  magick('decode', 'heic', 'jpg'),
  magick('decode', 'heic', 'tiff'),
  magick('decode', 'heic', 'avif'),
  ...READ.map(([from, source]): Case => ({
    codec: 'magick',
    edge: 'decode',
    from,
    source,
    to: 'png',
    comparator: 'image',
  })),
  magick('develop', 'dng', 'png'),
  magick('encode', 'alpha', 'bmp'),
  magick('encode', 'turned', 'ico', { width: 48 }),
  magick('encode', 'turned', 'bmp'),
  magick('encode', 'avif', 'ico', { width: 48 }),
  magick('encode', 'gif', 'bmp', { pages: '2' }),
  magick('encode', 'webp', 'ico', { width: 32 }),
  magick('frames', 'gif', 'mng'),
  magick('frames', 'gif', 'miff'),
  magick('frames', 'animatedWebp', 'mng'),
  magick('frames', 'animatedJxl', 'mng'),
  magick('frames', 'mng', 'gif'),
  magick('frames', 'mng', 'webp'),
  magick('frames', 'miff', 'mng', { width: 24 }),
  magick('stand-in-pages', 'planar', 'png'),
  magick('stand-in-pages', 'planar', 'jpg'),
  magick('stand-in-pages', 'planar', 'webp'),
  magick('stand-in-pages', 'planar', 'gif'),
  magick('stand-in-pages', 'planar', 'avif'),
  magick('each-page', 'pages', 'bmp', { pages: '2-3' }),
  magick('each-page', 'pages', 'ico', { pages: '3', width: 32 }),
  magick('each-page', 'dcx', 'png', { pages: '2-3' }),
  ...HOT_PAGES.map((to) => magick('each-page', 'dcx', to, { pages: '2', width: 48 })),
  magick('stand-in', 'animatedJxl', 'png'),
  magick('decode', 'transcodedJxl', 'bmp'),
  magick('stand-in', 'transcodedJxl', 'jpg'),
  magick('stand-in-pages', 'pages', 'jxl', { pages: '2' }),
  magick('each-page', 'dicom', 'png'),
  magick('pages', 'pages', 'dcx'),
  magick('pages', 'dcx', 'tiff'),
  magick('pages', 'dicom', 'tiff', { width: 48 }),
];

export const cases: readonly Case[] = [
  ...chosen,
  ...remaining('decode', 'alphaBmp', chosen, { width: 48 }),
  ...remaining('encode', 'alpha', chosen, { width: 48 }),
  ...remaining('develop', 'dng', chosen, { width: 48 }),
  ...remaining('stand-in', 'animatedJxl', chosen, { width: 48 }),
  ...remaining('each-page', 'pages', chosen, { pages: '2', width: 48 }),
];

export const origins = {
  'sources/jls/card-lines.jls': 'ours: `corpus/make/jpeg-ls.sh` (FFmpeg: the test card)',
  'sources/jls/gradient-16bit.jls': 'ours: `corpus/make/jpeg-ls.sh` (FFmpeg: a gradient)',
  'sources/vips/card-fading-to-transparent.vips': 'ours: written by libvips from the PNG of that name; MIT',
};
