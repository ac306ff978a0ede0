import { defineCodec } from '../../codec.ts';

const OPTIONS = ['quality', 'lossless', 'width', 'height', 'fit', 'background', 'strip'] as const;
const STILL = ['png', 'jpg', 'avif'] as const;
const ANIMATED = ['gif', 'webp', 'jxl', 'apng'] as const;
const COST = { ms: { base: 5, perMB: 60 }, memoryMB: { base: 300, perMB: 20 }, cpuSlots: 1 } as const;

export default defineCodec({
  id: 'vips',
  lane: 'image',
  instance: 'warm',
  packages: ['wasm-vips'],
  licence: 'MIT AND LGPL-2.1-or-later',
  wasm: {
    // 1.5 GiB, for AVIF of 24 megapixels: its encoder is the hungriest. The modules share one memory of 256 MiB at first.
    main: { file: 'wasm-vips/vips.wasm', maxPages: 24_576 },
    heif: { file: 'wasm-vips/vips-heif.wasm', maxPages: 24_576 },
    jxl: { file: 'wasm-vips/vips-jxl.wasm', maxPages: 24_576 },
  },
  startsUnsealed: true,
  inspects: [...STILL, ...ANIMATED, 'tiff'],
  verifies: ['bmp', 'ico'],
  edges: [
    {
      name: 'still',
      from: STILL,
      to: [...STILL, ...ANIMATED, 'tiff'],
      keeps: ['look', 'alpha', 'depth', 'metadata'],
      selfEdges: true,
      act: 'recode',
      takes: 'one',
      gives: 'one',
      options: OPTIONS,
      cost: COST,
    },
    {
      name: 'frames',
      from: ANIMATED,
      to: [...ANIMATED, 'tiff'],
      keeps: ['look', 'alpha', 'depth', 'animation', 'metadata'],
      selfEdges: true,
      act: 'recode',
      takes: 'all',
      gives: 'one',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'first-frame',
      from: ANIMATED,
      to: STILL,
      keeps: ['look', 'alpha', 'depth', 'metadata'],
      act: 'recode',
      takes: 'first',
      gives: 'one',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'pages',
      from: ['tiff'],
      to: ['tiff'],
      keeps: ['look', 'alpha', 'depth', 'pages', 'metadata'],
      selfEdges: true,
      act: 'recode',
      takes: 'all',
      gives: 'one',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'each-page',
      from: ['tiff'],
      to: [...STILL, ...ANIMATED],
      keeps: ['look', 'alpha', 'depth', 'metadata'],
      act: 'recode',
      takes: 'all',
      gives: 'many',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
  ],
  load: () => import('./run.ts'),
});
