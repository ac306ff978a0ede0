import type { Case } from '../case.ts';

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
} as const satisfies Record<string, Pick<Case, 'from' | 'source'>>;

type Source = keyof typeof SOURCES;

function magick(edge: string, source: Source, to: Case['to'], options?: Case['options']): Case {
  return { codec: 'magick', edge, ...SOURCES[source], to, ...(options && { options }), comparator: 'image' };
}

export const cases: readonly Case[] = [
  magick('decode', 'bmp', 'png'),
  magick('decode', 'bmp', 'bmp', { width: 48 }),
  magick('decode', 'palette', 'gif'),
  magick('decode', 'alphaBmp', 'webp'),
  magick('decode', 'alphaBmp', 'ico'),
  magick('decode', 'icon', 'png'),
  magick('decode', 'icon', 'bmp'),
  magick('decode', 'heic', 'png'),
  magick('decode', 'heic', 'jpg'),
  magick('decode', 'heic', 'tiff'),
  magick('decode', 'heic', 'avif'),
  magick('encode', 'alpha', 'bmp'),
  magick('encode', 'turned', 'ico', { width: 48 }),
  magick('encode', 'turned', 'bmp'),
  magick('encode', 'avif', 'ico', { width: 48 }),
  magick('first-frame', 'gif', 'bmp', { pages: '2' }),
  magick('first-frame', 'webp', 'ico', { width: 32 }),
  magick('each-page', 'planar', 'png'),
  magick('each-page', 'planar', 'jpg'),
  magick('each-page', 'planar', 'webp'),
  magick('each-page', 'planar', 'gif'),
  magick('each-page', 'planar', 'avif'),
  magick('each-page', 'pages', 'bmp', { pages: '2-3' }),
  magick('each-page', 'pages', 'ico', { pages: '3', width: 32 }),
];
