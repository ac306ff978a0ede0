import { count, em, points, share, times } from '../../../content/pages/thresholds.ts';

/**
 * What is a formula, and where its parts are: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../equations/atoms.ts`. */
export const ATOMS = {
  /** Pieces of a bracket are over each other with this much between them at most, and share most of their width. */
  PIECE_GAP: em(0.1),
  /** Part of the narrower piece's width. */
  SHARED_WIDTH: share(0.6),
  /** A page with more glyphs, or more sums and integrals, is no page of text, and each is compared with many. */
  MAX_GLYPHS: count(20_000),
  /** And more sums and integrals. */
  MAX_OPERATORS: count(500),
} as const;

/** Of `../equations/bars.ts`. */
export const BARS = {
  /** A page with more rules is a drawing, in which every one would have to be compared with every glyph. */
  MAX_RULES: count(2_000),
  /** Thicker rules are no bars. */
  MAX_THICKNESS: points(1.6),
  /** Shorter rules are dashes and dots. */
  MIN_LENGTH: points(2),
  /** Longer bars (as a share of the page) are lines of tables and pages. */
  MAX_SHARE: share(0.7),
  /** The next line of a fraction is at most this far from its bar. */
  REACH: em(0.9),
  /** What is further from a bar than the nearest beside it belongs to another line. */
  SAME_LINE: em(0.5),
  /** The wider side of a fraction is at most this much shorter than its bar: rules of tables are as long as the table. */
  MAX_SLACK: em(1.2),
  /** Letters stick out of a bar by at most this, and others are at least this far from its ends. */
  MAX_OVERHANG: em(0.3),
  /** What is nearer is cut by the bar. */
  MIN_DISTANCE: em(0.2),
} as const;

/** Of `../equations/clusters.ts`. */
export const CLUSTERS = {
  /** No formula is higher above or below its beginning, in points, and none has so many symbols. */
  REACH: points(80),
  /** More are no formula. */
  MAX_ATOMS: count(400),
  /** Gaps in em within a formula; symbols of mathematics may be further apart. */
  GAP: em(1.1),
  /** Symbols of mathematics are further apart. */
  MATH_GAP: em(2.2),
  /** From the baseline: what is nearer is on the line. */
  ON_LINE: em(0.3),
  /** Distances in em from an operator, or a name, to its limits. */
  LIMIT_ASIDE: em(1),
  /** Below or above its operator. */
  LIMIT_BELOW: em(0.7),
  /** Below a name such as lim. */
  NAME_LIMIT: em(0.35),
  /** Text nearer than this to a formula on its lines runs on with it. */
  APART: em(3),
  /** Part of the height that two things on one line share. */
  SHARED_LINE: em(0.25),
  /** Columns are so many points apart, and have so many glyphs around a formula. */
  MIN_GUTTER: points(7),
  /** Glyphs that a column has around a formula. */
  MIN_COLUMN: count(60),
} as const;

/** Of `../equations/dots.ts`. */
export const DOTS = {
  /** Three dots of a column or a diagonal: the steps from one to the next are alike. */
  MAX_STEP: em(0.6),
  /** And its shortest step. */
  MIN_STEP: em(0.2),
  /** By which the two steps differ. */
  SAME_STEP: em(0.05),
} as const;

/** Of `../equations/find.ts`. */
export const FIND = {
  /** Fewer are no displayed equation. */
  MIN_ATOMS: count(3),
  /** A vertical line that reaches further, in points, than the formula around it belongs to a table. */
  SLACK: points(6),
  /** An image of a formula shows mathematics: so many of its glyphs are in fonts for it, or symbols of it. */
  MIN_MATH: share(0.15),
  /** Around the image, in points, and beside slanted letters. */
  MARGIN: points(1),
  /** By which slanted letters reach out of their box. */
  LEAN: em(0.1),
} as const;

