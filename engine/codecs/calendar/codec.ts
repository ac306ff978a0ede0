import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const FORMATS = ['ics', 'vcf'] as const;

const shared = {
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  cost: { ms: { base: 2, perMB: 40 }, memoryMB: { base: 20, perMB: 12 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** Calendars and contacts as records and back, and as lists for people. */
export default defineCodec({
  id: 'calendar',
  lane: 'document',
  packages: [],
  licence: 'MIT',
  inspects: [],
  edges: [
    { ...shared, name: 'records', from: FORMATS, to: ['json'], keeps: ['records', 'structure'], options: ['encoding'] },
    { ...shared, name: 'entries', from: ['json'], to: FORMATS, keeps: ['records', 'structure'] },
    {
      ...shared,
      name: 'page',
      from: FORMATS,
      to: ['html'],
      keeps: ['text', 'structure', 'figures'],
      options: ['encoding'],
    },
    { ...shared, name: 'words', from: FORMATS, to: ['txt'], keeps: ['text'], options: ['encoding'] },
  ],
  load: () => import('./run.ts'),
});
