import type { Case } from '../case.ts';

function pages(edge: string, from: Case['from'], source: string, options?: Case['options']): Case {
  return { codec: 'typst', edge, from, to: 'pdf', source, ...(options && { options }), comparator: 'document' };
}

export const cases: readonly Case[] = [
  pages('typeset', 'typst', 'paper-formulas-table-footnote.typ'),
  pages('page', 'html', 'invoice-style-sheet-columns-spans.html'),
  pages('page', 'html', 'wide-table-long-words-nested-lists.html', { pageSize: 'letter', landscape: true }),
  pages('markdown', 'md', 'report-table-code-footnote-formula-picture.md'),
  pages('markdown', 'md', 'report-table-code-footnote-formula-picture.md', {
    pageSize: 'a5',
    margin: 12,
    fontSize: 9,
    toc: true,
  }),
  pages('plain', 'txt', 'letter-with-tabs-and-long-lines.txt'),
  pages('drawing', 'svg', 'gradients-clip-mask-filter.svg'),
  pages('drawing', 'svg', 'text-five-scripts-styles.svg'),
  pages('drawing', 'svg', 'use-nested-percent-style-sheet.svg', { pageSize: 'a5', margin: 10 }),
  pages('drawing', 'svg', 'picture-inside-and-outside.svg'),
  pages('drawing', 'svgz', 'gradients-clip-mask-filter.svgz'),
];
