import type { FormatTable } from '../format.ts';

export const subtitleFormats = {
  srt: {
    name: 'SubRip',
    mime: ['application/x-subrip', 'text/srt'],
    extensions: ['srt'],
    carries: ['subtitles', 'text'],
  },
  vtt: {
    name: 'WebVTT',
    mime: ['text/vtt'],
    extensions: ['vtt', 'webvtt'],
    carries: ['subtitles', 'text', 'metadata'],
  },
  ass: {
    name: 'Advanced SubStation Alpha',
    mime: ['text/x-ass'],
    extensions: ['ass'],
    carries: ['subtitles', 'text', 'look', 'metadata'],
  },
  ssa: {
    name: 'SubStation Alpha',
    mime: ['text/x-ssa'],
    extensions: ['ssa'],
    carries: ['subtitles', 'text', 'look', 'metadata'],
  },
  sbv: { name: 'YouTube subtitles', mime: ['text/x-sbv'], extensions: ['sbv'], carries: ['subtitles', 'text'] },
  lrc: {
    name: 'LRC lyrics',
    mime: ['text/x-lrc', 'application/x-lrc'],
    extensions: ['lrc'],
    carries: ['subtitles', 'text', 'metadata'],
  },
  ttml: {
    name: 'Timed Text Markup Language',
    mime: ['application/ttml+xml'],
    extensions: ['ttml', 'dfxp', 'tt'],
    carries: ['subtitles', 'text', 'look', 'metadata'],
  },
  sub: { name: 'MicroDVD', mime: ['text/x-microdvd'], extensions: ['sub'], carries: ['subtitles', 'text'] },
  scc: { name: 'Scenarist Closed Captions', mime: ['text/x-scc'], extensions: ['scc'], carries: ['subtitles', 'text'] },
  smi: {
    name: 'SAMI',
    mime: ['application/x-sami', 'application/smil'],
    extensions: ['smi', 'sami'],
    carries: ['subtitles', 'text'],
  },
  smil: {
    name: 'SMIL presentation',
    mime: ['application/smil+xml'],
    extensions: ['smil'],
    carries: ['subtitles', 'text'],
  },
} as const satisfies FormatTable;
