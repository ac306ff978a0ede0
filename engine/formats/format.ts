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
  /** All that its pictures can show: shades of grey, black and white alone, or at most 256 colours of a palette. */
  readonly tones?: 'grey' | 'bilevel' | 'palette';
  /** Writing this format always loses a generation. */
  readonly lossy?: true;
  /** A file of this format can hold several of these; the target of a many-valued source must too, or gets a ZIP. */
  readonly many?: 'pages' | 'frames' | 'sheets' | 'entries';
  /** A text that is written to be drawn: people turn it into pictures, and its content into data. */
  readonly drawn?: true;
  /** Declared without a sample to test on: shown as such, never counted. */
  readonly experimental?: true;
}

/** Whether its pictures can have colours. */
export function showsColour({ tones }: Pick<FormatDeclaration, 'tones'>): boolean {
  return tones !== 'grey' && tones !== 'bilevel';
}

export type FormatTable = Readonly<Record<string, FormatDeclaration>>;
