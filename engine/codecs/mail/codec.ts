import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const MAILS = ['eml', 'msg', 'mbox'] as const;

const shared = {
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  cost: { ms: { base: 5, perMB: 60 }, memoryMB: { base: 40, perMB: 12 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** E-mail as pages, text and records, and its attachments as files. HTML that Outlook hides in RTF is found. */
export default defineCodec({
  id: 'mail',
  lane: 'document',
  packages: ['postal-mime', '@kenjiuno/msgreader', 'rtf-stream-parser', '@mixmark-io/domino', 'fflate'],
  licence: 'MIT-0 AND Apache-2.0 AND MIT AND BSD-2-Clause',
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'page',
      from: MAILS,
      to: ['html'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
      derives: [{ from: 'text', to: 'look' }],
      sourceOnly: true,
    },
    { ...shared, name: 'words', from: MAILS, to: ['txt'], keeps: ['text'] },
    { ...shared, name: 'records', from: MAILS, to: ['json'], keeps: ['records', 'structure'] },
    { ...shared, name: 'attachments', from: MAILS, to: ['zip'], keeps: ['entries', 'metadata'], operation: 'extract' },
    {
      ...shared,
      name: 'message',
      from: ['msg'],
      to: ['eml'],
      keeps: ['text', 'structure', 'look', 'figures', 'entries', 'records', 'metadata'],
    },
    {
      ...shared,
      name: 'split',
      from: ['mbox'],
      to: ['eml'],
      gives: 'many',
      keeps: ['text', 'structure', 'look', 'figures', 'entries', 'records', 'pages', 'metadata'],
    },
  ],
  load: () => import('./run.ts'),
});
