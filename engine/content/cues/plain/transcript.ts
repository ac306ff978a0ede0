import { withoutStyle } from '../model.ts';
import type { WriteCues } from '../write.ts';
import { plainLines } from './plain.ts';

/** Milliseconds of silence that make a paragraph. */
const PARAGRAPH_GAP_MS = 3000;

/** What is said, without its times: a line for each cue, an empty one where there is a pause. */
export const writeTranscript: WriteCues = (sheet, notes) => {
  const lines = sheet.cues.flatMap((cue, index) => {
    const { place: _place, ...said } = withoutStyle(sheet, cue);
    const text = plainLines(sheet, said, notes).join(' ');
    const before = sheet.cues[index - 1];
    return before && cue.startMs - before.endMs >= PARAGRAPH_GAP_MS ? ['', text] : [text];
  });
  return `${lines.join('\n')}\n`;
};
