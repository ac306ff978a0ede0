import { defineCodec } from '../../contract/codec.ts';

const COST = { ms: { base: 60, perMB: 250 }, memoryMB: { base: 60, perMB: 30 }, cpuSlots: 1 } as const;

/** A PDF rewritten: other pages, another password, fewer bytes. What stays is not drawn again. */
export default defineCodec({
  id: 'pdf-edit',
  lane: 'document',
  packages: ['@cantoo/pdf-lib'],
  licence: 'MIT',
  inspects: [],
  edges: [
    {
      name: 'rewrite',
      from: ['pdf'],
      to: ['pdf'],
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
      selfEdges: true,
      shrinks: true,
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      needs: ['decrypted'],
      options: ['pages', 'rotate', 'quality', 'dpi', 'targetSize', 'strip', 'encrypt', 'ownerPassword', 'password'],
      cost: COST,
      lossy: false,
    },
    {
      name: 'split',
      from: ['pdf'],
      to: ['pdf'],
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
      selfEdges: true,
      operation: 'recode',
      takes: 'all',
      gives: 'many',
      needs: ['decrypted'],
      options: ['split', 'strip', 'encrypt', 'ownerPassword', 'password'],
      cost: COST,
      lossy: false,
    },
    {
      name: 'merge',
      from: ['pdf'],
      to: ['pdf'],
      keeps: ['text', 'look', 'vector', 'figures', 'pages'],
      merges: 'pages',
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      needs: ['decrypted'],
      options: ['password'],
      cost: COST,
    },
  ],
  load: () => import('./run.ts'),
});
