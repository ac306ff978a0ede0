import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  cost: { ms: { base: 20, perMB: 200 }, memoryMB: { base: 60, perMB: 60 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/**
 * Apple's Pages and Keynote, of 2005 to 2009 (XML) and since 2013 (archives of objects), as OpenDocument: all readers
 * are our own. Charts, animations, videos and sounds are not carried.
 */
export default defineCodec({
  id: 'iwork',
  lane: 'document',
  packages: ['fflate'],
  licence: 'MIT',
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'text',
      from: ['pages'],
      to: ['odt'],
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
    },
    {
      ...shared,
      name: 'slides',
      from: ['key'],
      to: ['odp'],
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
    },
  ],
  load: () => import('./run.ts'),
});
