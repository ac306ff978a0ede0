import { defineCodec } from '../../contract/codec.ts';

/**
 * Readers of simple formats of images, our own and small libraries in JavaScript: they judge what others have written,
 * and share nothing with them.
 */
export default defineCodec({
  id: 'image-reader',
  lane: 'image',
  packages: ['jpeg2000', 'parse-exr', 'parse-hdr', 'sixel', 'utif2'],
  licence: 'MIT AND Apache-2.0',
  inspects: [],
  verifies: [
    ...(['png', 'jpg'] as const), // those that are plain
    ...([
      'pbm',
      'pgm',
      'ppm',
      'pnm',
      'pam',
      'pfm',
      'phm',
      'bmp',
      'ico',
      'cur',
      'tga',
      'pcx',
      'dcx',
      'sgi',
      'ras',
    ] as const),
    ...(['ff', 'qoi', 'xbm', 'xpm', 'wbmp', 'otb', 'avs', 'aai', 'mtv', 'fl32', 'psd', 'psb'] as const),
    ...(['fits', 'vicar', 'viff', 'vips', 'dpx', 'cin', 'dds', 'miff', 'ase', 'pict'] as const),
    ...(['pgx', 'palm', 'icns', 'jp2', 'j2k', 'sixel', 'exr', 'hdr', 'g3'] as const),
  ],
  edges: [],
  load: () => import('./run.ts'),
});
