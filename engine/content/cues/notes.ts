import type { Warning, WarningCode } from '../../contract/codec.ts';

/** What the cue model has no place for, with what is said about it. */
const DROPPED = {
  karaoke: ['feature_dropped', 'Times of single words were dropped: whole lines are shown.'],
  movement: ['feature_dropped', 'Movement, fading and rotation of the text were dropped.'],
  drawing: ['picture_dropped', 'Drawings among the subtitles were dropped.'],
  attachment: ['picture_dropped', 'Fonts and images attached to the subtitles were dropped.'],
  ruby: ['text_dropped', 'Readings beside the characters (ruby) were dropped.'],
  otherLanguages: ['track_dropped', 'The file holds several languages: only the first was taken.'],
  otherChannel: ['track_dropped', 'The file holds several caption channels: only the first was taken.'],
  unreadable: ['text_dropped', 'Lines that are no subtitles were left out.'],
  assumedEnd: ['input_repaired', 'The file does not say when the last line ends: four seconds were assumed.'],
  position: ['feature_dropped', 'The position of the text in the image was dropped: the target cannot hold it.'],
  runStyle: ['feature_dropped', 'Bold, italic and coloured text became plain: the target holds none.'],
  speakers: ['feature_dropped', 'The names of speakers became part of the text: the target has no place for them.'],
} as const satisfies Record<string, readonly [WarningCode, string]>;

type Dropped = keyof typeof DROPPED;

/** Collects what was dropped, each kind once. */
export class Notes {
  readonly #kinds = new Set<Dropped>();

  drop(kind: Dropped): void {
    this.#kinds.add(kind);
  }

  warnings(): Warning[] {
    return [...this.#kinds].map((kind) => ({ code: DROPPED[kind][0], message: DROPPED[kind][1] }));
  }
}
