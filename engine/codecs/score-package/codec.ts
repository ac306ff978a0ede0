import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  keeps: ['text', 'structure', 'audio', 'vector', 'look', 'metadata'],
  operation: 'recode',
  takes: 'one',
  gives: 'one',
} as const satisfies Partial<EdgeSpec>;
const COST = { ms: { base: 8, perMB: 90 }, memoryMB: { base: 10, perMB: 10 }, cpuSlots: 1 } as const;

/** Packs scores in MusicXML, and unpacks them, byte by byte. */
export default defineCodec({
  id: 'score-package',
  lane: 'light',
  packages: ['fflate', 'htmlparser2'],
  licence: 'MIT',
  inspects: [],
  edges: [
    { ...shared, name: 'pack', from: ['musicxml'], to: ['mxl'], cost: { ...COST, growth: 0.1 } },
    { ...shared, name: 'unpack', from: ['mxl'], to: ['musicxml'], cost: { ...COST, growth: 10 } },
  ],
  load: () => import('./run.ts'),
});
