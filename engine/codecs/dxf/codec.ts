import { defineCodec } from '../../contract/codec.ts';

/** Drawings of CAD programs by our own code: model space, from above. */
export default defineCodec({
  id: 'dxf',
  lane: 'document',
  packages: [],
  licence: 'MIT',
  inspects: ['dxf'],
  edges: [
    {
      name: 'draw',
      from: ['dxf'],
      to: ['svg'],
      keeps: ['text', 'vector', 'look'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      cost: { ms: { base: 5, perMB: 60 }, memoryMB: { base: 20, perMB: 40 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
