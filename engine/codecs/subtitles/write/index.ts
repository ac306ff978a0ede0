import type { OptionValues } from '../../../formats/options.ts';
import type { CueSheet } from '../../../content/cues/model.ts';
import type { Notes } from '../notes.ts';
import { writeLyrics } from './lyrics.ts';
import { writeMicroDvd } from './microdvd.ts';
import { writeSubRip } from './subrip.ts';
import { writeAdvancedSubStation, writeSubStation } from './substation.ts';
import { writeTimedText } from './timed-text.ts';
import { writeTranscript } from './transcript.ts';
import { writeWebVtt } from './webvtt.ts';
import { writeYouTube } from './youtube.ts';

export type WriteCues = (sheet: CueSheet, notes: Notes, options: OptionValues) => string;

export const WRITERS = {
  srt: writeSubRip,
  vtt: writeWebVtt,
  ass: writeAdvancedSubStation,
  ssa: writeSubStation,
  sbv: writeYouTube,
  lrc: writeLyrics,
  ttml: writeTimedText,
  sub: writeMicroDvd,
  txt: writeTranscript,
} as const satisfies Record<string, WriteCues>;

export type WrittenFormat = keyof typeof WRITERS;
