import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  keeps: ['vector', 'text', 'look', 'figures', 'alpha', 'metadata'],
  operation: 'recode',
  takes: 'one',
  gives: 'one',
} as const satisfies Partial<EdgeSpec>;
const COST = { ms: { base: 5, perMB: 60 }, memoryMB: { base: 10, perMB: 10 }, cpuSlots: 1 } as const;

/** Packs drawings, and unpacks them, by Node's own gzip. */
export default defineCodec({
  id: 'svgz',
  lane: 'light',
  packages: [],
  licence: 'MIT',
  inspects: [],
  edges: [
    { ...shared, name: 'compress', from: ['svg'], to: ['svgz'], cost: { ...COST, growth: 0.3 } },
    { ...shared, name: 'expand', from: ['svgz'], to: ['svg'], cost: { ...COST, growth: 4 } },
  ],
  load: () => import('./run.ts'),
});
