import { defineCodec, type EdgeSpec } from '../../codec.ts';

const shared = {
  act: 'recode',
  takes: 'one',
  gives: 'one',
  cost: { ms: { base: 2, perMB: 40 }, memoryMB: { base: 20, perMB: 8 }, cpuSlots: 1 },
} satisfies Partial<EdgeSpec>;

/**
 * Tables and trees of data: CSV, TSV, JSON, NDJSON and YAML. Our own tokenizers and writers, row by row, so that large
 * files need little memory; YAML is read by the yaml package.
 */
export default defineCodec({
  id: 'data',
  lane: 'document',
  instance: 'warm',
  packages: ['yaml'],
  licence: 'MIT AND ISC',
  inspects: [],
  edges: [
    { ...shared, name: 'rows', from: ['csv', 'tsv'], to: ['tsv', 'json', 'ndjson', 'yaml'], keeps: ['records'] },
    {
      ...shared,
      name: 'rows-to-csv',
      from: ['csv', 'tsv'],
      to: ['csv'],
      selfEdges: true,
      keeps: ['records'],
      options: ['delimiter'],
    },
    {
      ...shared,
      name: 'tree',
      from: ['json', 'ndjson', 'yaml'],
      to: ['json', 'ndjson', 'yaml'],
      keeps: ['records', 'structure'],
    },
    { ...shared, name: 'flatten', from: ['json', 'ndjson', 'yaml'], to: ['tsv'], keeps: ['records'] },
    {
      ...shared,
      name: 'flatten-to-csv',
      from: ['json', 'ndjson', 'yaml'],
      to: ['csv'],
      keeps: ['records'],
      options: ['delimiter'],
    },
  ],
  load: () => import('./run.ts'),
});
