/** What is counted of music that is written as notes, whatever the format. */
export interface WrittenMusic {
  /** Staves of all parts, one below the other. */
  readonly staves: number;
  readonly measures: number;
  /** Notes that are drawn: those of chords each, without rests, with grace notes. */
  readonly notes: number;
  /** Notes that begin to sound: those without the ones that a tie only prolongs. */
  readonly sounded: number;
  /** How often each key (60 is middle C) begins to sound as a note of its own; undefined where a reader does not say it. */
  readonly pitches?: ReadonlyMap<number, number>;
  /** Syllables and words under the staves, in their order. */
  readonly lyrics: readonly string[];
  readonly title?: string;
}

/** Counts what readers of all formats count. */
export class MusicCounter {
  staves = 0;
  measures = 0;
  notes = 0;
  sounded = 0;
  readonly lyrics: string[] = [];
  title = '';
  readonly #pitches = new Map<number, number>();

  note({ isProlonged, pitch }: { readonly isProlonged: boolean; readonly pitch?: number }): void {
    this.notes++;
    if (isProlonged) return;
    this.sounded++;
    if (pitch !== undefined) this.#pitches.set(pitch, (this.#pitches.get(pitch) ?? 0) + 1);
  }

  lyric(text: string): void {
    const clean = text.replace(/\s+/g, ' ').trim();
    if (clean !== '') this.lyrics.push(clean);
  }

  finish(): WrittenMusic {
    const { staves, measures, notes, sounded, lyrics, title } = this;
    const name = title.replace(/\s+/g, ' ').trim();
    const pitches = this.#pitches.size > 0 ? this.#pitches : undefined;
    return {
      staves,
      measures,
      notes,
      sounded,
      lyrics,
      ...(pitches && { pitches }),
      ...(name !== '' && { title: name }),
    };
  }
}

/** Several scores of one file, one after the other. */
export function sumOfMusic(scores: readonly WrittenMusic[]): WrittenMusic {
  const [first] = scores;
  if (scores.length === 1) return first!;
  const sum = (key: 'measures' | 'notes' | 'sounded'): number => scores.reduce((total, score) => total + score[key], 0);
  const pitches = new Map<number, number>();
  for (const score of scores)
    for (const [pitch, count] of score.pitches ?? []) pitches.set(pitch, (pitches.get(pitch) ?? 0) + count);
  return {
    staves: Math.max(...scores.map(({ staves }) => staves)),
    measures: sum('measures'),
    notes: sum('notes'),
    sounded: sum('sounded'),
    lyrics: scores.flatMap(({ lyrics }) => lyrics),
    ...(pitches.size > 0 && { pitches }),
    ...(first?.title !== undefined && { title: first.title }),
  };
}
