import type { AudioCodec, SubtitleCodec, VideoCodec } from './encoders.ts';

/** What one format takes: the codecs that go in unchanged, and the one that everything else is encoded to. */
export interface Container {
  readonly demuxer: string;
  readonly muxer: string;
  readonly muxerArgs?: readonly string[];
  readonly audio?: AudioSlot;
  readonly video?: VideoSlot;
  readonly subtitles?: { readonly copies: readonly string[]; readonly encodes: SubtitleCodec };
  /** How a cover image is kept: as a stream of its own, as a tag of the audio, or as a file beside the tracks. */
  readonly cover?: 'stream' | 'tag' | 'attachment';
  /** How chapters are kept: in a place of their own, or as tags that players know. */
  readonly chapters?: 'own' | 'tags';
  /** A rotation can be noted beside the frames, so that they need not be turned. */
  readonly notesRotation?: true;
}

export interface AudioSlot {
  readonly copies: readonly string[];
  readonly encodes: AudioCodec;
  /** Sample rates that the container knows, rising; those of the encoder if absent. */
  readonly rates?: readonly number[];
  /** Numbers of channels that the container takes, rising; as many as the encoder if absent. */
  readonly channels?: readonly number[];
  /** A video without audio cannot be written: it gets silence. */
  readonly required?: true;
  /** Seconds that it lasts at least, filled with silence: demuxers tell a stream by its second frame. */
  readonly leastSeconds?: number;
  /** Tracks that it holds; any number in a video, one in a format of audio alone, if absent. */
  readonly tracks?: 1;
}

export interface VideoSlot {
  readonly copies: readonly string[];
  readonly encodes: VideoCodec;
  /** Every frame lasts as long as every other. */
  readonly isFixedRate?: true;
  /** Nothing says how long the last frame is shown: readers end with its beginning, or one tick later. */
  readonly endUntold?: true;
  /** Its frames have no times: each lasts one tick of its clock, or several. */
  readonly counted?: true;
  /** Frames a second that it has a number for, rising: the nearest is taken. */
  readonly frameRates?: readonly number[];
  /** Both sides are multiples of so many pixels, which are square. */
  readonly multipleOf?: number;
  /** The only proportions of a whole frame that it can say: pixels that lead to others are made square. */
  readonly shapes?: readonly number[];
  /** Pixels are as wide as high: nothing says that they are not. */
  readonly square?: true;
  /** The only frames that it holds: a video is fitted into the one whose frame rate is nearest. */
  readonly frames?: readonly Frame[];
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** The only one that the codec takes for it. */
  readonly pixelFormat?: string;
}

/** Puts the index before the data, so that a player can begin before it has the whole file. */
export const INDEX_FIRST = ['-movflags', '+faststart'] as const;
