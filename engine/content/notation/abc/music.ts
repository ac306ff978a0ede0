import type { Measure, Pitch } from './model.ts';
import type { NamedPitch, VoiceReader } from './voice.ts';

/* A line of music of ABC 2.1 (section 4), sign by sign. */

/** What a line of music may change beyond its voice. */
export interface LineContext {
  /** A field within the line, whose voice may be another one: that which goes on. */
  readonly field: (name: string, value: string) => VoiceReader;
  /** Letters that stand for decorations, those that the tune defines among them. */
  readonly symbols: ReadonlyMap<string, string>;
  readonly unknown: (sign: string) => void;
}

export const USUAL_SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['.', 'staccato'],
  ['~', 'roll'],
  ['H', 'fermata'],
  ['L', 'accent'],
  ['M', 'lowermordent'],
  ['O', 'coda'],
  ['P', 'uppermordent'],
  ['S', 'segno'],
  ['T', 'trill'],
  ['u', 'upbow'],
  ['v', 'downbow'],
]);

const PATTERNS = {
  space: /\s+/y,
  text: /"([^"]*)"/y,
  decoration: /!([^!\s|]{1,40})!|\+([a-z0-9.<>(){}]{1,40})\+/y,
  field: /\[([A-Za-z]):([^\]]*)\]/y,
  bar: /\.?(?::*\[?\|[|\]]*:*|::+|\|?\])/y,
  ending: /\s*\[("[^"]*"|\d[\d,.-]*)|(?<=[|:\]])(\d[\d,.-]*)/y,
  graceOpen: /\{(\/?)/y,
  graceClose: /\}/y,
  tuplet: /\((\d)(?::(\d?))?(?::(\d?\d?))?/y,
  slurOpen: /\.?\('?/y,
  slurClose: /\)/y,
  broken: /(>{1,3}|<{1,3})/y,
  note: /(\^\/?\^?|_\/?_?|=)?(?:\d\/?\d?)?([A-Ga-g])([',]*)(\d*)(\/*)(\d*)/y,
  chord: /\[(?=[^\]|:[]*\])/y,
  chordEnd: /\](\d*)(\/*)(\d*)/y,
  rest: /([zx])(\d*)(\/*)(\d*)/y,
  measures: /([ZX])(\d*)/y,
  spacer: /y\d*\.?\d*/y,
  tie: /\.?-/y,
  overlay: /&+/y,
  ignored: /[`\\$*;?@!]/y,
} as const;

/** Measures of one rest: longer ones are mistakes. */
const MOST_MEASURES = 1_000;
/** Digits of a length: what is longer is none. */
const MOST_DIGITS = 4;

/** Reads one line into the voice that it begins with, and returns the one that it ends with. */
export function readMusicLine(line: string, first: VoiceReader, context: LineContext): VoiceReader {
  let voice = first;
  let at = 0;
  let match: RegExpExecArray | null = null;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    match = pattern.exec(line);
    if (match) at += match[0].length;
    return match !== null;
  };
  const group = (index: number): string => match?.[index] ?? '';
  voice.isJoined = false;
  while (at < line.length) {
    if (take(PATTERNS.space)) voice.isJoined = false;
    else if (take(PATTERNS.text)) addText(voice, group(1));
    else if (take(PATTERNS.decoration)) voice.ornaments.decorations.push(group(1) || group(2));
    else if (take(PATTERNS.field)) voice = context.field(group(1), group(2));
    else if (take(PATTERNS.ending)) voice.openEnding((group(1) || group(2)).replaceAll('"', ''));
    else if (take(PATTERNS.bar)) readBar(voice, group(0));
    else if (take(PATTERNS.graceOpen)) voice.grace = group(1) === '/' ? 'slashed' : 'plain';
    else if (take(PATTERNS.graceClose)) voice.grace = undefined;
    else if (take(PATTERNS.tuplet)) voice.openTuplet(Number(group(1)), number(group(2)), number(group(3)));
    else if (take(PATTERNS.slurOpen)) voice.ornaments.slurs++;
    else if (take(PATTERNS.slurClose)) voice.closeSlur();
    else if (take(PATTERNS.broken)) breakRhythm(voice, group(1));
    else if (take(PATTERNS.note)) voice.add([pitchOf(match!, false)], lengthOf(group(4), group(5), group(6)));
    else if (take(PATTERNS.chord)) {
      at = readChord(line, at, voice, context);
    } else if (take(PATTERNS.rest))
      voice.add([], { ...lengthOf(group(2), group(3), group(4)), isHidden: group(1) === 'x' });
    else if (take(PATTERNS.measures))
      voice.restMeasures(Math.min(number(group(2)) ?? 1, MOST_MEASURES), group(1) === 'X');
    else if (take(PATTERNS.tie)) voice.tie();
    else if (take(PATTERNS.overlay)) voice.change({ kind: 'overlay' });
    else if (take(PATTERNS.spacer) || take(PATTERNS.ignored)) continue;
    else {
      const sign = String.fromCodePoint(line.codePointAt(at)!);
      const symbol = context.symbols.get(sign);
      if (symbol !== undefined) voice.ornaments.decorations.push(symbol);
      else context.unknown(sign);
      at += sign.length;
    }
  }
  return voice;
}

/** Notes within brackets, whose length is that of the first; what each is longer or shorter is not written. */
function readChord(line: string, start: number, voice: VoiceReader, context: LineContext): number {
  const pitches: NamedPitch[] = [];
  let own = { above: 1, below: 1 };
  let at = start;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match) at += match[0].length;
    return match;
  };
  while (at < line.length) {
    const end = take(PATTERNS.chordEnd);
    if (end) {
      const { above, below } = lengthOf(end[1]!, end[2]!, end[3]!);
      if (pitches.length > 0) voice.add(pitches, { above: above * own.above, below: below * own.below });
      return at;
    }
    const note = take(PATTERNS.note);
    if (note) {
      if (pitches.length === 0) own = lengthOf(note[4]!, note[5]!, note[6]!);
      const isTied = take(PATTERNS.tie) !== null;
      const pitch = pitchOf(note, isTied);
      if (!pitches.some(({ step, octave }) => step === pitch.step && octave === pitch.octave)) pitches.push(pitch);
      continue;
    }
    if (take(PATTERNS.decoration) || take(PATTERNS.text) || take(PATTERNS.space)) continue;
    const sign = String.fromCodePoint(line.codePointAt(at)!);
    if (!context.symbols.has(sign) && !'()'.includes(sign)) context.unknown(sign);
    at += sign.length;
  }
  return at;
}

function addText(voice: VoiceReader, text: string): void {
  if (/^[\^_<>@]/.test(text)) voice.ornaments.texts.push(text.replace(/^@[-\d.,]*/, '@'));
  else if (text.trim() !== '') voice.ornaments.chords.push(text.trim());
}

function readBar(voice: VoiceReader, sign: string): void {
  const lines = sign.replaceAll(/[:.]/g, '');
  const isDouble = /^::+$/.test(sign);
  const bar: Measure['bar'] =
    lines === '||' || lines === '|||'
      ? 'light-light'
      : lines === '|]' || lines === '||]' || lines === ']'
        ? 'light-heavy'
        : lines === '[|'
          ? 'heavy-light'
          : lines === '[|]'
            ? 'none'
            : sign.startsWith('.')
              ? 'dotted'
              : 'regular';
  voice.bar(bar, { opens: isDouble || sign.endsWith(':'), closes: isDouble || sign.startsWith(':') });
}

function breakRhythm(voice: VoiceReader, sign: string): void {
  const short = 2 ** -sign.length;
  if (sign.startsWith('>')) voice.breakRhythm(2 - short, short);
  else voice.breakRhythm(short, 2 - short);
}

const SEMITONES: Readonly<Record<string, number>> = { '^': 1, '^^': 2, '=': 0, _: -1, __: -2, '^/': 1, '_/': -1 };

function pitchOf(match: RegExpExecArray, isTied: boolean): NamedPitch {
  const [, sign, letter = 'C', marks = ''] = match;
  const octave = (letter >= 'a' ? 5 : 4) + marks.replaceAll(',', '').length - marks.replaceAll("'", '').length;
  const accidental = sign === undefined ? undefined : (SEMITONES[sign] ?? 0);
  return { step: letter.toUpperCase() as Pitch['step'], octave, accidental, isTied };
}

function lengthOf(above: string, slashes: string, below: string): { readonly above: number; readonly below: number } {
  const divisor = slashes === '' ? 1 : below === '' ? 2 ** slashes.length : (number(below) ?? 1);
  return { above: number(above) ?? 1, below: Math.min(divisor, 1024) };
}

/** A number of few digits that is not zero; undefined for none. */
function number(digits: string): number | undefined {
  const value = digits.length > 0 && digits.length <= MOST_DIGITS ? Number(digits) : 0;
  return value > 0 ? value : undefined;
}
