import { defineCodec } from '../../contract/codec.ts';

/** Boards of Excalidraw by our own code, drawn with straight strokes. */
export default defineCodec({
  id: 'excalidraw',
  lane: 'document',
  packages: [],
  licence: 'MIT',
  inspects: ['excalidraw'],
  edges: [
    {
      name: 'draw',
      from: ['excalidraw'],
      to: ['svg'],
      keeps: ['text', 'vector', 'look', 'figures'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      cost: { ms: { base: 5, perMB: 60 }, memoryMB: { base: 20, perMB: 20 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
