import { defineCodec } from '../../contract/codec.ts';

/** Documents of Hangul (HWP 5, HWPX) by readers of our own: text, looks, tables and notes, without pictures. */
export default defineCodec({
  id: 'hangul',
  lane: 'document',
  packages: ['fflate'],
  licence: 'MIT',
  inspects: [],
  edges: [
    {
      name: 'text',
      from: ['hwp', 'hwpx'],
      to: ['odt'],
      keeps: ['text', 'structure', 'look', 'pages'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      cost: { ms: { base: 15, perMB: 200 }, memoryMB: { base: 40, perMB: 60 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
