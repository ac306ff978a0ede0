import type { FormatTable } from '../format.ts';

export const ebookFormats = {
  epub: {
    name: 'EPUB',
    mime: ['application/epub+zip'],
    extensions: ['epub'],
    carries: ['text', 'structure', 'look', 'formulas', 'figures', 'metadata'],
  },
  fb2: {
    name: 'FictionBook',
    mime: ['application/x-fictionbook+xml'],
    extensions: ['fb2'],
    carries: ['text', 'structure', 'figures', 'metadata'],
  },
  mobi: {
    name: 'Mobipocket',
    mime: ['application/x-mobipocket-ebook'],
    extensions: ['mobi', 'prc'],
    carries: ['text', 'structure', 'look', 'figures', 'metadata'],
  },
  azw3: {
    name: 'Kindle Format 8',
    mime: ['application/vnd.amazon.mobi8-ebook'],
    extensions: ['azw3', 'azw', 'kf8'],
    carries: ['text', 'structure', 'look', 'figures', 'metadata'],
  },
  pdb: {
    name: 'Palm database',
    mime: ['application/vnd.palm'],
    extensions: ['pdb'],
    carries: ['text', 'structure', 'look', 'figures', 'metadata'],
  },
  lit: {
    name: 'Microsoft Reader',
    mime: ['application/x-ms-reader'],
    extensions: ['lit'],
    carries: ['text', 'structure', 'look', 'figures', 'metadata'],
  },
  ibooks: {
    name: 'Apple Books textbook',
    mime: ['application/x-ibooks+zip'],
    extensions: ['ibooks'],
    carries: ['text', 'structure', 'look', 'figures', 'metadata'],
  },
  cbz: {
    name: 'Comic book (ZIP)',
    mime: ['application/vnd.comicbook+zip'],
    extensions: ['cbz'],
    carries: ['look', 'pages', 'metadata'],
    many: 'pages',
  },
  cbr: {
    name: 'Comic book (RAR)',
    mime: ['application/vnd.comicbook-rar'],
    extensions: ['cbr'],
    carries: ['look', 'pages', 'metadata'],
    many: 'pages',
  },
  cbt: {
    name: 'Comic book (tar)',
    mime: ['application/x-cbt'],
    extensions: ['cbt'],
    carries: ['look', 'pages', 'metadata'],
    many: 'pages',
  },
  cb7: {
    name: 'Comic book (7z)',
    mime: ['application/x-cb7'],
    extensions: ['cb7'],
    carries: ['look', 'pages', 'metadata'],
    many: 'pages',
  },
  htmlz: {
    name: 'Zipped HTML book',
    mime: ['application/x-htmlz'],
    extensions: ['htmlz'],
    carries: ['text', 'structure', 'look', 'figures', 'metadata'],
  },
  txtz: { name: 'Zipped text book', mime: ['application/x-txtz'], extensions: ['txtz'], carries: ['text', 'metadata'] },
} as const satisfies FormatTable;
