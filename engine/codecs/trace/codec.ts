import { defineCodec } from '../../contract/codec.ts';

/** Reads PNG alone: the planner makes one of every other image. */
export default defineCodec({
  id: 'trace',
  lane: 'image',
  packages: ['vtracer-wasm', '@resvg/resvg-wasm'],
  licence: 'MIT AND MPL-2.0',
  wasm: {
    // 512 MiB: the shapes of the most pixels that are traced.
    tracer: { file: 'vtracer-wasm/vtracer.wasm', maxPages: 8_192 },
    // 1 GiB: an image of the pixels that the limits allow, decoded and drawn.
    resvg: { file: '@resvg/resvg-wasm/index_bg.wasm', maxPages: 16_384 },
  },
  inspects: [],
  edges: [
    {
      name: 'trace',
      from: ['png'],
      to: ['svg'],
      keeps: ['look', 'alpha'],
      derives: [{ from: 'look', to: 'vector' }],
      operation: 'infer',
      takes: 'one',
      gives: 'one',
      options: ['colours', 'width', 'height', 'fit'],
      cost: { ms: { base: 300, perMB: 400 }, memoryMB: { base: 120, perMB: 60 }, cpuSlots: 1 },
      lossy: true,
    },
  ],
  load: () => import('./run.ts'),
});
