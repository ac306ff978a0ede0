import type { Case } from '../case.ts';

const SOURCES = {
  turned: { from: 'jpg', source: 'orientation-6-exif.jpg' },
  cmyk: { from: 'jpg', source: 'cmyk-without-profile.jpg' },
  alpha: { from: 'png', source: 'card-fading-to-transparent.png' },
  interlaced: { from: 'png', source: 'palette-interlaced.png' },
  deep: { from: 'png', source: 'gradient-16bit-alpha.png' },
  pages: { from: 'tiff', source: 'three-pages-lzw.tiff' },
  fax: { from: 'tiff', source: 'fax-lying.tiff' },
  strips: { from: 'tiff', source: 'jpeg-strips.tiff' },
  comic: { from: 'cbz', source: 'pages-in-natural-order.cbz' },
  comicInTar: { from: 'cbt', source: 'pages-in-natural-order.cbt' },
  inks: { from: 'tiff', source: 'cmyk-run-lengths.tiff' },
} as const satisfies Record<string, Pick<Case, 'from' | 'source'>>;

function picture(edge: string, source: keyof typeof SOURCES, options?: Case['options']): Case {
  return {
    codec: 'picture-pdf',
    edge,
    ...SOURCES[source],
    to: 'pdf',
    ...(options && { options }),
    comparator: 'document',
  };
}

export const cases: readonly Case[] = [
  picture('wrap', 'turned'),
  picture('wrap', 'turned', { pageSize: 'a4' }),
  picture('wrap', 'cmyk', { dpi: 36 }),
  picture('wrap', 'alpha', { pageSize: 'letter' }),
  picture('wrap', 'interlaced'),
  picture('wrap', 'deep'),
  picture('wrap-pages', 'pages', { pages: '2-3' }),
  picture('wrap-pages', 'fax'),
  picture('wrap-pages', 'strips', { pageSize: 'a4' }),
  picture('wrap-pages', 'inks'),
  picture('comic', 'comic'),
  picture('comic', 'comicInTar', { pageSize: 'a5' }),
  picture('merge', 'turned'),
  picture('merge', 'alpha'),
  picture('merge', 'pages'),
];
