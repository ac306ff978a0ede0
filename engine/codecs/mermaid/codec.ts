import { defineCodec } from '../../contract/codec.ts';

/** Diagrams in Mermaid, laid out and drawn without a browser: flow, sequence, class, state and entity diagrams, and charts. */
export default defineCodec({
  id: 'mermaid',
  lane: 'document',
  packages: ['beautiful-mermaid', 'elkjs'],
  licence: 'MIT AND EPL-2.0',
  inspects: ['mermaid'],
  edges: [
    {
      name: 'draw',
      from: ['mermaid'],
      to: ['svg'],
      keeps: ['text', 'vector', 'look'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      options: ['encoding'],
      // What a diagram takes depends on its edges: these are diagrams of some hundred nodes.
      cost: { ms: { base: 120, perMB: 30_000 }, memoryMB: { base: 100, perMB: 200 }, cpuSlots: 1, growth: 8 },
    },
  ],
  load: () => import('./run.ts'),
});
