import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  from: ['docx'],
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  needs: ['decrypted'],
  options: ['password'],
} satisfies Partial<EdgeSpec>;

/** Word documents to semantic HTML, Markdown and plain text: mammoth reads, turndown writes Markdown. */
export default defineCodec({
  id: 'mammoth',
  lane: 'document',
  packages: ['mammoth', 'turndown', '@joplin/turndown-plugin-gfm'],
  licence: 'BSD-2-Clause AND MIT',
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'html',
      to: ['html'],
      options: ['toc', 'numberSections', 'password'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
      cost: { ms: { base: 40, perMB: 350 }, memoryMB: { base: 80, perMB: 60 }, cpuSlots: 1, growth: 2 },
    },
    {
      ...shared,
      name: 'markdown',
      to: ['md'],
      keeps: ['text', 'structure', 'figures'],
      cost: { ms: { base: 60, perMB: 500 }, memoryMB: { base: 100, perMB: 80 }, cpuSlots: 1, growth: 2 },
    },
    {
      ...shared,
      name: 'text',
      to: ['txt'],
      keeps: ['text'],
      cost: { ms: { base: 45, perMB: 400 }, memoryMB: { base: 80, perMB: 60 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
