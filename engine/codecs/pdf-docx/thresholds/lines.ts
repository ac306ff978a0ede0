import { count, em, points, share, times } from '../../../content/pages/thresholds.ts';

/**
 * Where letters become words, words lines, and lines rows: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../layout/accents.ts`. */
export const ACCENTS = {
  /** How far the middle of an accent may be from that of its letter along the line: slanted letters lean. */
  MAX_ASIDE: em(0.25),
  /** How far it may be raised above its place over small letters: capitals are higher. */
  MAX_RAISED: em(0.4),
} as const;

/** Of `../layout/circled-numbers.ts`. */
export const CIRCLED_NUMBERS = {
  /** How far the middle of a digit may be from that of its circle, in parts of the circle's size: two are side by side. */
  OFF_CENTRE: em(0.25),
  /** And the middle of a circle from the baseline of its line. */
  OFF_LINE: em(0.6),
} as const;

/** Of `../layout/drawn-underscores.ts`. */
export const DRAWN_UNDERSCORES = {
  /** Length of an underscore. TeX's are 0.3 em long. */
  MIN_LENGTH: em(0.2),
  /** Longer lines are blanks to fill in. */
  MAX_LENGTH: em(0.75),
  /** Thicker lines are dashes. */
  MAX_THICKNESS: em(0.1),
  /** Of the line over the baseline. */
  MAX_ABOVE: em(0.1),
  /** Of the line under the baseline. */
  MAX_BELOW: em(0.3),
  /** To the letter beside it. */
  MAX_GAP: em(0.16),
  /** Letters that share more of the length stand over the line. */
  MAX_OVERLAP: em(0.1),
  /** Up to the baseline of letters over a line, where it is a bar or underlines them. */
  BAR_REACH: em(0.5),
  /** Height of the slices in which letters are looked up: more than lines are away from their baseline. */
  STRIP: points(20),
} as const;

/** Of `../layout/gutters.ts`. */
export const GUTTERS = {
  /** A gap must persist over this many lines to be a gutter. */
  MIN_LINES: count(6),
  /** Narrowest gutter. */
  MIN_WIDTH: em(0.5),
  /** The spaces of monospace text are below each other by themselves, and are narrower than this. */
  MIN_TYPED_WIDTH: em(1),
  /** Lines on one side only may go on for this many em before the gutter ends. */
  MAX_PAUSE: em(6),
  /** Wider gaps are no spaces, whatever is above and below them. */
  MAX_NARROW: em(1.5),
  /** Lines that end or begin this close to a gap, in em, are flush with it. */
  FLUSH: em(0.2),
} as const;

/** Of `../layout/overlapping-texts.ts`. */
export const OVERLAPPING_TEXTS = {
  /** Between the letters of one text: more is another one. */
  MAX_JUMP: em(1),
  /** Of two texts; letters lean and are kerned into each other by less. */
  MIN_OVERLAP: em(0.25),
  /** Fewer letters are accents and scripts. */
  MIN_GLYPHS: count(3),
  /** Of the shorter text: more is painted twice. */
  MAX_SHARE: share(0.5),
} as const;

/** Of `../layout/rows.ts`. */
export const ROWS = {
  /** Baselines closer than this many em are one row. */
  SAME_ROW: em(0.45),
  /** Rows beside each other share this part of the lower one's height. */
  MIN_BESIDE: share(0.5),
  /** Rows on the lines of the other side beyond this share are the rows of a table. */
  MAX_ALIGNED: share(0.7),
} as const;

/** Of `../layout/scripts.ts`. */
export const SCRIPTS = {
  /** Of the size of its letter: smaller letters that are raised or lowered by less are none. */
  MIN_RISE: em(0.08),
  /** The same below the baseline. */
  MIN_DROP: em(0.05),
  /** The mark of a note is at most this many em before its text. */
  MAX_MARK_GAP: em(0.6),
  /** Longer raised pieces are lines of their own. */
  MAX_SCRIPT_GLYPHS: count(12),
  /** How much smaller than their text they are at least: of 7 points beside 8. */
  MIN_SHRINKAGE: times(1.12),
  /** And how far above or below its baseline at most. */
  SCRIPT_SHIFT: em(0.6),
} as const;

