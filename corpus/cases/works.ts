import type { Case } from '../case.ts';

const SOURCES = [
  'heizer-dos-code-page.wps',
  'stoker-fonts-indents-version-4.wps',
  'stoker-note-colours-version-8.wps',
] as const;

export const cases: readonly Case[] = SOURCES.map((source) => ({
  codec: 'works',
  edge: 'text',
  from: 'wps',
  to: 'odt',
  source,
  comparator: 'document',
}));
