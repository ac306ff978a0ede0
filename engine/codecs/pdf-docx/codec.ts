import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  from: ['pdf'],
  operation: 'recode',
  sourceOnly: true,
  takes: 'all',
  gives: 'one',
  partitionable: ['pdf'],
  options: ['pages', 'password'],
} as const satisfies Partial<EdgeSpec>;

/** Words that were recognised in images, with their places. */
const recognised = {
  from: ['hocr'],
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  keeps: ['text', 'structure'],
  cost: { ms: { base: 60, perMB: 300 }, memoryMB: { base: 100, perMB: 40 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

const tables = {
  keeps: ['structure'],
  derives: [{ from: 'structure', to: 'records' }],
  cost: { ms: { base: 100, perMB: 800 }, memoryMB: { base: 150, perMB: 60 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/**
 * PDF to what people can edit: pdf.js reads glyphs, rules and images, our own layout analysis finds paragraphs,
 * columns, lists, headings and tables, and they are written as a Word document with its styles, as markup, or, of the
 * tables alone, as a workbook and as data. Layout needs no model and no network.
 */
export default defineCodec({
  id: 'pdf-docx',
  lane: 'document',
  packages: ['pdfjs-dist', '@cantoo/pdf-lib', 'docx', '@e965/xlsx', '@resvg/resvg-wasm'],
  licence: 'Apache-2.0 AND MIT AND MPL-2.0',
  // 256 MiB: drawings become images of less than a megapixel.
  wasm: { resvg: { file: '@resvg/resvg-wasm/index_bg.wasm', maxPages: 4096 } },
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'reconstruct',
      to: ['docx'],
      options: ['pages', 'password', 'mode', 'embedFonts'],
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
      cost: { ms: { base: 120, perMB: 900 }, memoryMB: { base: 150, perMB: 60 }, cpuSlots: 1 },
    },
    {
      ...shared,
      name: 'markup',
      to: ['md', 'html', 'txt'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
      cost: { ms: { base: 100, perMB: 800 }, memoryMB: { base: 150, perMB: 60 }, cpuSlots: 1 },
    },
    {
      ...recognised,
      name: 'reconstruct-recognised',
      to: ['docx'],
    },
    {
      ...recognised,
      name: 'markup-recognised',
      to: ['md', 'html', 'txt'],
    },
    {
      ...shared,
      ...tables,
      name: 'tables',
      to: ['xlsx', 'json'],
    },
    {
      ...shared,
      ...tables,
      name: 'table-files',
      to: ['csv', 'tsv'],
      gives: 'many',
      options: ['pages', 'password', 'delimiter', 'escapeFormulas'],
    },
  ],
  load: () => import('./run.ts'),
});
