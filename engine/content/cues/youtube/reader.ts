import { orderedCues, tidyLines } from '../model.ts';
import { CLOCK } from '../times.ts';
import type { ReadCues } from '../read.ts';
import { blocksByTimeLine } from '../time-lines.ts';

const TIME_LINE = new RegExp(String.raw`^\s*${CLOCK}\s*,\s*${CLOCK}\s*$`);

/** The captions of YouTube: a line of two times, lines of plain text, an empty line. */
export const readYouTube: ReadCues = (source) => {
  const cues = blocksByTimeLine(source, TIME_LINE).map(({ startMs, endMs, lines }) => ({
    startMs,
    endMs,
    lines: tidyLines(lines.flatMap((line) => line.split('[br]')).map((text) => [{ text }])),
  }));
  return { cues: orderedCues(cues), styles: [], metadata: {} };
};
