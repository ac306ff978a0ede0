import { writeClock, type ClockStyle } from '../times.ts';
import type { WriteCues } from '../write.ts';
import { plainLines } from '../plain/plain.ts';

const CLOCK: ClockStyle = { hours: 1, separator: '.', digits: 3 };

export const writeYouTube: WriteCues = (sheet, notes) =>
  sheet.cues
    .map((cue) => {
      const lines = plainLines(sheet, cue, notes);
      return `${writeClock(cue.startMs, CLOCK)},${writeClock(cue.endMs, CLOCK)}\n${lines.join('\n')}\n`;
    })
    .join('\n');
