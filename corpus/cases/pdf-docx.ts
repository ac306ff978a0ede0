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

export const cases: readonly Case[] = [
  reconstruct('letter-headings-table-link.pdf'),
  reconstruct('two-columns-hyphenated.pdf'),
  reconstruct('header-footer-page-numbers.pdf'),
  reconstruct('header-footer-page-numbers.pdf', { options: { pages: '2-3' } }),
  reconstruct('rotated-page.pdf'),
];
