import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  options: ['encoding'],
  // What a chart takes depends on its marks: these are charts of some hundred of them.
  cost: { ms: { base: 150, perMB: 3000 }, memoryMB: { base: 120, perMB: 60 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** Charts in Vega and Vega-Lite, drawn without a browser: their expressions are interpreted, and no address is fetched. */
export default defineCodec({
  id: 'vega',
  lane: 'document',
  packages: ['vega', 'vega-interpreter', 'vega-lite'],
  licence: 'BSD-3-Clause AND ISC',
  inspects: ['vega', 'vegalite'],
  edges: [
    { ...shared, name: 'draw', from: ['vega', 'vegalite'], to: ['svg'], keeps: ['text', 'vector', 'look'] },
    {
      ...shared,
      name: 'compile',
      from: ['vegalite'],
      to: ['vega'],
      keeps: ['text', 'structure', 'vector', 'look'],
    },
  ],
  load: () => import('./run.ts'),
});
