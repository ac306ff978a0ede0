import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  gives: 'one',
  operation: 'recode',
  keeps: [],
  onlyWith: 'barcode',
} as const satisfies Partial<EdgeSpec>;

/** Bar codes, only where they are asked for: text becomes a code, and codes in images become their text. */
export default defineCodec({
  id: 'barcode',
  lane: 'image',
  packages: ['bwip-js', 'zxing-wasm'],
  licence: 'MIT',
  wasm: {
    // 1 GiB: an image of the pixels that the limits allow, decoded and in grey.
    reader: { file: 'zxing-wasm/reader/zxing_reader.wasm', maxPages: 16_384 },
  },
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'write',
      from: ['txt'],
      to: ['svg'],
      takes: 'one',
      sourceOnly: true,
      // A reader of codes gets it back (`run/verify-barcode.ts`).
      keeps: ['text'],
      derives: [
        { from: 'text', to: 'look' },
        { from: 'text', to: 'vector' },
      ],
      options: ['barcode', 'encoding'],
      cost: { ms: { base: 30, perMB: 0 }, memoryMB: { base: 60, perMB: 10 }, cpuSlots: 1 },
    },
    {
      ...shared,
      name: 'read',
      from: ['png', 'jpg'],
      to: ['txt', 'json'],
      // Of a document, the images of its pages.
      takes: 'all',
      derives: [
        { from: 'look', to: 'text' },
        { from: 'look', to: 'records' },
      ],
      options: ['barcode'],
      cost: { ms: { base: 60, perMB: 300 }, memoryMB: { base: 60, perMB: 60 }, cpuSlots: 1, growth: 0.01 },
    },
  ],
  load: () => import('./run.ts'),
});
