import { defineCodec } from '../../contract/codec.ts';

/** Documents of Microsoft Works, all versions of its word processor: images in them are not read. */
export default defineCodec({
  id: 'works',
  lane: 'document',
  packages: ['fflate'],
  licence: 'MIT',
  inspects: [],
  edges: [
    {
      name: 'text',
      from: ['wps'],
      to: ['odt'],
      keeps: ['text', 'structure', 'look', 'pages'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      cost: { ms: { base: 10, perMB: 100 }, memoryMB: { base: 40, perMB: 30 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
