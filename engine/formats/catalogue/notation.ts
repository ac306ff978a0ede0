import type { FormatTable } from '../format.ts';

/** Music that is written as notes: drawn on pages, and played. */
const SCORE = ['text', 'structure', 'vector', 'look', 'audio', 'metadata'] as const;

export const notationFormats = {
  musicxml: {
    name: 'MusicXML',
    mime: ['application/vnd.recordare.musicxml+xml'],
    extensions: ['musicxml'],
    carries: SCORE,
    drawn: true,
    text: /^\s*</,
    isAlso: ['xml'],
    namedLike: 'xml',
  },
  mxl: {
    name: 'Compressed MusicXML',
    mime: ['application/vnd.recordare.musicxml'],
    extensions: ['mxl'],
    carries: SCORE,
    drawn: true,
    isAlso: ['zip'],
  },
  mei: {
    name: 'Music Encoding Initiative',
    mime: ['application/mei+xml'],
    extensions: ['mei'],
    carries: SCORE,
    drawn: true,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  abc: {
    name: 'ABC notation',
    mime: ['text/vnd.abc'],
    extensions: ['abc'],
    carries: SCORE,
    drawn: true,
    text: /^X:\s*\d/m,
  },
  krn: {
    name: 'Humdrum **kern',
    mime: ['text/x-humdrum'],
    extensions: ['krn', 'kern', 'hmd'],
    carries: SCORE,
    drawn: true,
    text: /^(!![^\n]*\n)*\*\*/,
  },
} as const satisfies FormatTable;
