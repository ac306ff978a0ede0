import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  from: ['gv'],
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  // What a graph takes depends on its edges, not on its bytes: these are graphs of some hundred nodes.
  cost: { ms: { base: 40, perMB: 20_000 }, memoryMB: { base: 60, perMB: 100 }, cpuSlots: 1, growth: 5 },
} as const satisfies Partial<EdgeSpec>;

/** Graphs in the language DOT, laid out and drawn by Graphviz. No file that a graph names is ever read. */
export default defineCodec({
  id: 'graphviz',
  lane: 'document',
  packages: ['@hpcc-js/wasm-graphviz'],
  licence: 'Apache-2.0 AND EPL-2.0',
  inspects: ['gv'],
  edges: [
    { ...shared, name: 'draw', to: ['svg'], keeps: ['text', 'vector', 'look'], options: ['encoding'] },
    {
      ...shared,
      name: 'model',
      to: ['json'],
      keeps: ['text', 'structure'],
      derives: [{ from: 'text', to: 'records' }],
      options: ['encoding'],
    },
  ],
  load: () => import('./run.ts'),
});
