import type { Sounding } from './model.ts';

/** A note of a line of music, and in which of its measures it stands. */
export interface SungNote {
  readonly event: Sounding;
  readonly measure: number;
}

const TOKEN = /\\-|[^\s\-_*|~]|[-_*|~]|\s+/g;

/** Writes the syllables of a line `w:` under the notes of the line above it (ABC 2.1, section 5). */
export function alignLyrics(line: string, notes: readonly SungNote[], verse: number): void {
  let at = 0;
  let text = '';
  let isWithin = false;
  const put = (isContinued: boolean): void => {
    const note = notes[at++];
    if (note) {
      const position = isWithin ? (isContinued ? 'middle' : 'end') : isContinued ? 'begin' : 'single';
      note.event.syllables.push({ text, verse, position, isExtended: false });
    }
    isWithin = isContinued;
    text = '';
  };
  for (const [token] of line.trim().matchAll(TOKEN)) {
    if (token === '-') {
      // One that follows another holds the syllable over one more note.
      if (text === '') at++;
      else put(true);
    } else if (/^[\s_*|]/.test(token)) {
      if (text !== '') put(false);
      if (token === '_') extend(notes[at - 1], notes[at++], verse);
      if (token === '*') at++;
      if (token === '|') at = nextMeasure(notes, at);
    } else text += token === '~' ? ' ' : token === '\\-' ? '-' : token;
  }
  if (text !== '') put(false);
}

function extend(before: SungNote | undefined, note: SungNote | undefined, verse: number): void {
  const syllables = before?.event.syllables ?? [];
  const last = syllables.findIndex((syllable) => syllable.verse === verse);
  if (note && last >= 0) syllables[last] = { ...syllables[last]!, isExtended: true };
}

function nextMeasure(notes: readonly SungNote[], at: number): number {
  const measure = notes[at - 1]?.measure ?? notes[0]?.measure ?? 0;
  const next = notes.findIndex((note) => note.measure > measure);
  return next < 0 ? notes.length : Math.max(at, next);
}
