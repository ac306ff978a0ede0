import type { OptionValues } from '../../formats/options.ts';
import type { CueSheet } from './model.ts';
import type { Notes } from './notes.ts';
import { readSubStation } from './substation/reader.ts';
import { readLyrics } from './lyrics/reader.ts';
import { readMicroDvd } from './microdvd/reader.ts';
import { readSami } from './sami/reader.ts';
import { readScenarist } from './scenarist/reader.ts';
import { readSubRip } from './subrip/reader.ts';
import { readTimedText } from './timed-text/reader.ts';
import { readWebVtt } from './webvtt/reader.ts';
import { readYouTube } from './youtube/reader.ts';

/** Throws `input_corrupt` when the text is not of the format. */
export type ReadCues = (source: string, notes: Notes, options: OptionValues) => CueSheet;

export const READERS = {
  srt: readSubRip,
  vtt: readWebVtt,
  ass: readSubStation,
  ssa: readSubStation,
  sbv: readYouTube,
  lrc: readLyrics,
  ttml: readTimedText,
  sub: readMicroDvd,
  scc: readScenarist,
  smi: readSami,
} as const satisfies Record<string, ReadCues>;

export type ReadFormat = keyof typeof READERS;
