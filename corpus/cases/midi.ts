import type { Case } from '../case.ts';

/** At a low rate, which makes small files. */
function played(source: string): Case {
  const options = { sampleRate: 8000 };
  return { codec: 'spessasynth', edge: 'play', from: 'mid', source, to: 'wav', comparator: 'audio', options };
}

export const cases: readonly Case[] = [
  played('duet-two-tempos.mid'),
  played('song-syllables.kar'),
  ...(['duet-two-tempos.mid', 'song-syllables.kar', 'duet-in-riff.rmi'] as const).map((source): Case => ({
    codec: 'data',
    edge: 'rows-to-csv',
    from: 'mid',
    source,
    to: 'csv',
    comparator: 'exact',
  })),
  ...(['lrc', 'srt', 'vtt', 'ass', 'ssa', 'sbv', 'ttml'] as const).map((to): Case => ({
    codec: 'midi',
    edge: 'lyrics',
    from: 'mid',
    source: 'song-syllables.kar',
    to,
    comparator: 'exact',
  })),
  { codec: 'data', edge: 'rows', from: 'mid', source: 'duet-two-tempos.mid', to: 'json', comparator: 'exact' },
];

const MADE = 'ours: `corpus/make/scores.ts`';

export const origins = {
  'sources/mid/duet-two-tempos.mid': MADE,
  'sources/mid/song-syllables.kar': MADE,
  'sources/mid/duet-in-riff.rmi': MADE,
};
