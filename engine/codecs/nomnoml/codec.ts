import { defineCodec } from '../../contract/codec.ts';

/** Class and other diagrams in the language Nomnoml, laid out and drawn without a browser. No file that one imports is read. */
export default defineCodec({
  id: 'nomnoml',
  lane: 'document',
  packages: ['nomnoml'],
  licence: 'MIT',
  inspects: ['nomnoml'],
  edges: [
    {
      name: 'draw',
      from: ['nomnoml'],
      to: ['svg'],
      keeps: ['text', 'vector', 'look'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      options: ['encoding'],
      // What a diagram takes depends on its edges: these are diagrams of some hundred nodes.
      cost: { ms: { base: 40, perMB: 30_000 }, memoryMB: { base: 60, perMB: 200 }, cpuSlots: 1, growth: 10 },
    },
  ],
  load: () => import('./run.ts'),
});
