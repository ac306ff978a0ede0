/** What is counted of music that is written as notes, whatever the format. */
export interface WrittenMusic {
  /** Staves of all parts, one below the other. */
  readonly staves: number;
  readonly measures: number;
  /** Notes that are drawn: those of chords each, without rests, with grace notes. */
  readonly notes: number;
  /** Notes that begin to sound: those without the ones that a tie only prolongs. */
  readonly sounded: number;
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

  note({ isProlonged }: { readonly isProlonged: boolean }): void {
    this.notes++;
    if (!isProlonged) this.sounded++;
  }

  lyric(text: string): void {
    const clean = text.replace(/\s+/g, ' ').trim();
    if (clean !== '') this.lyrics.push(clean);
  }

  finish(): WrittenMusic {
    const { staves, measures, notes, sounded, lyrics, title } = this;
    const name = title.replace(/\s+/g, ' ').trim();
    return { staves, measures, notes, sounded, lyrics, ...(name !== '' && { title: name }) };
  }
}
