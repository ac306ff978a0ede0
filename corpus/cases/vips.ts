import type { Case } from '../case.ts';

const SOURCES = {
  alpha: { from: 'png', source: 'card-fading-to-transparent.png' },
  deep: { from: 'png', source: 'gradient-16bit-alpha.png' },
  turned: { from: 'jpg', source: 'orientation-6-exif.jpg' },
  cmyk: { from: 'jpg', source: 'cmyk-without-profile.jpg' },
  avif: { from: 'avif', source: 'lossy-alpha.avif' },
  gif: { from: 'gif', source: 'animated-three-frames-loop-2.gif' },
  webp: { from: 'webp', source: 'animated-two-frames-loop-3.webp' },
  pages: { from: 'tiff', source: 'three-pages-lzw.tiff' },
  deepTiff: { from: 'tiff', source: 'gradient-16bit.tiff' },
} as const satisfies Record<string, Pick<Case, 'from' | 'source'>>;

type Source = keyof typeof SOURCES;

function vips(edge: string, source: Source, to: Case['to'], options?: Case['options']): Case {
  return { codec: 'vips', edge, ...SOURCES[source], to, ...(options && { options }), comparator: 'image' };
}

export const cases: readonly Case[] = [
  vips('still', 'alpha', 'webp'),
  vips('still', 'alpha', 'gif'),
  vips('still', 'alpha', 'png', { width: 48 }),
  vips('still', 'alpha', 'jpg', { background: '#ff00ff' }),
  vips('still', 'deep', 'tiff'),
  vips('still', 'deep', 'avif'),
  vips('still', 'turned', 'png'),
  vips('still', 'turned', 'jpg', { width: 40, height: 40, fit: 'cover' }),
  vips('still', 'cmyk', 'png'),
  vips('still', 'avif', 'webp', { lossless: true }),
  vips('frames', 'gif', 'webp'),
  vips('frames', 'gif', 'gif', { width: 48 }),
  vips('frames', 'webp', 'gif'),
  vips('frames', 'webp', 'tiff'),
  vips('first-frame', 'gif', 'png'),
  vips('first-frame', 'gif', 'jpg', { pages: '3' }),
  vips('first-frame', 'webp', 'avif'),
  vips('pages', 'pages', 'tiff'),
  vips('pages', 'deepTiff', 'tiff'),
  vips('each-page', 'pages', 'png'),
  vips('each-page', 'pages', 'jpg', { pages: '2-3' }),
  vips('each-page', 'deepTiff', 'webp'),
  vips('each-page', 'deepTiff', 'gif'),
  vips('each-page', 'deepTiff', 'avif'),
];
