import { defineCodec } from '../../contract/codec.ts';

const RENDER_OPTIONS = ['dpi', 'pages', 'width', 'height', 'fit', 'password'] as const;
const RENDER_COST = { ms: { base: 40, perMB: 300 }, memoryMB: { base: 150, perMB: 20 }, cpuSlots: 1 } as const;

/** PDFium: what PDFs really contain, for planning and for judging what other codecs wrote, and what they look like. */
export default defineCodec({
  id: 'pdfium',
  lane: 'document',
  packages: ['@hyzyla/pdfium'],
  licence: 'MIT AND BSD-3-Clause AND Apache-2.0',
  // 512 MiB: a 50 MB file with its decoded objects fits, and a page that asks for more fails cleanly.
  wasm: { pdfium: { file: '@hyzyla/pdfium/pdfium.wasm', maxPages: 8192, growableTable: true } },
  inspects: ['pdf'],
  previews: ['pdf'],
  edges: [
    {
      name: 'render',
      from: ['pdf'],
      to: ['png'],
      keeps: ['look'],
      operation: 'render',
      takes: 'all',
      gives: 'many',
      needs: ['decrypted'],
      options: RENDER_OPTIONS,
      cost: RENDER_COST,
    },
    {
      name: 'render-pages',
      from: ['pdf'],
      to: ['tiff'],
      keeps: ['look', 'pages'],
      operation: 'render',
      takes: 'all',
      gives: 'one',
      needs: ['decrypted'],
      options: RENDER_OPTIONS,
      cost: RENDER_COST,
    },
    {
      name: 'repair',
      from: ['pdf'],
      to: ['pdf'],
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
      selfEdges: true,
      fallbackOnly: true,
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      needs: ['decrypted'],
      options: ['password'],
      cost: { ms: { base: 10, perMB: 30 }, memoryMB: { base: 100, perMB: 10 }, cpuSlots: 1 },
      lossy: false,
    },
  ],
  load: () => import('./run.ts'),
});
