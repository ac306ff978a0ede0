import type { FormatTable } from '../format.ts';

export const archiveFormats = {
  zip: {
    name: 'ZIP archive',
    mime: ['application/zip'],
    extensions: ['zip'],
    carries: ['entries', 'metadata'],
    many: 'entries',
  },
} as const satisfies FormatTable;
