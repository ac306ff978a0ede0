import type { Case } from '../case.ts';

function page(source: string, options: Case['options']): Case {
  return { codec: 'pdfium', edge: 'render', from: 'pdf', to: 'png', source, options, comparator: 'image' };
}

export const cases: readonly Case[] = [
  page('letter-headings-table-link.pdf', { dpi: 60 }),
  page('rotated-page.pdf', { width: 400 }),
  page('hebrew-right-to-left.pdf', { width: 200, height: 200, fit: 'cover' }),
  page('form-filled-in-without-appearances.pdf', { dpi: 96 }),
  page('header-footer-page-numbers.pdf', { dpi: 40, pages: '3,1' }),
  {
    codec: 'pdfium',
    edge: 'render-pages',
    from: 'pdf',
    to: 'tiff',
    source: 'header-footer-page-numbers.pdf',
    options: { dpi: 40, pages: '2-3' },
    comparator: 'image',
  },
  {
    codec: 'pdfium',
    edge: 'repair',
    from: 'pdf',
    to: 'pdf',
    source: 'letter-headings-table-link.pdf',
    comparator: 'document',
  },
];
