import type { Thumbnail } from './facts.ts';

/** A part of a timeline that is decoded. */
export interface Moment {
  readonly atMs: number;
  readonly lengthMs: number;
  readonly kinds: readonly MomentKind[];
}

export type MomentKind = 'audio' | 'video';

/** What a file plays at a moment: nothing where it could not be decoded. */
export interface Sample {
  /** The frames that are shown, as many a second as were asked for, from the first frame of the moment on. */
  readonly frames?: readonly Thumbnail[];
  /** The decoder found damaged frames. */
  readonly isDamaged?: true;
  /** Of every audio track, in the order of the file; empty where one could not be decoded. */
  readonly audio?: readonly Pcm[];
}

/** Decoded audio of one track; 1 is full scale. */
export interface Pcm {
  readonly rate: number;
  readonly channels: readonly Float32Array[];
  /** The same as it was decoded, if that is as 16-bit numbers. */
  readonly interleaved?: Interleaved;
}

/** The first samples of all channels, then the second ones, and so on. */
export interface Interleaved {
  readonly channels: number;
  readonly samples: Int16Array;
}

/** Frames a second at which videos are compared, whatever their own frame rate is. */
export const FRAME_GRID = 8;

export interface SampleRequest {
  readonly moments: readonly Moment[];
  /** Audio tracks that are decoded. */
  readonly audioTracks: number;
  /** `FRAME_GRID` when absent. */
  readonly framesPerSecond?: number;
}

/** A moment of a source, and where it lies in what was made of it. */
export interface MomentPair {
  readonly before: Moment;
  readonly after: Moment;
}

/** Where a source is in a result that holds more than it. */
export interface Place {
  readonly atMs: number;
  /** Proportions of the result: a source of others has bars in it. */
  readonly shape?: { readonly width: number; readonly height: number };
}