/** Of `../equations/grids.ts`. */
export const GRIDS = {
  /** Lines of a formula are at least this far apart. */
  MIN_PITCH: em(0.8),
  /** Columns are at least this far apart. */
  COLUMN_GAP: em(0.45),
  /** A bar that covers so much of the width, alone, is that of one fraction between the brackets. */
  WHOLE_WIDTH: share(0.9),
  /** Relations of several rows at the same place, in em, begin a column. */
  SAME_PLACE: em(0.05),
} as const;

/** Of `../equations/inline.ts`. */
export const INLINE = {
  /** How far the text of its line may be from a formula. */
  NEAR: em(1.2),
  /** Limits begin at most this far behind their symbol, and their letters this far from each other. */
  LIMIT_GAP: em(0.3),
} as const;

/** Of `../equations/items.ts`. */
export const ITEMS = {
  /** Items this much smaller than the largest of their line are scripts. */
  SCRIPT_SIZE: times(0.86),
  /** Ink of letters above and below the baseline. */
  ASCENT: em(0.7),
  /** And below it. */
  DESCENT: em(0.2),
  /** Bars of fractions, and the middle of symbols, are this many em above the baseline. */
  AXIS: em(0.25),
  /** What is beside a fraction is centred on its bar, within so many em. */
  ON_AXIS: em(0.3),
  /** Large symbols that are no higher, and reach above their baseline at least so much, are on their line. */
  ONE_LINE: em(1.35),
  /** Symbols that are on their line reach above the baseline at least so far. */
  ABOVE_BASELINE: em(0.4),
} as const;

/** Of `../equations/large-symbols.ts`. */
export const LARGE_SYMBOLS = {
  /** How far a letter of its line may be from a symbol, with others between them. */
  NEAR: em(2),
  /** Higher brackets hold several lines together: TeX's largest one around a single line has three em. */
  MAX_HEIGHT: em(3.1),
} as const;

/** Of `../equations/lines.ts`. */
export const LINES = {
  /** More of the glyphs outside of fractions must not be letters of words. */
  MAX_WORDS: share(0.4),
  /** Letters of the shortest word that counts. */
  MIN_WORD: count(4),
  /** Between letters of one word at most. */
  WORD_GAP: em(0.15),
  /** Cells of tables are at least this far apart. */
  CELL_GAP: em(1),
  /** Between a formula and its number at least. */
  NUMBER_GAP: em(0.7),
} as const;

/** Of `../equations/operators.ts`. */
export const OPERATORS = {
  /** Part of the size of a symbol that its line has at least. */
  MIN_SYMBOL: times(0.5),
  /** Limits are smaller than their operator. */
  LIMIT_SIZE: times(0.85),
  /** Their middle is this far from the axis of the line: more than that of scripts of a letter. */
  LIMIT_DISTANCE: em(0.7),
  /** And so far at the side of a symbol that is in a line of text. */
  SIDE_DISTANCE: em(0.3),
  /** Limits whose middle is at most this far from that of the symbol are above and below it. */
  CENTRED: em(0.4),
  /** Limits beside an integral begin at most this far behind it. */
  BESIDE: em(0.6),
  /** And their letters are this far from each other. */
  LIMIT_GAP: em(0.7),
} as const;

/** Of `../equations/parse.ts`. */
export const PARSE = {
  /** From the hook of a radical, where its degree ends. */
  DEGREE_REACH: times(0.6),
  /** Part of the radical's size. */
  MAX_DEGREE_SIZE: times(0.8),
} as const;

/** Of `../equations/radicals.ts`. */
export const RADICALS = {
  /** Distance from a radical symbol to its bar. */
  GAP: em(0.2),
} as const;

/** Of `../equations/row.ts`. */
export const ROW = {
  /** How far from its line an item may be; brackets are centred by their own middle. */
  OFF_LINE: em(0.22),
  /** The same of the middle of brackets. */
  BRACKET_OFF_LINE: em(1.3),
  /** Items that share more of the narrower one's width are over each other. */
  MAX_OVERLAP: share(0.5),
  /** Gaps in em that are spaces between words, and between parts of a formula. */
  WORD_GAP: em(0.17),
  /** Between parts of a formula. */
  WIDE_GAP: em(0.9),
} as const;
