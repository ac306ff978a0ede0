import { writeClock, type ClockStyle } from '../times.ts';
import type { WriteCues } from '../write.ts';
import { plainLines } from '../plain/plain.ts';

const CLOCK: ClockStyle = { hours: 'none', separator: '.', digits: 2 };
const TAGS = { ti: 'title', ar: 'artist', al: 'album', by: 'author', la: 'language' } as const;
/** Silence that is too short to be told by an empty line. */
const SHORTEST_GAP_MS = 10;

/** One line a cue; where silence follows, an empty line says when the text ends. */
export const writeLyrics: WriteCues = (sheet, notes) => {
  const tags = Object.entries(TAGS).flatMap(([tag, name]) => {
    const value = sheet.metadata[name];
    return value === undefined ? [] : [`[${tag}:${value.replaceAll(/\s+/g, ' ')}]`];
  });
  const lines = sheet.cues.flatMap((cue, index) => {
    const text = plainLines(sheet, cue, notes).join(' ');
    const next = sheet.cues[index + 1]?.startMs ?? Infinity;
    const end = next - cue.endMs > SHORTEST_GAP_MS ? [`[${writeClock(cue.endMs, CLOCK)}]`] : [];
    return [`[${writeClock(cue.startMs, CLOCK)}]${text}`, ...end];
  });
  return `${[...tags, ...lines].join('\n')}\n`;
};
