import type { Clef, Key, Meter, Tempo } from './model.ts';

/* Values of the fields of ABC 2.1 (section 3 and 4): keys, clefs, meters, lengths, tempos. */

const FIFTHS: Readonly<Record<string, number>> = { F: -1, C: 0, G: 1, D: 2, A: 3, E: 4, B: 5 };
const SHARPS = 'FCGDAEB';
/** Fifths of a mode below the major key on the same tonic. */
const MODES: readonly (readonly [string, string, number])[] = [
  ['maj', 'major', 0],
  ['ion', 'ionian', 0],
  ['mix', 'mixolydian', -1],
  ['dor', 'dorian', -2],
  ['min', 'minor', -3],
  ['aeo', 'aeolian', -3],
  ['phr', 'phrygian', -4],
  ['loc', 'locrian', -5],
  ['lyd', 'lydian', 1],
];
const ACCIDENTALS: Readonly<Record<string, number>> = { '^': 1, '^^': 2, '=': 0, _: -1, __: -2 };
const CLEFS: Readonly<Record<string, Clef>> = {
  treble: { sign: 'G', line: 2, octaves: 0 },
  bass: { sign: 'F', line: 4, octaves: 0 },
  bass3: { sign: 'F', line: 3, octaves: 0 },
  tenor: { sign: 'C', line: 4, octaves: 0 },
  alto: { sign: 'C', line: 3, octaves: 0 },
  alto2: { sign: 'C', line: 2, octaves: 0 },
  alto1: { sign: 'C', line: 1, octaves: 0 },
  soprano: { sign: 'C', line: 1, octaves: 0 },
  perc: { sign: 'percussion', line: 2, octaves: 0 },
  G: { sign: 'G', line: 2, octaves: 0 },
  F: { sign: 'F', line: 4, octaves: 0 },
  C: { sign: 'C', line: 3, octaves: 0 },
};

/** Semitones of an accidental of ABC, microtones among them rounded; undefined for none. */
export function semitonesOf(accidental: string): number | undefined {
  return ACCIDENTALS[accidental.replace(/\d*\/?\d*$/, '')];
}

/** Semitones by which a key alters a step. */
export function alterationOf({ fifths, others }: Key, step: string): number {
  const other = others.get(step);
  if (other !== undefined) return other;
  const place = SHARPS.indexOf(step);
  if (fifths > 0) return Math.floor((fifths - place + 6) / 7);
  return 0 - Math.floor((-fifths - (6 - place) + 6) / 7);
}

