import { orderedCues, tidyLines } from '../model.ts';
import { CLOCK } from '../times.ts';
import type { ReadCues } from '../read.ts';
import { readMarkup } from '../markup.ts';
import { blocksByTimeLine } from '../time-lines.ts';

const TIME_LINE = new RegExp(String.raw`^\s*${CLOCK}\s*-{1,2}>\s*${CLOCK}`);

export const readSubRip: ReadCues = (source, notes) => {
  const cues = blocksByTimeLine(source, TIME_LINE).map(({ startMs, endMs, lines }, index, { length }) => {
    const shown = index < length - 1 ? withoutNumber(lines) : lines;
    const marked = readMarkup(shown.join('\n'), notes, { overrides: true });
    return { startMs, endMs, lines: tidyLines(marked.lines), ...(marked.place && { place: marked.place }) };
  });
  return { cues: orderedCues(cues), styles: [], metadata: {} };
};

/** The last line before a line of times is the next cue's number. */
function withoutNumber(lines: readonly string[]): readonly string[] {
  return /^\s*\d+\s*$/.test(lines.at(-1) ?? '') ? lines.slice(0, -1) : lines;
}
