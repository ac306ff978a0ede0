import { STYLE_FLAGS, textOfCue, withoutStyle, type Cue, type CueSheet } from '../model.ts';
import type { Notes } from '../notes.ts';

/** The lines of every cue for formats that hold nothing but text; what else there was is noted. */
export function plainLines(sheet: CueSheet, cue: Cue, notes: Notes): string[] {
  const plain = withoutStyle(sheet, cue);
  if (plain.lines.some((runs) => runs.some((run) => STYLE_FLAGS.some((name) => run[name]) || isColoured(run.colour))))
    notes.drop('runStyle');
  notePlace(plain, notes);
  return textOfCue(withSpeaker(plain, notes))
    .split('\n')
    .filter((line) => line !== '');
}

export function isColoured(colour: string | undefined): colour is string {
  return colour !== undefined && colour !== '#ffffff';
}

/** Notes a place that the target cannot say. */
function notePlace({ place }: Cue, notes: Notes): void {
  if (place && (place.vertical !== 'bottom' || place.horizontal !== 'centre' || place.at)) notes.drop('position');
}

/** The cue with its speaker's name before its text, as scripts have it. */
export function withSpeaker(cue: Cue, notes: Notes): Cue {
  if (cue.speaker === undefined) return cue;
  notes.drop('speakers');
  const [first = [], ...others] = cue.lines;
  return { ...cue, lines: [[{ text: `${cue.speaker}: ` }, ...first], ...others] };
}
