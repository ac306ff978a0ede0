import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  from: ['texmath'],
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  options: ['encoding'],
  cost: { ms: { base: 20, perMB: 20_000 }, memoryMB: { base: 60, perMB: 200 }, cpuSlots: 1, growth: 20 },
} as const satisfies Partial<EdgeSpec>;

/** A formula in TeX, set by MathJax: as a drawing with the outlines of its letters, or as MathML. */
export default defineCodec({
  id: 'tex-math',
  lane: 'document',
  packages: ['mathjax', '@mathjax/mathjax-newcm-font'],
  licence: 'Apache-2.0',
  inspects: ['texmath'],
  edges: [
    { ...shared, name: 'draw', to: ['svg'], keeps: ['vector', 'look'] },
    {
      ...shared,
      name: 'mark-up',
      to: ['mathml', 'html'],
      keeps: ['formulas', 'vector', 'look'],
      derives: [{ from: 'look', to: 'text' }],
    },
  ],
  load: () => import('./run.ts'),
});
