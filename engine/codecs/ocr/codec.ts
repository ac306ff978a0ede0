import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const shared = {
  operation: 'infer',
  keeps: [],
  derives: [{ from: 'look', to: 'text' }],
  takes: 'all',
  gives: 'one',
  sourceOnly: true,
  needs: ['recognition', 'decrypted'],
  cost: { ms: { base: 2500, perMB: 4000 }, memoryMB: { base: 300, perMB: 40 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

const OPTIONS = ['ocr', 'ocrLanguage'] as const;

/** Tesseract: the text that images and scanned pages show, with the place of every word. */
export default defineCodec({
  id: 'ocr',
  lane: 'ocr',
  packages: ['tesseract.js-core', '@tesseract.js-data/eng', '@hyzyla/pdfium', '@cantoo/pdf-lib'],
  licence: 'Apache-2.0 AND MIT AND BSD-3-Clause',
  wasm: {
    // 1 GiB: a page of 30 megapixels takes about half of it.
    tesseract: { file: 'tesseract.js-core/tesseract-core-simd-lstm.wasm', maxPages: 16_384 },
    pdfium: { file: '@hyzyla/pdfium/pdfium.wasm', maxPages: 8192, growableTable: true },
  },
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'recognise-pages',
      from: ['pdf'],
      to: ['hocr'],
      derives: [...shared.derives, { from: 'pages', to: 'structure' }],
      options: [...OPTIONS, 'pages', 'password'],
    },
    {
      ...shared,
      name: 'recognise-picture',
      from: ['png', 'jpg'],
      to: ['hocr'],
      takes: 'first',
      options: OPTIONS,
    },
    {
      ...shared,
      name: 'recognise-pictures',
      from: ['tiff'],
      to: ['hocr'],
      derives: [...shared.derives, { from: 'pages', to: 'structure' }],
      options: OPTIONS,
    },
    {
      ...shared,
      name: 'make-searchable',
      from: ['pdf'],
      to: ['pdf'],
      selfEdges: true,
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
      options: [...OPTIONS, 'password'],
    },
  ],
  load: () => import('./run.ts'),
});
