import { defineCodec } from '../../contract/codec.ts';

export default defineCodec({
  id: 'optimise',
  lane: 'image',
  packages: ['@jsquash/oxipng'],
  licence: 'MIT AND Apache-2.0',
  wasm: {
    // 1 GiB: an image of 50 megapixels with its filtered rows.
    oxipng: { file: '@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm', maxPages: 16_384 },
  },
  inspects: [],
  edges: [
    {
      name: 'coefficients',
      from: ['jpg'],
      to: ['jpg'],
      keeps: ['look', 'metadata'],
      selfEdges: true,
      shrinks: true,
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      options: ['effort', 'progressive', 'rotate', 'strip', 'stripLocation'],
      cost: { ms: { base: 5, perMB: 250 }, memoryMB: { base: 60, perMB: 40 }, cpuSlots: 1 },
      lossy: false,
    },
    {
      name: 'filters',
      from: ['png'],
      to: ['png'],
      keeps: ['look', 'alpha', 'depth', 'metadata'],
      selfEdges: true,
      shrinks: true,
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      options: ['effort', 'progressive', 'strip', 'stripLocation'],
      cost: { ms: { base: 5, perMB: 400 }, memoryMB: { base: 60, perMB: 20 }, cpuSlots: 1 },
      lossy: false,
    },
  ],
  load: () => import('./run.ts'),
});
