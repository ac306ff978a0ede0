import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  from: ['code'],
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  cost: { ms: { base: 60, perMB: 12_000 }, memoryMB: { base: 60, perMB: 200 }, cpuSlots: 1, growth: 6 },
} as const satisfies Partial<EdgeSpec>;

/** Source code with its syntax in colours: the grammars and themes of Visual Studio Code, by Shiki. */
export default defineCodec({
  id: 'highlight',
  lane: 'document',
  packages: ['shiki', '@shikijs/langs', '@shikijs/themes'],
  licence: 'MIT',
  inspects: ['code'],
  edges: [
    {
      ...shared,
      name: 'page',
      to: ['html'],
      keeps: ['text'],
      derives: [{ from: 'text', to: 'look' }],
      options: ['theme', 'syntax', 'encoding'],
    },
    {
      ...shared,
      name: 'draw',
      to: ['svg'],
      keeps: ['text'],
      derives: [
        { from: 'text', to: 'look' },
        { from: 'text', to: 'vector' },
      ],
      options: ['theme', 'syntax', 'fontSize', 'encoding'],
    },
  ],
  load: () => import('./run.ts'),
});
