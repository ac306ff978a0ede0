/** One font of a font file. */
export interface FontFacts {
  readonly glyphs: number;
  readonly outlines: 'truetype' | 'cff' | 'other';
  readonly unitsPerEm: number;
  /** The characters that it has glyphs for, as ranges: first, last, first, last … */
  readonly coverage: readonly number[];
  /** What it is called: family, style, full and PostScript name, those that there are. */
  readonly names: readonly string[];
  /** What its layout tables can do, such as `GSUB liga`. */
  readonly layout: readonly string[];
  /** Tags of the axes of a variable font. */
  readonly axes: readonly string[];
  /** Checksum of each table, of `head` without the sum of the file; absent where the file has no tables. */
  readonly tables?: Readonly<Record<string, number>>;
  /** Checksum of all names, in whatever order and place the table has them; absent where the file has no such table. */
  readonly allNames?: number;
  /** Heights of lines in units of the em, weight, width and style; those that the file states. */
  readonly metrics: Readonly<Record<string, number>>;
  /** By how much some pairs of characters are closer than their widths say, in units of the em. */
  readonly kerning: Readonly<Record<string, number>>;
  /** Some glyphs as they are drawn, by their character (`U+41`) or their number (`#12`). */
  readonly samples: Readonly<Record<string, GlyphSample>>;
}

export interface GlyphSample {
  readonly advance: number;
  /** Square units that it covers, its contours added up by their direction. */
  readonly area: number;
  /** The same with each contour by itself, whatever its direction. */
  readonly ink: number;
  /** Its box: left, bottom, right, top; empty where it draws nothing. */
  readonly box: readonly number[];
}
