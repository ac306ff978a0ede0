import type { Case } from '../case.ts';

const FORMATS = ['mod', 's3m', 'xm', 'it'] as const;

/** At a low rate, which makes small files. */
export const cases: readonly Case[] = FORMATS.map((from) => ({
  codec: 'openmpt',
  edge: 'play',
  from,
  source: `four-notes.${from}`,
  to: 'wav',
  comparator: 'audio',
  options: { sampleRate: 8000 },
}));

export const origins = Object.fromEntries(
  FORMATS.map((format) => [`sources/${format}/four-notes.${format}`, 'ours: `corpus/make/modules.ts`']),
);
