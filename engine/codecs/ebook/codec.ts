import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const BOOKS = ['epub', 'fb2', 'mobi', 'azw3', 'htmlz', 'txtz'] as const;

const shared = {
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  needs: ['decrypted'],
  cost: { ms: { base: 15, perMB: 150 }, memoryMB: { base: 60, perMB: 20 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** E-books through one model of chapters, contents and images: all readers and writers are our own. */
export default defineCodec({
  id: 'ebook',
  lane: 'document',
  packages: ['@mixmark-io/domino', 'entities', 'fflate', 'markdown-it'],
  licence: 'BSD-2-Clause AND MIT',
  inspects: ['mobi', 'azw3'],
  edges: [
    {
      ...shared,
      name: 'book',
      from: BOOKS,
      to: ['epub', 'fb2', 'mobi', 'azw3', 'htmlz'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
    },
    { ...shared, name: 'words', from: BOOKS, to: ['txt', 'txtz'], keeps: ['text', 'metadata'] },
    {
      ...shared,
      name: 'page',
      from: BOOKS,
      to: ['html'],
      keeps: ['text', 'structure', 'formulas', 'figures', 'metadata'],
      // A plain page has a style of its own, which is no reason to make a book of a document first.
      derives: [{ from: 'text', to: 'look' }],
      sourceOnly: true,
    },
    {
      ...shared,
      name: 'bind',
      from: ['html', 'md', 'txt'],
      to: ['mobi', 'azw3', 'htmlz', 'txtz'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
    },
    {
      ...shared,
      name: 'bind-epub',
      from: ['html', 'md', 'txt'],
      to: ['epub', 'fb2'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
      fallbackOnly: true,
    },
  ],
  load: () => import('./run.ts'),
});
