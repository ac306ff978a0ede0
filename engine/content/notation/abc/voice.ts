import { alterationOf, lengthOfMeasure, usualLength } from './fields.ts';
import { asTuplet, isSimple, splitSounding } from './lengths.ts';
import type { SungNote } from './lyrics.ts';
import type { Change, Clef, Key, Measure, Meter, Pitch, Sounding, Voice } from './model.ts';

/** What fields say of all voices, until one has a field of its own. */
export interface Settings {
  readonly key: Key;
  readonly meter: Meter | undefined;
  /** Whole notes of a note without a length; undefined where the meter says it. */
  readonly unit: number | undefined;
}

/** A pitch as a token says it: without key and measure. */
export interface NamedPitch {
  readonly step: Pitch['step'];
  readonly octave: number;
  readonly accidental: number | undefined;
  readonly isTied: boolean;
}

/** What stands before a note. */
export class Ornaments {
  decorations: string[] = [];
  chords: string[] = [];
  texts: string[] = [];
  slurs = 0;
}

interface OpenTuplet {
  readonly actual: number;
  readonly normal: number;
  readonly notes: number;
  left: number;
}

/** Lengths of grace notes, which say nothing of their own. */
const GRACE_LENGTH = 1 / 16;

/** Measures that are as many times as long as their meter says have no bar lines on purpose. */
const MOST_OF_MEASURE = 3;

/** One voice as it is read: what is written in it, and what that means for the next note. */
export class VoiceReader {
  readonly voice: Voice;
  /** Notes of the line that is read, to which lyrics below it belong. */
  line: SungNote[] = [];
  verse = 0;
  ornaments = new Ornaments();
  grace: 'plain' | 'slashed' | undefined;
  /** Octaves by which it is written too low. */
  octaves = 0;
  isJoined = false;
  #settings: Settings;
  #measure: Measure;
  readonly #accidentals = new Map<string, number>();
  #tied: readonly Pitch[] = [];
  #tuplet: OpenTuplet | undefined;
  #last: Sounding | undefined;
  /** Factor of the next note's length, which the sign before it gave. */
  #factor = 1;
  #isInEnding = false;

  constructor(id: string, settings: Settings, clef: Clef | undefined) {
    this.voice = { id, name: '', measures: [] };
    this.#settings = settings;
    this.#measure = this.#begin();
    this.change({ kind: 'key', key: settings.key });
    if (settings.meter) this.change({ kind: 'meter', meter: settings.meter });
    if (clef) this.change({ kind: 'clef', clef });
  }

  get unit(): number {
    return this.#settings.unit ?? usualLength(this.#settings.meter);
  }

  get measures(): number {
    return this.voice.measures.length;
  }

  setUnit(unit: number): void {
    this.#settings = { ...this.#settings, unit };
  }

  change(change: Change): void {
    if (change.kind === 'key') {
      this.#settings = { ...this.#settings, key: change.key };
      this.#accidentals.clear();
    }
    if (change.kind === 'meter') this.#settings = { ...this.#settings, meter: change.meter };
    if (change.kind === 'overlay') this.#tied = [];
    const { events } = this.#measure;
    // A field in the header of a voice takes the place of that of the tune.
    const isFresh = !events.some(({ kind }) => kind === 'sounding');
    const same = isFresh ? events.findIndex(({ kind }) => kind === change.kind && kind !== 'part') : -1;
    if (same >= 0) events.splice(same, 1);
    events.push(change);
    this.#last = undefined;
  }

  /** A note, a chord or a rest of `above / below` units. */
  add(
    named: readonly NamedPitch[],
    { above, below, isHidden = false }: { readonly above: number; readonly below: number; readonly isHidden?: boolean },
  ): void {
    const odd = this.#tuplet || this.grace ? undefined : asTuplet(above, below);
    const graceLength = GRACE_LENGTH * (above / below);
    const length = this.grace
      ? isSimple(graceLength)
        ? graceLength
        : GRACE_LENGTH
      : (odd?.length ?? above / below) * this.unit * this.#factor;
    if (!this.grace) this.#factor = 1;
    const { decorations, chords, texts, slurs } = this.ornaments;
    const event: Sounding = {
      kind: 'sounding',
      pitches: this.#pitchesOf(named),
      length,
      ...(this.grace && { grace: this.grace }),
      ...(odd && { tuplet: { actual: odd.actual, normal: odd.normal } }),
      isHidden,
      isMeasure: false,
      isJoined: this.isJoined,
      slursOpened: slurs,
      slursClosed: 0,
      decorations,
      chords,
      texts,
      syllables: [],
    };
    this.ornaments = new Ornaments();
    this.isJoined = true;
    if (!this.grace) this.#joinTuplet(event);
    this.#measure.events.push(event);
    this.#last = event;
    if (!this.grace && named.length > 0) this.line.push({ event, measure: this.measures });
  }

  /** Rests of whole measures. */
  restMeasures(count: number, isHidden: boolean): void {
    const { meter } = this.#settings;
    for (let at = 0; at < count; at++) {
      if (at > 0) this.bar('regular', { opens: false, closes: false });
      this.add([], { above: 1, below: 1, isHidden });
      const rest = this.#last!;
      this.#measure.events.pop();
      this.#measure.events.push({ ...rest, length: meter ? lengthOfMeasure(meter) : 1, isMeasure: true });
    }
    this.#last = undefined;
  }

