import { STYLE_FLAGS, withoutStyle, type CueLine } from '../model.ts';
import { bgrOf } from '../colours.ts';
import { SECOND_MS } from '../times.ts';
import type { WriteCues } from '../write.ts';
import { isColoured, withSpeaker } from '../plain/plain.ts';

/** The rate that is written, in the first cue as well, when nobody asks for another. */
const DEFAULT_FPS = 25;
const CODE_OF_STYLE = { bold: 'b', italic: 'i', underline: 'u', strike: 's' } as const;

export const writeMicroDvd: WriteCues = (sheet, notes, { fps = DEFAULT_FPS }) => {
  const frame = (ms: number): number => Math.round((ms * fps) / SECOND_MS);
  const cues = sheet.cues.map((styled) => {
    const cue = withSpeaker(withoutStyle(sheet, styled), notes);
    const isTop = cue.place?.vertical === 'top';
    if (cue.place && (cue.place.at || cue.place.horizontal !== 'centre' || cue.place.vertical === 'middle'))
      notes.drop('position');
    const start = frame(cue.startMs);
    const lines = cue.lines
      .filter((runs) => runs.length > 0)
      .map(writeLine)
      .join('|');
    return `{${start}}{${Math.max(start + 1, frame(cue.endMs))}}${isTop ? '{P:1}' : ''}${lines}`;
  });
  return `${[`{1}{1}${Number(fps.toFixed(3))}`, ...cues].join('\n')}\n`;
};

/** Codes hold for a whole line: it gets what all of its text has. */
function writeLine(runs: CueLine): string {
  const letters = STYLE_FLAGS.filter((runStyle) => runs.every((run) => run[runStyle])).map(
    (runStyle) => CODE_OF_STYLE[runStyle],
  );
  const [first] = runs;
  const colour =
    first && isColoured(first.colour) && runs.every((run) => run.colour === first.colour) ? first.colour : undefined;
  const codes = `${letters.length > 0 ? `{y:${letters.join(',')}}` : ''}${colour ? `{c:$${bgrOf(colour)}}` : ''}`;
  return `${codes}${runs
    .map(({ text }) => text)
    .join('')
    .replaceAll('|', '¦')}`;
}
