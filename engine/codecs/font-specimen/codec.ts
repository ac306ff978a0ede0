import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const sheet = {
  from: ['ttf', 'otf', 'woff', 'woff2', 'eot', 'pfa', 'pfb', 'cff', 'ttx'],
  derives: [
    { from: 'glyphs', to: 'look' },
    { from: 'glyphs', to: 'vector' },
  ],
  operation: 'render',
  takes: 'one',
  gives: 'one',
  cost: { ms: { base: 60, perMB: 60 }, memoryMB: { base: 80, perMB: 12 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** A sheet that shows what a font looks like, drawn with its own outlines: as a drawing, as an image, as a page. */
export default defineCodec({
  id: 'font-specimen',
  lane: 'image',
  packages: ['harfbuzzjs', 'woff2-encoder', '@resvg/resvg-wasm', '@expo-google-fonts/arimo'],
  licence: 'MIT AND MPL-2.0 AND OFL-1.1',
  wasm: {
    // 1 GiB: a canvas of the pixels that the limits allow.
    resvg: { file: '@resvg/resvg-wasm/index_bg.wasm', maxPages: 16_384 },
  },
  inspects: [],
  edges: [
    { ...sheet, name: 'sheet', to: ['svg', 'pdf'], keeps: ['glyphs', 'metadata'] },
    { ...sheet, name: 'picture', to: ['png'], keeps: ['glyphs'], options: ['width'] },
  ],
  load: () => import('./run.ts'),
});
