import { defineCodec } from '../../contract/codec.ts';

/** Readers of our own for simple formats of images: they judge what a library has written, and share nothing with it. */
export default defineCodec({
  id: 'image-reader',
  lane: 'image',
  packages: [],
  licence: 'MIT',
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
    ...(['pgx', 'palm', 'icns'] as const),
  ],
  edges: [],
  load: () => import('./run.ts'),
});
