import type { OptionValues } from '../../formats/options.ts';
import type { CueSheet } from './model.ts';
import type { Notes } from './notes.ts';
import { writeLyrics } from './lyrics/writer.ts';
import { writeMicroDvd } from './microdvd/writer.ts';
import { writeSubRip } from './subrip/writer.ts';
import { writeAdvancedSubStation, writeSubStation } from './substation/writer.ts';
import { writeTimedText } from './timed-text/writer.ts';
import { writeTranscript } from './plain/transcript.ts';
import { writeWebVtt } from './webvtt/writer.ts';
import { writeYouTube } from './youtube/writer.ts';

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
