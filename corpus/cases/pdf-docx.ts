import type { Case } from '../case.ts';

const reconstruct = (source: string, rest: Pick<Case, 'options' | 'tolerance'> = {}): Case => ({
  codec: 'pdf-docx',
  edge: 'reconstruct',
  from: 'pdf',
  to: 'docx',
  source,
  comparator: 'document',
  ...rest,
});

const markup = (source: string, to: 'md' | 'html' | 'txt', options?: Case['options']): Case => ({
  codec: 'pdf-docx',
  edge: 'markup',
  from: 'pdf',
  to,
  source,
  ...(options && { options }),
  comparator: 'document',
});

const tables = (source: string, to: 'xlsx' | 'json' | 'csv' | 'tsv', options?: Case['options']): Case => ({
  codec: 'pdf-docx',
  edge: to === 'xlsx' || to === 'json' ? 'tables' : 'table-files',
  from: 'pdf',
  to,
  source,
  ...(options && { options }),
  comparator: to === 'xlsx' ? 'document' : 'records',
});

const recognised = (to: 'docx' | 'md' | 'html' | 'txt'): Case => ({
  codec: 'pdf-docx',
  edge: to === 'docx' ? 'reconstruct-recognised' : 'markup-recognised',
  from: 'hocr',
  to,
  source: 'scanned-letter-table.hocr',
  comparator: 'document',
});

export const cases: readonly Case[] = [
  reconstruct('letter-headings-table-link.pdf'),
  reconstruct('two-columns-hyphenated.pdf'),
  reconstruct('header-footer-page-numbers.pdf'),
  reconstruct('header-footer-page-numbers.pdf', { options: { pages: '2-3' } }),
  reconstruct('rotated-page.pdf'),
  reconstruct('essay-footnotes-ruled-table.pdf'),
  reconstruct('outline-links-tagged.pdf'),
  reconstruct('tables-over-pages.pdf'),
  reconstruct('hebrew-right-to-left.pdf'),
  reconstruct('letter-headings-table-link.pdf', { options: { mode: 'exact' } }),
  reconstruct('letter-headings-table-link.pdf', { options: { mode: 'text' } }),
  reconstruct('drawing-between-text.pdf'),
  reconstruct('formulas-read-and-shown.pdf'),
  markup('drawing-between-text.pdf', 'html'),
  markup('formulas-read-and-shown.pdf', 'md'),
  markup('letter-headings-table-link.pdf', 'md'),
  markup('letter-headings-table-link.pdf', 'html'),
  markup('letter-headings-table-link.pdf', 'txt'),
  markup('two-columns-hyphenated.pdf', 'txt'),
  markup('header-footer-page-numbers.pdf', 'md', { pages: '2-3' }),
  markup('tables-over-pages.pdf', 'html'),
  recognised('docx'),
  recognised('md'),
  recognised('html'),
  recognised('txt'),
  tables('tables-over-pages.pdf', 'xlsx'),
  tables('tables-over-pages.pdf', 'json'),
  tables('tables-over-pages.pdf', 'csv', { delimiter: ';' }),
  tables('letter-headings-table-link.pdf', 'tsv'),
];