/** Of `../layout/segments.ts`. */
export const SEGMENTS = {
  /** Baselines that differ by less are one. */
  MAX_ROUNDING: points(1),
  /** Letters of one size that are moved by less are in their line, such as the E of TeX. */
  MAX_SHIFT: em(0.25),
  /** And smaller ones. */
  MAX_SCRIPT_SHIFT: em(0.22),
  /** Letters this much smaller than those beside them may be scripts. */
  SCRIPT_SIZE: times(0.86),
  /** Gaps above this many em are not spaces between words. */
  SEGMENT_GAP: em(1.05),
  /** The same between two numbers: the spaces of monospace text are narrower. */
  NUMBER_GAP: em(0.75),
  /** A space glyph between letters that are closer than this many em does not show. */
  PHANTOM_GAP: em(0.03),
  /** Strokes that lengthen Arabic words are narrower than this many em, and overlap on purpose. */
  STROKE_WIDTH: em(0.15),
  /** Lines are looked for among the last ones only: glyphs come sorted by baseline. */
  LINES_LOOKED_BACK: count(13),
} as const;

/** Of `../layout/spaces.ts`. */
export const SPACES = {
  /** Neighbouring letters that show how tight a line is set; a single pair may be kerned. */
  TRACKED_PAIRS: count(4),
  /** A gap above this many em without a space glyph stands for a space: TeX narrows those of Times to a sixth. */
  SPACE_GAP: em(0.155),
  /** Width of a space in most fonts. */
  USUAL_SPACE: em(0.25),
} as const;

/** Of `../layout/stretched-lines.ts`. */
export const STRETCHED_LINES = {
  /** A line is stretched to the edges of one that is whole and is at most this far from it, both. */
  FLUSH: em(0.25),
  /** Farther away nothing tells how wide a line may be. */
  MAX_DISTANCE: em(14),
  /** By which sizes of lines differ that are set alike. */
  SAME_SIZE: share(0.1),
  /** Whole lines of text are at least so long. */
  MIN_LENGTH: em(12),
  /** Spaces of a stretched line are at most so wide, in em, and so many times as wide as its narrowest one. */
  MAX_SPACE: em(3),
  /** Its widest space by its narrowest one. */
  MAX_UNEVENNESS: times(1.7),
  /** Words in lower case are text; names and numbers may be the cells of a table. */
  MIN_WORDS: count(2),
} as const;

/** Of `../layout/tall-brackets.ts`. */
export const TALL_BRACKETS = {
  /** A bracket around several lines is so many times as large as the text of the page. */
  MIN_TALL: times(2.5),
  /** What is at least this part of its size is a word with it, such as a title. */
  MIN_FELLOW: share(0.6),
} as const;

/** Of `../layout/turned-text.ts`. */
export const TURNED_TEXT = {
  /** Ascent and descent of the line box of turned glyphs: their own boxes are upright ones around slanted ink. */
  ASCENT: em(0.8),
  /** And below it. */
  DESCENT: em(0.2),
} as const;

/** Of `../layout/unmapped-glyphs.ts`. */
export const UNMAPPED_GLYPHS = {
  /** To the letter that tells on which line an image is. */
  MAX_REACH: em(2),
  /** Of the height of that letter's line: what is higher is cut to it. */
  MAX_GROWTH: times(1.3),
  /** Glyphs with less room between them are shown by one image. */
  MAX_GAP: em(0.2),
  /** Marks of letters are above or below their line. */
  MAX_RISE: em(0.5),
  /** Images of letters on one page: more of them say that all of the page is unmapped. */
  MAX_PICTURES: count(400),
} as const;
