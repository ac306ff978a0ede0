import type { Thumbnail } from './facts.ts';

/** What is decoded of a video or a sound at one moment. */
export type Moment =
  | { readonly kind: 'video'; readonly atMs: number; readonly pictures: number }
  | { readonly kind: 'audio'; readonly atMs: number; readonly lengthMs: number };

/** What a file shows or sounds like at a moment: nothing where it could not be decoded. */
export interface Sample {
  /** Follow each other. */
  readonly pictures?: readonly Thumbnail[];
  readonly sound?: Sound;
}

/** Two channels, however many the file has, at `SOUND_RATE` samples a second; 1 is full scale. */
export interface Sound {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Of what is heard, the lower half: enough to tell one sound from another. */
export const SOUND_RATE = 8_000;

export interface SampleRequest {
  /** The most telling first: what the time does not suffice for is left out at the end. */
  readonly moments: readonly Moment[];
  readonly budgetMs: number;
}

/** A moment of a source, and where it lies in what was made of it. */
export interface MomentPair {
  readonly before: Moment;
  readonly after: Moment;
}

/** Where a source stands in a result that holds more than it. */
export interface Place {
  readonly atMs: number;
  /** Proportions of the result: a source of others has bars in it. */
  readonly shape?: { readonly width: number; readonly height: number };
}
