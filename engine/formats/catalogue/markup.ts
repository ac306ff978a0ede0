import type { FormatTable } from '../format.ts';

export const markupFormats = {
  html: {
    name: 'HTML',
    mime: ['text/html', 'application/xhtml+xml'],
    extensions: ['html', 'htm', 'xhtml'],
    carries: ['text', 'structure', 'look', 'vector', 'figures', 'metadata'],
  },
  md: {
    name: 'Markdown',
    mime: ['text/markdown'],
    extensions: ['md', 'markdown', 'mkd'],
    carries: ['text', 'structure', 'figures', 'metadata'],
  },
  txt: {
    name: 'Plain text',
    mime: ['text/plain'],
    extensions: ['txt', 'text'],
    carries: ['text'],
  },
} as const satisfies FormatTable;
