import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const SLIDES = ['pptx', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm', 'odp', 'otp', 'fodp', 'ppt', 'pps'] as const;
const SHEETS = [
  ...['xlsx', 'xlsm', 'xltx', 'xltm', 'xlsb', 'xls', 'xlt', 'ods', 'ots', 'fods', 'numbers', 'et', 'xmlss'],
  ...['dif', 'slk', 'dbf', 'prn', 'eth', 'wk1', 'wk3', 'wk4', 'wq1', 'wb1'],
] as const;
const DATA = ['csv', 'tsv', 'json', 'ndjson', 'yaml'] as const;
/** Vocabularies that pandoc writes and does not read. */
const MARKED = ['tei'] as const;
const TEXTS = ['odt', 'ott', 'fodt', 'doc', 'dot', 'rtf'] as const;

const shared = {
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  needs: ['decrypted'],
  options: ['password'],
} as const satisfies Partial<EdgeSpec>;

const markup = {
  ...shared,
  to: ['md', 'html', 'txt'],
  cost: { ms: { base: 15, perMB: 60 }, memoryMB: { base: 60, perMB: 20 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/**
 * Presentations, workbooks, and texts of OpenDocument, Word 97–2003, RTF and TEI as markup for people and for language models: titles as headings,
 * real tables, charts as their data, notes and hidden parts marked, everything in its reading order.
 */
export default defineCodec({
  id: 'office-markup',
  lane: 'document',
  packages: ['@e965/xlsx', 'entities', 'fflate', 'htmlparser2', 'yaml'],
  licence: 'MIT AND Apache-2.0 AND ISC',
  inspects: [],
  edges: [
    { ...markup, name: 'slides', from: SLIDES, keeps: ['text', 'structure', 'figures', 'metadata'] },
    { ...markup, name: 'texts', from: TEXTS, to: ['md', 'txt'], keeps: ['text', 'structure', 'figures', 'metadata'] },
    {
      ...markup,
      name: 'texts-page',
      from: TEXTS,
      to: ['html'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
      options: ['toc', 'numberSections', 'password'],
    },
    {
      ...markup,
      name: 'marked',
      from: MARKED,
      needs: [],
      options: ['encoding'],
      keeps: ['text', 'structure', 'metadata'],
    },
    {
      ...markup,
      name: 'sheets',
      from: SHEETS,
      keeps: ['text', 'records', 'structure', 'figures', 'metadata'],
      derives: [{ from: 'records', to: 'text' }],
    },
    {
      ...markup,
      name: 'data',
      from: DATA,
      needs: [],
      options: [],
      keeps: ['text', 'records'],
      derives: [{ from: 'records', to: 'text' }],
    },
    {
      ...shared,
      name: 'tables',
      from: SHEETS,
      to: ['csv', 'tsv'],
      gives: 'many',
      keeps: ['records', 'pages'],
      options: ['pages', 'delimiter', 'escapeFormulas', 'password'],
      cost: { ms: { base: 15, perMB: 250 }, memoryMB: { base: 60, perMB: 40 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
