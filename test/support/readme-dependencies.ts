/**
 * Why each runtime dependency is there, in one line, and what its licence field does not say. The README's table is
 * generated from it; a dependency without a line fails the test.
 */
export const REASONS: Readonly<Record<string, { readonly why: string; readonly inside?: string }>> = {
  '@cantoo/pdf-lib': { why: 'edits PDF files: selects, turns, encrypts and decrypts pages' },
  '@expo-google-fonts/arimo': {
    why: 'the sans-serif of drawings, as wide as Arial and Helvetica',
    inside: 'fonts: OFL-1.1',
  },
  '@expo-google-fonts/chocolate-classical-sans': {
    why: 'Chinese characters, kana and symbols where the other fonts have none',
    inside: 'fonts: OFL-1.1',
  },
  '@expo-google-fonts/cousine': { why: 'the monospace of drawings, as wide as Courier New', inside: 'fonts: OFL-1.1' },
  '@expo-google-fonts/nanum-gothic': { why: 'Korean characters', inside: 'fonts: OFL-1.1' },
  '@expo-google-fonts/noto-emoji': { why: 'emoji, drawn in one colour', inside: 'fonts: OFL-1.1' },
  '@expo-google-fonts/noto-sans-arabic': { why: 'Arabic script', inside: 'fonts: OFL-1.1' },
  '@expo-google-fonts/noto-sans-devanagari': { why: 'Devanagari script', inside: 'fonts: OFL-1.1' },
  '@expo-google-fonts/noto-sans-hebrew': { why: 'Hebrew script', inside: 'fonts: OFL-1.1' },
  '@expo-google-fonts/noto-sans-math': { why: 'mathematical formulas', inside: 'fonts: OFL-1.1' },
  '@expo-google-fonts/noto-sans-thai': { why: 'Thai script', inside: 'fonts: OFL-1.1' },
  '@expo-google-fonts/tinos': { why: 'the serif of drawings, as wide as Times New Roman', inside: 'fonts: OFL-1.1' },
  '@ffmpeg/core': {
    why: 'FFmpeg in WebAssembly: audio, video, animations',
    inside: '**GPL**: FFmpeg built with x264, x265 and LAME',
  },
  '@ffmpeg/ffmpeg': { why: 'the companion of the core; the engine drives the core itself and does not load it' },
  '@hyzyla/pdfium': { why: 'PDFium in WebAssembly: reads PDF', inside: 'PDFium: BSD-3-Clause and Apache-2.0' },
  '@imagemagick/magick-wasm': {
    why: 'ImageMagick in WebAssembly: the raster formats that libvips does not have',
    inside: '**LGPL**: libheif, libde265, LibRaw, liblqr, glib',
  },
  '@joplin/turndown-plugin-gfm': { why: 'tables and task lists for turndown' },
  '@jsquash/oxipng': { why: 'lossless PNG optimisation' },
  '@koa/multer': { why: 'multipart uploads in Koa' },
  '@koa/router': { why: 'addresses of the service' },
  '@resvg/resvg-wasm': {
    why: 'renders SVG',
    inside: '**MPL**: used unchanged; changes to its files would have to be published',
  },
  '@matbee/libreoffice-converter': {
    why: 'LibreOffice in WebAssembly: office files and their pages',
    inside: '**MPL**: LibreOffice 24.8 and the fonts in its data file',
  },
  '@myriaddreamin/typst-ts-web-compiler': { why: 'Typst in WebAssembly: typesets markup into PDF' },
  chardet: { why: 'recognises the old code pages of text files by their letters' },
  'content-disposition': { why: 'safe file names in download headers' },
  'csv-parse': { why: 'reads CSV and TSV' },
  docx: { why: 'writes Word documents' },
  fflate: { why: 'inflates and deflates ZIP entries' },
  'file-type': { why: 'recognises files by their content' },
  koa: { why: 'the HTTP service' },
  kysely: { why: 'typed SQL for SQLite' },
  mammoth: { why: 'reads Word documents' },
  mediabunny: {
    why: 'reads audio and video containers, to verify what FFmpeg wrote',
    inside: '**MPL**: used unchanged; changes to its files would have to be published',
  },
  multer: { why: 'the multipart parser behind @koa/multer' },
  'pandoc-wasm': { why: 'pandoc in WebAssembly: markup, e-books and office text', inside: '**GPL**: pandoc 3.10' },
  'pdfjs-dist': { why: 'reads glyphs, rules and pictures of PDF', inside: 'OpenJPEG, JBIG2, qcms: BSD and MIT' },
  pino: { why: 'log lines in JSON' },
  piscina: { why: 'pools of worker threads' },
  'range-parser': { why: 'partial downloads' },
  turndown: { why: 'writes Markdown from HTML' },
  'vtracer-wasm': { why: 'traces pictures into drawings', inside: 'its LICENSE file and VTracer: MIT' },
  'wasm-vips': {
    why: 'libvips in WebAssembly: JPEG, PNG, WebP, GIF, TIFF, AVIF',
    inside: '**LGPL**: libvips, glib, libheif, libexif inside its .wasm',
  },
  yaml: { why: 'reads and writes YAML' },
  zod: { why: 'checks settings and requests' },
};
