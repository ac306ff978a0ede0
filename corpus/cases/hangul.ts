import type { Case } from '../case.ts';

const SOURCES = [
  ['hwp', 'heading-table-note.hwp'],
  ['hwpx', 'heading-table-note.hwpx'],
] as const;

/** The same document in records and in XML. */
export const cases: readonly Case[] = SOURCES.map(([from, source]) => ({
  codec: 'hangul',
  edge: 'text',
  ...{ from, source },
  to: 'odt',
  comparator: 'document',
}));

export const origins = Object.fromEntries(
  SOURCES.map(([format, source]) => [`sources/${format}/${source}`, 'ours: `corpus/make/hangul.ts`']),
);
