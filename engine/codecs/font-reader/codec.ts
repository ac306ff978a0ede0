import { defineCodec } from '../../contract/codec.ts';

/** A reader of fonts: what HarfBuzz finds in a file and draws of it, after our own reading of the container. */
export default defineCodec({
  id: 'font-reader',
  lane: 'document',
  packages: ['harfbuzzjs', 'woff2-encoder'],
  licence: 'MIT',
  inspects: ['ttf', 'otf', 'woff', 'woff2', 'eot', 'ttc', 'dfont', 'pfa', 'pfb', 'cff', 'svgfont', 'ttx'],
  edges: [],
  load: () => import('./run.ts'),
});
