/** A pitch as it is written, and as it sounds. */
export interface Pitch {
  readonly step: 'C' | 'D' | 'E' | 'F' | 'G' | 'A' | 'B';
  /** Semitones above the step, with the key and the accidentals before it in its measure. */
  alter: number;
  /** 4 begins at middle C. */
  readonly octave: number;
  /** Semitones of an accidental that stands at the note itself. */
  readonly accidental?: number;
  /** It is held on into the next note of the same pitch. */
  isTied: boolean;
  /** It is held on from the note before. */
  isProlonged: boolean;
}

/** So many notes in the time of others; the outermost of them open and close the bracket. */
export interface Tuplet {
  readonly actual: number;
  readonly normal: number;
  readonly edge?: 'start' | 'stop';
}

export interface Syllable {
  readonly text: string;
  readonly verse: number;
  readonly position: 'single' | 'begin' | 'middle' | 'end';
  readonly isExtended: boolean;
}

/** A note, a chord, or a rest, whose pitches are none. */
export interface Sounding {
  readonly kind: 'sounding';
  readonly pitches: readonly Pitch[];
  /** Whole notes, as written: a dyadic number that is one note value with up to three dots. */
  length: number;
  tuplet?: Tuplet;
  readonly grace?: 'plain' | 'slashed';
  /** A rest that takes room without being drawn. */
  readonly isHidden: boolean;
  /** A rest of a whole measure, however long that is. */
  readonly isMeasure: boolean;
  /** It follows the one before without a space. */
  isJoined: boolean;
  slursOpened: number;
  slursClosed: number;
  readonly decorations: readonly string[];
  /** Names of chords, and texts with `above`, `below` or neither before them. */
  readonly chords: readonly string[];
  readonly texts: readonly string[];
  readonly syllables: Syllable[];
}

export interface Key {
  /** Sharps above zero, flats below. */
  readonly fifths: number;
  readonly mode: string;
  /** Semitones of the steps that differ from those of the fifths. */
  readonly others: ReadonlyMap<string, number>;
}

export interface Clef {
  readonly sign: 'G' | 'F' | 'C' | 'percussion';
  readonly line: number;
  readonly octaves: number;
}

export interface Meter {
  readonly beats: string;
  readonly beatType: number;
  readonly symbol?: 'common' | 'cut';
}

export interface Tempo {
  readonly text?: string;
  /** Whole notes of one beat, and beats in a minute. */
  readonly beat?: number;
  readonly perMinute?: number;
}

export type Change =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'clef'; readonly clef: Clef }
  | { readonly kind: 'meter'; readonly meter: Meter | undefined }
  | { readonly kind: 'tempo'; readonly tempo: Tempo }
  | { readonly kind: 'part'; readonly text: string }
  /** What follows begins at the measure's beginning again. */
  | { readonly kind: 'overlay' };

export interface Measure {
  events: (Sounding | Change)[];
  opensRepeat: boolean;
  closesRepeat: boolean;
  bar: 'regular' | 'light-light' | 'light-heavy' | 'heavy-light' | 'dotted' | 'none';
  /** Numbers of the ending that begins here. */
  ending?: string;
  closesEnding: boolean;
}

export interface Voice {
  readonly id: string;
  name: string;
  readonly measures: Measure[];
}

/** One tune of a file. */
export interface Tune {
  readonly title: string;
  readonly subtitles: readonly string[];
  readonly composer: string;
  readonly rhythm: string;
  readonly voices: readonly Voice[];
  /** Verses below the tune. */
  readonly words: readonly string[];
  /** Signs that nothing here knows, and how often they are there. */
  readonly unknown: ReadonlyMap<string, number>;
}
