import type { Cue, CueSheet } from '../cues/model.ts';
import type { Score, ScoreEvent } from './model.ts';

/** Marks of karaoke programs: a line begins, or a paragraph; what begins with @ is about the file. */
const LINE_BEGINS = /^[/\\]/;
const ABOUT = '@';
/** How lyrics end a line (Standard MIDI Files, RP-026). */
const LINE_ENDS = /[\r\n]+$/;
/** Seconds without a syllable after which a line has ended, where nothing marks lines; and those that the last is shown. */
const PAUSE = 2;

/** What is sung, line by line: of the events for lyrics, or of the texts of a karaoke program. */
export function lyricsOf(score: Score): CueSheet {
  const lines = linesOf(syllablesOf(score));
  const cues = lines.flatMap(({ start, end, text }, index): Cue[] => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (words === '') return [];
    const next = lines[index + 1]?.start ?? Infinity;
    const endMs = Math.max(start + 0.001, Math.min(next, end + PAUSE)) * 1000;
    return [{ startMs: Math.round(start * 1000), endMs: Math.round(endMs), lines: [[{ text: words }]] }];
  });
  const { title } = score;
  return { cues, styles: [], metadata: { ...(title && { title }) } };
}

function syllablesOf({ events }: Score): readonly ScoreEvent[] {
  const lyrics = events.filter(({ kind }) => kind === 'lyrics');
  if (lyrics.length > 0) return lyrics;
  const texts = events.filter(({ kind }) => kind === 'text');
  const isKaraoke = texts.some(({ text = '' }) => text.startsWith(`${ABOUT}K`));
  return isKaraoke ? texts.filter(({ text = '' }) => !text.startsWith(ABOUT)) : [];
}

interface Line {
  readonly start: number;
  /** When its last syllable begins. */
  readonly end: number;
  readonly text: string;
}

function linesOf(syllables: readonly ScoreEvent[]): readonly Line[] {
  const isMarked = syllables.some(({ text = '' }) => LINE_BEGINS.test(text) || LINE_ENDS.test(text));
  const lines: Line[] = [];
  let isOpen = false;
  for (const { seconds, text = '' } of syllables) {
    const last = lines.at(-1);
    const isNext = LINE_BEGINS.test(text) || (!isMarked && last !== undefined && seconds - last.end > PAUSE);
    const syllable = text.replace(LINE_BEGINS, '').replace(LINE_ENDS, '');
    if (last && isOpen && !isNext) lines.splice(-1, 1, { ...last, end: seconds, text: last.text + syllable });
    else lines.push({ start: seconds, end: seconds, text: syllable });
    isOpen = !LINE_ENDS.test(text);
  }
  return lines;
}
