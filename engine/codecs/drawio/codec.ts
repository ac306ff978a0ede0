import { defineCodec } from '../../contract/codec.ts';

/** Diagrams of draw.io by our own code, each page a drawing. */
export default defineCodec({
  id: 'drawio',
  lane: 'document',
  packages: ['entities'],
  licence: 'MIT AND BSD-2-Clause',
  inspects: ['drawio'],
  edges: [
    {
      name: 'draw',
      from: ['drawio'],
      to: ['svg'],
      keeps: ['text', 'vector', 'look', 'figures'],
      operation: 'recode',
      takes: 'one',
      gives: 'many',
      cost: { ms: { base: 5, perMB: 120 }, memoryMB: { base: 30, perMB: 60 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
