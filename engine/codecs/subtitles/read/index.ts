import type { OptionValues } from '../../../formats/options.ts';
import type { CueSheet } from '../../../content/cues/model.ts';
import type { Notes } from '../notes.ts';
import { readSubStation } from './substation.ts';
import { readLyrics } from './lyrics.ts';
import { readMicroDvd } from './microdvd.ts';
import { readSami } from './sami.ts';
import { readScenarist } from './scenarist.ts';
import { readSubRip } from './subrip.ts';
import { readTimedText } from './timed-text.ts';
import { readWebVtt } from './webvtt.ts';
import { readYouTube } from './youtube.ts';

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
