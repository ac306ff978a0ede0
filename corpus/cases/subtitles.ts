import type { Case } from '../case.ts';

const SOURCES = {
  srt: 'tags-positions-long-text.srt',
  vtt: 'voices-styles-settings.vtt',
  ass: 'styles-overrides-drawing.ass',
  ssa: 'legacy-alignment.ssa',
  sbv: 'two-lines.sbv',
  lrc: 'repeats-offset-word-times.lrc',
  ttml: 'regions-nested-spans.ttml',
  sub: 'rate-in-first-cue.sub',
  scc: 'pop-on-and-roll-up.scc',
  smi: 'two-languages.smi',
} as const satisfies Partial<Record<Case['from'], string>>;

type Source = keyof typeof SOURCES;

function cues(from: Source, to: Case['to'], options?: Case['options']): Case {
  const edge = to === 'txt' ? 'transcript' : 'cues';
  return {
    codec: 'subtitles',
    edge,
    from,
    source: SOURCES[from],
    to,
    ...(options && { options }),
    comparator: 'exact',
  };
}

/** Every format is read into SubRip or out of it, and those with styles into each other. */
export const cases: readonly Case[] = [
  cues('vtt', 'srt'),
  cues('ass', 'srt'),
  cues('ssa', 'srt'),
  cues('sbv', 'srt'),
  cues('lrc', 'srt'),
  cues('ttml', 'srt'),
  cues('sub', 'srt'),
  cues('scc', 'srt'),
  cues('smi', 'srt'),
  cues('srt', 'vtt'),
  cues('srt', 'ass'),
  cues('srt', 'ssa'),
  cues('srt', 'sbv'),
  cues('srt', 'lrc'),
  cues('srt', 'ttml'),
  cues('srt', 'sub', { fps: 23.976 }),
  cues('ass', 'ssa'),
  cues('ass', 'vtt'),
  cues('ass', 'ttml'),
  cues('ttml', 'ass'),
  cues('vtt', 'ass'),
  cues('vtt', 'ttml'),
  cues('scc', 'vtt'),
  cues('smi', 'vtt'),
  cues('srt', 'txt'),
  cues('vtt', 'txt'),
  cues('ass', 'txt'),
  cues('ssa', 'txt'),
  cues('sbv', 'txt'),
  cues('lrc', 'txt'),
  cues('ttml', 'txt'),
  cues('sub', 'txt'),
  cues('scc', 'txt'),
  cues('smi', 'txt'),
];