  /** Notes around `>` and `<` share their time unequally: the one before by `before`. */
  breakRhythm(before: number, after: number): void {
    if (!this.#last || this.#last.grace) return;
    this.#last.length *= before;
    this.#factor = after;
  }

  tie(): void {
    if (this.#last && !this.#last.grace) for (const pitch of this.#last.pitches) pitch.isTied = true;
    if (this.#last && !this.#last.grace) this.#tied = this.#last.pitches;
  }

  closeSlur(): void {
    if (this.#last) this.#last.slursClosed++;
  }

  openTuplet(actual: number, normal: number | undefined, notes: number | undefined): void {
    const isCompound = [6, 9, 12].includes(Number(this.#settings.meter?.beats));
    const usual = { 2: 3, 3: 2, 4: 3, 6: 2, 8: 3 }[actual] ?? (isCompound ? 3 : 2);
    const count = notes ?? actual;
    this.#tuplet = count > 0 ? { actual, normal: normal ?? usual, notes: count, left: count } : undefined;
  }

  /** A bar line, in front of which nothing may stand where it only opens a repeat. */
  bar(bar: Measure['bar'], { opens, closes }: { readonly opens: boolean; readonly closes: boolean }): void {
    this.#accidentals.clear();
    this.isJoined = false;
    this.#tuplet = undefined;
    this.#last = undefined;
    const before = this.voice.measures.at(-2);
    const isEmpty = !this.#measure.events.some(({ kind }) => kind === 'sounding');
    const ended = isEmpty ? before : this.#measure;
    if (ended) {
      if (!isEmpty || bar !== 'regular') ended.bar = bar;
      ended.closesRepeat ||= closes;
      if (closes || bar === 'light-light' || bar === 'light-heavy') this.#closeEnding(ended);
    }
    if (!isEmpty) this.#measure = this.#begin();
    this.#measure.opensRepeat ||= opens;
  }

  /** Music without bar lines goes on in the next system where the line of the file ends. */
  endLine(): void {
    const usual = this.#settings.meter ? lengthOfMeasure(this.#settings.meter) : 1;
    const length = this.#measure.events.reduce((sum, event) => sum + (event.kind === 'sounding' ? event.length : 0), 0);
    if (length > MOST_OF_MEASURE * usual) this.bar('none', { opens: false, closes: false });
  }

  openEnding(numbers: string): void {
    const isBegun = this.#measure.events.some(({ kind }) => kind === 'sounding');
    if (isBegun) this.bar('none', { opens: false, closes: false });
    const before = this.voice.measures.at(-2);
    if (before) this.#closeEnding(before);
    this.#measure.ending = numbers;
    this.#isInEnding = true;
  }

  /** The voice with lengths that can be written; what is after its last bar line and empty is no measure. */
  finish(): Voice {
    const { measures } = this.voice;
    if (!this.#measure.events.some(({ kind }) => kind === 'sounding') && measures.length > 1) measures.pop();
    const last = measures.at(-1)!;
    this.#closeEnding(last);
    for (const measure of measures)
      measure.events = measure.events.flatMap((event): readonly (Sounding | Change)[] =>
        event.kind === 'sounding' ? splitSounding(event) : [event],
      );
    return this.voice;
  }

  #closeEnding(measure: Measure): void {
    if (this.#isInEnding) measure.closesEnding = true;
    this.#isInEnding = false;
  }

  #begin(): Measure {
    const measure: Measure = {
      events: [],
      opensRepeat: false,
      closesRepeat: false,
      bar: 'none',
      closesEnding: false,
    };
    this.voice.measures.push(measure);
    return measure;
  }

  #pitchesOf(named: readonly NamedPitch[]): Pitch[] {
    const tied = this.grace ? [] : this.#tied;
    const pitches = named.map(({ step, octave, accidental, isTied }): Pitch => {
      const held = tied.find((pitch) => pitch.step === step && pitch.octave === octave + this.octaves);
      if (accidental !== undefined) this.#accidentals.set(step, accidental);
      const alter = accidental ?? held?.alter ?? this.#accidentals.get(step) ?? alterationOf(this.#settings.key, step);
      const isProlonged = held !== undefined && held.alter === alter;
      return {
        ...{ step, alter, octave: octave + this.octaves, isTied, isProlonged },
        ...(accidental !== undefined && { accidental }),
      };
    });
    if (this.grace) return pitches;
    // A tie to another pitch is none.
    for (const pitch of tied)
      if (!pitches.some((next) => next.isProlonged && next.step === pitch.step && next.octave === pitch.octave))
        pitch.isTied = false;
    this.#tied = pitches.filter(({ isTied }) => isTied);
    return pitches;
  }

  #joinTuplet(event: Sounding): void {
    const tuplet = this.#tuplet;
    if (!tuplet) return;
    const { actual, normal, notes, left } = tuplet;
    const edge = left === notes ? 'start' : left === 1 ? 'stop' : undefined;
    event.tuplet = { actual, normal, ...(edge && notes > 1 && { edge }) };
    tuplet.left--;
    if (tuplet.left === 0) this.#tuplet = undefined;
  }
}
