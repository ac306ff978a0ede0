import { ConversionError } from '../../contract/errors.ts';
import { MusicCounter, type WrittenMusic } from './model.ts';

/* Humdrum with spines of music in **kern (humdrum.org, "The **kern Representation for Western Musical Notation"). */

/** Spines side by side: an orchestra has about forty, each with lyrics and dynamics. */
const MOST_SPINES = 400;
const LYRICS = /^\*\*(?:text|silbe|lyrics)/;
const SEMITONES: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };

interface Spine {
  readonly kind: string;
  readonly staff: number;
}

/** What is in a score in Humdrum. */
export interface KernMusic {
  readonly music: WrittenMusic;
  /**
   * Semitones by which notes are altered that are: by their place, as Verovio names it (`L22F1`, and `S2` in a chord; lines,
   * columns and notes from 1).
   */
  readonly alterations: ReadonlyMap<string, number>;
  /** Syllables under rests, which are not drawn. */
  readonly unsung: number;
}

/** Reads a score in Humdrum. Throws `input_corrupt` where its lines have other columns than its spines. */
export function readKern(text: string): KernMusic {
  const counter = new MusicCounter();
  const alterations = new Map<string, number>();
  let spines: Spine[] = [];
  let staves = 0;
  let unsung = 0;
  let isOver = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.startsWith('!!!OTL') && counter.title === '') counter.title = line.replace(/^[^:]*:/, '');
    if (line === '' || line.startsWith('!') || isOver) continue;
    const tokens = line.split('\t');
    if (spines.length === 0) {
      if (!tokens.every((token) => token.startsWith('**'))) throw corrupt(index + 1, 0, tokens.length);
      spines = tokens.map((kind) => ({ kind, staff: kind === '**kern' ? ++staves : 0 }));
      continue;
    }
    if (tokens.length !== spines.length) throw corrupt(index + 1, spines.length, tokens.length);
    if (line.startsWith('*')) {
      spines = manipulated(spines, tokens);
      if (spines.length > MOST_SPINES) throw corrupt(index + 1, MOST_SPINES, spines.length);
      isOver = spines.length === 0;
    } else if (line.startsWith('=')) {
      // The last double bar line begins no measure.
      if (!tokens[0]!.startsWith('==')) counter.measures++;
    } else {
      let isSung = false;
      for (const [at, token] of tokens.entries()) {
        const { kind } = spines[at]!;
        if (kind === '**kern') {
          isSung = /[a-gA-G]/.test(token) && !token.includes('r');
          for (const [note, alter] of countNotes(counter, token))
            alterations.set(`L${index + 1}F${at + 1}${note}`, alter);
        } else if (LYRICS.test(kind) && token !== '.') {
          if (isSung) counter.lyric(token.replace(/^-|-$/g, ''));
          else unsung++;
        }
      }
    }
  }
  counter.staves = staves;
  counter.measures = Math.max(counter.measures, counter.notes > 0 ? 1 : 0);
  return { music: counter.finish(), alterations, unsung };
}

/** Repeated notes as they are written: the library would draw them as the one note of a tremolo. */
export function withoutTremolos(text: string): string {
  return text.replaceAll(/(^|\t)\*X?tremolo(?=\t|\r?$)/gm, '$1*');
}

const GESTURES: Readonly<Record<number, string>> = { [-2]: 'ff', [-1]: 'f', 1: 's', 2: 'ss' };

/**
 * A score in MEI that Verovio made of Humdrum, whose notes say how they sound: it leaves out what the key signature and
 * notes before do to them, and would play them without.
 */
export function withGestures(mei: string, alterations: ReadonlyMap<string, number>): string {
  return mei.replaceAll(/<note xml:id="note-(L\d+F\d+(?:S\d+)?)"(?![^>]* accid=)/g, (tag, place: string) => {
    const gesture = GESTURES[alterations.get(place) ?? 0];
    return gesture === undefined ? tag : `${tag} accid.ges="${gesture}"`;
  });
}

/** Counts the notes of a token; those that are altered, with what stands behind their place. */
function countNotes(counter: MusicCounter, token: string): (readonly [string, number])[] {
  const altered: (readonly [string, number])[] = [];
  const notes = token.split(' ');
  for (const [index, each] of notes.entries()) {
    const letters = /([a-gA-G])\1*/.exec(each)?.[0];
    if (letters === undefined || /r/.test(each)) continue;
    const alter = alterationOf(each);
    const pitch = naturalOf(letters) + alter;
    counter.note({ isProlonged: /[_\]]/.test(each), ...(!/[qQ]/.test(each) && { pitch }) });
    if (alter !== 0) altered.push([notes.length > 1 ? `S${index + 1}` : '', alter]);
  }
  return altered;
}

function alterationOf(token: string): number {
  return (token.match(/#/g)?.length ?? 0) - (/[a-gA-G](-+)/.exec(token)?.[1]!.length ?? 0);
}

/** `c` is middle C, `cc` the C above it, `CC` that two octaves below. */
function naturalOf(letters: string): number {
  const octave = letters >= 'a' ? 3 + letters.length : 4 - letters.length;
  return 12 * (octave + 1) + SEMITONES[letters[0]!.toLowerCase()]!;
}

/** Spines after a line that splits, joins, exchanges, ends or adds some (Humdrum, spine paths). */
function manipulated(spines: readonly Spine[], tokens: readonly string[]): Spine[] {
  const next: Spine[] = [];
  let at = 0;
  while (at < tokens.length) {
    const [spine, token] = [spines[at]!, tokens[at]!];
    if (token === '*^') next.push(spine, spine);
    else if (token === '*v') {
      let end = at;
      while (tokens[end + 1] === '*v' && spines[end + 1]!.staff === spine.staff && spines[end + 1]!.kind === spine.kind)
        end++;
      next.push(spine);
      at = end;
    } else if (token === '*x' && tokens[at + 1] === '*x') {
      next.push(spines[at + 1]!, spine);
      at++;
    } else if (token === '*+') next.push(spine, { kind: '', staff: 0 });
    else if (token.startsWith('**')) next.push({ ...spine, kind: token });
    else if (token !== '*-') next.push(spine);
    at++;
  }
  return next;
}

function corrupt(line: number, expected: number, found: number): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: `The score in Humdrum cannot be read: line ${line} has ${found} columns, where ${expected} are expected. Correct it.`,
    details: { line, expected, found },
  });
}