/** The key of a field K:, without the clef and other settings; undefined where there is none in it. */
export function parseKey(value: string): Key | undefined {
  const words = value.trim();
  if (/^(none\b|$)/i.test(words)) return { fifths: 0, mode: 'none', others: new Map() };
  // The scale of the Highland pipes: drawn without a signature (HP), or with that of D and a natural (Hp).
  if (/^HP\b/.test(words)) return { fifths: 0, mode: 'none', others: new Map(Object.entries({ F: 1, C: 1 })) };
  if (/^Hp\b/.test(words)) return { fifths: 2, mode: 'none', others: new Map() };
  const match = /^([A-G])([#b]?)\s*([A-Za-z]*)/.exec(words);
  if (!match) return undefined;
  const [all, tonic = '', sharp = '', word = ''] = match;
  const name = word.toLowerCase();
  const isMinor = name === 'm';
  const mode = isMinor ? MODES[4] : MODES.find(([start]) => name.startsWith(start));
  const fifths = FIFTHS[tonic]! + (sharp === '#' ? 7 : sharp === 'b' ? -7 : 0) + (mode?.[2] ?? 0);
  const others = new Map<string, number>();
  const rest = mode || name === 'exp' ? words.slice(all.length) : words.slice(all.length - word.length);
  for (const [, sign = '', step = ''] of rest.matchAll(/(?:^|[\s^_=])?(\^\^?|__?|=)([A-Ga-g])(?![a-z])/g))
    others.set(step.toUpperCase(), ACCIDENTALS[sign]!);
  return { fifths: name === 'exp' ? 0 : fifths, mode: mode?.[1] ?? 'major', others };
}

/** The clef of a field K: or V:; undefined where it names none. */
export function parseClef(value: string): Clef | undefined {
  const named =
    /\bclef\s*=\s*"?([\w]+)([+-][\d]+)?/.exec(value) ??
    /(?:^|\s)(treble|bass3?|tenor|alto[12]?|soprano|perc)([+-][\d]+)?(?=\s|$)/.exec(value);
  if (!named) return undefined;
  const [, name = '', shift = ''] = named;
  const base = CLEFS[name] ?? CLEFS[name.replace(/\d$/, '')];
  if (!base) return undefined;
  const line = CLEFS[name] ? base.line : Number(name.at(-1));
  return { ...base, line, octaves: /8/.test(shift) ? (shift.startsWith('-') ? -1 : 1) : 0 };
}

/** Octaves by which the notes of a voice are written too low. */
export function parseOctaves(value: string): number {
  const octave = /\boctave\s*=\s*(-?\d)/.exec(value);
  return octave ? Number(octave[1]) : 0;
}

/** A meter: undefined where time is free. Null for what is none. */
export function parseMeter(value: string): Meter | undefined | null {
  const words = value.trim();
  if (words === 'C') return { beats: '4', beatType: 4, symbol: 'common' };
  if (words === 'C|') return { beats: '2', beatType: 2, symbol: 'cut' };
  if (words === '' || /^none$/i.test(words)) return undefined;
  const match = /^\(?([\d+]+)\)?\s*\/\s*(\d+)/.exec(words);
  const beatType = Number(match?.[2]);
  if (!match || !isNoteValue(beatType)) return null;
  return { beats: match[1]!, beatType };
}

/** Whole notes of a measure. */
export function lengthOfMeasure({ beats, beatType }: Meter): number {
  return beats.split('+').reduce((sum, part) => sum + Number(part), 0) / beatType;
}

/** The length of notes without one of their own where no field says it (3.1.7). */
export function usualLength(meter: Meter | undefined): number {
  return meter && lengthOfMeasure(meter) < 0.75 ? 1 / 16 : 1 / 8;
}

export function parseLength(value: string): number | undefined {
  const match = /^\s*(\d+)\s*(?:\/\s*(\d+))?/.exec(value);
  const [above, below] = [Number(match?.[1]), Number(match?.[2] ?? 1)];
  return match && above > 0 && above <= 64 && isNoteValue(below) ? above / below : undefined;
}

function isNoteValue(number: number): boolean {
  return number >= 1 && number <= 512 && (number & (number - 1)) === 0;
}

/** A tempo: `"Allegro" 1/4=120`, `1/4 3/8=40`, and `120` of old, which counts notes of the unit length. */
export function parseTempo(value: string, unit: number): Tempo {
  const text = [...value.matchAll(/"([^"]*)"/g)]
    .map(([, inside]) => inside!)
    .join(' ')
    .trim();
  const rest = value.replaceAll(/"[^"]*"/g, ' ').trim();
  const match = /^(?:(C\d*|[\d/\s]+)\s*=\s*)?(\d+(?:\.\d+)?)/.exec(rest);
  const perMinute = Number(match?.[2]);
  const named = { ...(text !== '' && { text }) };
  if (!match || perMinute < 1 || perMinute > 2000) return named;
  const beats = match[1]?.startsWith('C')
    ? [Number(match[1].slice(1) || 1) * unit]
    : [...(match[1] ?? '').matchAll(/(\d+)\/(\d+)/g)].map(([, above, below]) => Number(above) / Number(below));
  const beat = beats.length > 0 ? beats.reduce((sum, each) => sum + each, 0) : unit;
  return { ...named, beat, perMinute };
}
