import { defineCodec } from '../../codec.ts';

/**
 * PDF to an editable Word document: pdf.js reads glyphs, rules and pictures, our own layout analysis finds paragraphs,
 * columns, lists, headings and tables, docx writes them with Word styles. Layout needs no model and no network.
 */
export default defineCodec({
  id: 'pdf-docx',
  lane: 'document',
  instance: 'warm',
  packages: ['pdfjs-dist', 'docx'],
  licence: 'Apache-2.0 AND MIT',
  inspects: [],
  edges: [
    {
      name: 'reconstruct',
      from: ['pdf'],
      to: ['docx'],
      keeps: ['text', 'structure', 'look', 'pages', 'figures', 'metadata'],
      act: 'recode',
      sourceOnly: true,
      takes: 'all',
      gives: 'one',
      options: ['pages', 'password'],
      cost: { ms: { base: 120, perMB: 900 }, memoryMB: { base: 150, perMB: 60 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
