import type { FeatureSet } from './features.ts';

export type Family =
  | 'image'
  | 'audio'
  | 'video'
  | 'subtitle'
  | 'document'
  | 'markup'
  | 'sheet'
  | 'data'
  | 'archive'
  | 'font'
  | 'ebook'
  | 'mail'
  | 'model'
  | 'map'
  | 'grid'
  | 'translation'
  | 'playlist'
  | 'link'
  | 'palette'
  | 'notation'
  | 'other';

/** One row of a catalogue table: what a format is called and what it can carry. Data only. */
export interface FormatDeclaration {
  readonly name: string;
  /** MIME types, the preferred one first. */
  readonly mime: readonly [string, ...string[]];
  /** File extensions without the dot, the canonical one first. */
  readonly extensions: readonly [string, ...string[]];
  /** Other names of the same format that callers use (`jpeg` for `jpg`); extensions are aliases by themselves. */
  readonly aliases?: readonly string[];
  /** Without `colour`: whatever carries `look` carries it too, unless its `tones` are without. */
  readonly carries: FeatureSet;
  /** All that its images can show: shades of grey, black and white alone, or at most 256 colours of a palette. */
  readonly tones?: 'grey' | 'bilevel' | 'palette';
  /** Values that each channel of a colour can have, where these are fewer than those of a byte. */
  readonly channelLevels?: number;
  /** Writing this format always loses a generation. */
  readonly lossy?: true;
  /** It holds images without loss as well, but is written with loss unless the option `lossless` asks for that. */
  readonly lossyByDefault?: true;
  /** A file of this format can hold several of these; the target of a many-valued source must too, or gets a ZIP. */
  readonly many?: 'pages' | 'frames' | 'sheets' | 'entries';
  /** Its values have no types: who reads them guesses which are numbers, dates, and true or false. */
  readonly untyped?: true;
  /** A text that is written to be drawn: people turn it into images, and its content into data. */
  readonly drawn?: true;
  /** Holds programs of its author, which are never run. */
  readonly macros?: true;
  /** Names files that lie beside it: images, parts, sources. */
  readonly namesFiles?: true;
  /** Holds a colour profile, and its readers here say so: JPEG XL names well-known ones without the profile. */
  readonly profile?: true;
  /** Says when a line begins and leaves its end to the next one. */
  readonly cueEnds?: false;
  /** An archive whose files are taken for themselves when it is joined with others. */
  readonly unpackedToJoin?: true;
  /** Where audio and video in it differ from what others hold. */
  readonly timeline?: TimelineTraits;

  /** Bytes that tell it wherever the file begins so; what takes more than fixed places is found by code in `detect/`. */
  readonly magic?: readonly Magic[];
  /** A text without a mark of its own: what it must at least look like to be what its name or its sender says. */
  readonly text?: 'any' | RegExp;
  /** It has no mark, or not always: what nothing else claims is taken for what its name says. */
  readonly unmarked?: true;
  /** Formats that every file of it is too, the nearest first: a DOCX is a ZIP, a map in GeoJSON is JSON. */
  readonly isAlso?: readonly string[];
  /** A format whose extension its files commonly carry: that name is no mistake. */
  readonly namedLike?: string;
  /** Declared without a sample to test on: shown as such, never counted. */
  readonly experimental?: true;
}

/** What its containers can say of audio and video where that is less than usual. */
export interface TimelineTraits {
  /** A video that holds so many tracks of audio: the codec tells of those that it leaves out. */
  readonly audioTracks?: 1;
  /**
   * How well it says how long it plays. `guessed`: there is no index, and readers go by the last times that they find;
   * `whole`: only how long the whole file plays, and some of its tracks may end before; `estimated`: packets differ in
   * size, and readers go by the first.
   */
  readonly length?: 'guessed' | 'whole' | 'estimated';
  /**
   * Which paces of images it has. `fixed`: only some; `even`: any, but every image lasts as long (in both, images
   * are doubled or left out); `changes`: an image that does not change is no packet, and only times tell of missing ones.
   */
  readonly frameTiming?: 'fixed' | 'even' | 'changes';
  /** Frames without audio are left out, so that silence fills it to the end of the file. */
  readonly fillsAudio?: true;
  /** What the container cannot exceed, whatever the codec in it could. */
  readonly channels?: number;
  readonly sampleRate?: number;
  /** The only tags of the common ones that it has a place for. */
  readonly tags?: readonly string[];
  /** The only sizes of its images, as they are shown: a video has bars at its sides. */
  readonly sizes?: readonly string[];
  /** Its images are counted in blocks of so many pixels. */
  readonly blockSide?: number;
}

/** One character a byte; at the beginning of the file if it is bytes alone. */
type Magic =
  | string
  | {
      readonly at?: number;
      readonly bytes: string;
      /** Must are there too. */
      readonly and?: { readonly at: number; readonly bytes: string };
      /** 0 to 1; 1, a signature that nothing else has, if absent. */
      readonly confidence?: number;
      /** Formats that this content could equally be, taken when the file's name says so. */
      readonly orNamed?: readonly string[];
    };

/** Whether writing it loses a generation, unless it is asked not to. */
export function isWrittenWithLoss({
  lossy,
  lossyByDefault,
}: Pick<FormatDeclaration, 'lossy' | 'lossyByDefault'>): boolean {
  return lossy ?? lossyByDefault ?? false;
}

/** Formats with loss that can do without: in all others the option `lossless` changes nothing. */
export const HAVE_LOSSLESS_CODING: ReadonlySet<string> = new Set(['webp', 'avif', 'jxl']);

/** Whether its images can have colours. */
export function showsColour({ tones }: Pick<FormatDeclaration, 'tones'>): boolean {
  return tones !== 'grey' && tones !== 'bilevel';
}

export type FormatTable = Readonly<Record<string, FormatDeclaration>>;
