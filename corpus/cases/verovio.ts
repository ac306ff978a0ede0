import type { Case } from '../case.ts';

const SOURCES = [
  ['musicxml', 'two-staves-lyrics-tie.musicxml'],
  ['mxl', 'two-staves-lyrics-tie.mxl'],
  ['mei', 'two-bars-chord-flats.mei'],
  ['abc', 'repeats-chords-two-tunes.abc'],
  ['krn', 'split-spine-lyrics-flats.krn'],
] as const;

const ONE_TUNE = 'endings-triplet-lyrics.abc';
const encoded = { codec: 'verovio', edge: 'encode', to: 'mei', comparator: 'exact' } as const;

export const cases: readonly Case[] = [
  ...SOURCES.flatMap(([from, source]): readonly Case[] => [
    { codec: 'verovio', edge: 'engrave', from, source, to: 'svg', comparator: 'image' },
    { codec: 'verovio', edge: 'events', from, source, to: 'mid', comparator: 'exact' },
  ]),
  { ...encoded, from: 'musicxml', source: 'two-staves-lyrics-tie.musicxml' },
  { ...encoded, from: 'mxl', source: 'two-staves-lyrics-tie.mxl' },
  { ...encoded, from: 'abc', source: 'repeats-chords-two-tunes.abc' },
  { ...encoded, from: 'krn', source: 'split-spine-lyrics-flats.krn' },
  { ...encoded, edge: 'score', from: 'abc', source: ONE_TUNE, to: 'musicxml' },
];

export const origins = Object.fromEntries(
  [...SOURCES, ['abc', ONE_TUNE] as const].map(([format, source]) => [
    `sources/${format}/${source}`,
    'ours: `corpus/make/notation.ts`',
  ]),
);
