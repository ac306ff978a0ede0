import type { Case } from '../case.ts';

function drawing(source: string, options: Case['options'] = {}): Case {
  return { codec: 'pdf-svg', edge: 'draw', from: 'pdf', to: 'svg', source, options, comparator: 'image' };
}

export const cases: readonly Case[] = [
  drawing('gradients-patterns-masks-blends.pdf'),
  drawing('letter-headings-table-link.pdf'),
  drawing('rotated-page.pdf'),
  drawing('hebrew-right-to-left.pdf'),
  drawing('form-filled-in-without-appearances.pdf'),
  drawing('header-footer-page-numbers.pdf', { pages: '3,1' }),
];
