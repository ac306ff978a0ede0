import type { FormatTable } from '../format.ts';

export const documentFormats = {
  pdf: {
    name: 'Portable Document Format',
    mime: ['application/pdf'],
    extensions: ['pdf'],
    carries: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
    many: 'pages',
  },
  docx: {
    name: 'Word document',
    mime: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    extensions: ['docx'],
    carries: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
  },
} as const satisfies FormatTable;
