import type { FormatTable } from '../format.ts';

/** A list of entries. */
const LIST = ['records'] as const;

/** What is to be played, one after the other. */
export const playlistFormats = {
  m3u: {
    name: 'M3U playlist',
    mime: ['audio/x-mpegurl'],
    extensions: ['m3u', 'm3u8'],
    carries: LIST,
    text: 'any',
  },
  pls: {
    name: 'PLS playlist',
    mime: ['audio/x-scpls'],
    extensions: ['pls'],
    carries: LIST,
    text: /^\s*\[playlist\]/i,
  },
  xspf: {
    name: 'XSPF playlist',
    mime: ['application/xspf+xml'],
    extensions: ['xspf'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  jspf: {
    name: 'JSPF playlist',
    mime: ['application/jspf+json'],
    extensions: ['jspf'],
    carries: LIST,
    text: /^\s*\{/,
    isAlso: ['json', 'yaml', 'json5'],
  },
  wpl: {
    name: 'Windows Media playlist',
    mime: ['application/vnd.ms-wpl'],
    extensions: ['wpl', 'zpl'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  asx: {
    name: 'Windows Media metafile',
    mime: ['video/x-ms-asx'],
    extensions: ['asx', 'wax', 'wvx'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  cue: {
    name: 'Cue sheet',
    mime: ['application/x-cue'],
    extensions: ['cue'],
    carries: LIST,
    text: /^\s*(REM|FILE|TITLE|PERFORMER|CATALOG|TRACK)\b/m,
  },
} as const satisfies FormatTable;
