import type { Case } from '../case.ts';

const SOURCES = ['report-notes-merged-cells-repeated-picture.docx', 'formula-textbox-hidden-ruby.docx'];

export const cases: readonly Case[] = SOURCES.flatMap((source): Case[] => [
  { codec: 'mammoth', edge: 'html', from: 'docx', to: 'html', source, comparator: 'document' },
  { codec: 'mammoth', edge: 'markdown', from: 'docx', to: 'md', source, comparator: 'document' },
  { codec: 'mammoth', edge: 'text', from: 'docx', to: 'txt', source, comparator: 'document' },
]);
