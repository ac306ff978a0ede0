import { defineCodec } from '../../codec.ts';

/** PDFium as a reader of PDF: facts before planning, and what other codecs' PDFs really contain. */
export default defineCodec({
  id: 'pdfium',
  lane: 'image',
  instance: 'warm',
  packages: ['@hyzyla/pdfium'],
  licence: 'MIT AND BSD-3-Clause AND Apache-2.0',
  // 512 MiB: a 50 MB file with its decoded objects fits, and a page that asks for more fails cleanly.
  wasm: { pdfium: { file: '@hyzyla/pdfium/pdfium.wasm', maxPages: 8192 } },
  inspects: ['pdf'],
  edges: [],
  load: () => import('./run.ts'),
});
