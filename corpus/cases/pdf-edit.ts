import type { Case } from '../case.ts';

function edited(edge: string, source: string, options?: Case['options']): Case {
  return {
    codec: 'pdf-edit',
    edge,
    from: 'pdf',
    to: 'pdf',
    source,
    ...(options && { options }),
    comparator: 'document',
  };
}

export const cases: readonly Case[] = [
  edited('rewrite', 'letter-headings-table-link.pdf'),
  edited('rewrite', 'form-filled-in-without-appearances.pdf'),
  edited('rewrite', 'outline-links-tagged.pdf', { pages: '3,1', rotate: '90', strip: true }),
  edited('split', 'outline-links-tagged.pdf', { split: '1,2-3' }),
  edited('merge', 'form-filled-in-without-appearances.pdf'),
];
