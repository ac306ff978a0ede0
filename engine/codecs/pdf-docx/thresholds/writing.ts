import { count, em, lines, percent, pixels, points, share, times } from '../../../content/pages/thresholds.ts';

/**
 * Where the text of a document may differ from its PDF: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../modes/exact.ts`. */
export const EXACT = {
  /** Room beside the text of a frame against rounding. */
  SLACK: points(2),
  /** Word's own font of formulas may be wider than that of the PDF. */
  EQUATION_SLACK: points(36),
  /** Lines and boxes of one page; a map may have a million. */
  MAX_SHAPES: count(2_000),
} as const;

/** Of `../recognised/page-of-hocr.ts`. */
export const PAGE_OF_HOCR = {
  /** Sizes that differ less from that of the running text are measured inexactly, not set in another size. */
  SAME_SIZE: share(0.2),
  /** Ascent and descent of the line box. */
  ASCENT: em(0.8),
  /** And below it. */
  DESCENT: em(0.2),
  /** Width of a space. */
  SPACE: em(0.2),
} as const;

/** Of `../write/drawings.ts`. */
export const DRAWINGS = {
  /** More shapes on a page than this are a drawing. */
  MAX_SHAPES: count(80),
  /** Text boxes are this much larger than their text: a tight box would wrap or clip it. */
  BOX_SLACK: points(3),
} as const;

/** Of `../write/runs.ts`. */
export const EMPTY_FIELDS = {
  /** Blanks in a field that nobody has filled in: about half a line. */
  MAX_BLANKS: count(40),
} as const;

/** Of `../write/equations.ts`. */
export const EQUATIONS = {
  /** How far (share of the column) the middle of an equation may be from that of its column to be centred. */
  CENTRED: share(0.06),
  /** Height of the middle of figures above their line. */
  AXIS: points(4),
} as const;

/** Of `../write/figures.ts`. */
export const FIGURE_LABELS = {
  /** Height of the line of a label: as high as its letters, so that no box is higher than its figure. */
  PITCH: em(1),
  /** A box is so much wider than its text, against rounding and wider fonts. */
  SLACK: points(3),
  /** Room of a box below its line: some letters reach further down. */
  DESCENT_SLACK: em(0.1),
} as const;

/** Of `../write/line-fit.ts`. */
export const LINE_FIT = {
  /** Text scaled by more than this looks squeezed or spread; condensed typefaces are about two thirds as wide as others. */
  MIN_SCALE: percent(66),
  /** And spread by more than this. */
  MAX_SCALE: percent(125),
  /** How far from the measured scale a fitting one is looked for, in percent. */
  SEARCH: percent(6),
  /** The scale of the style serves when it is this close, in percent. */
  USUAL_TOLERANCE: percent(3),
  /** Free space that a line needs against rounding. */
  SAFETY: points(0.6),
  /** How much wider or narrower than asked for programs set text that is scaled. */
  UNSURE: share(0.004),
  /** How much it counts what happens then, beside what should. */
  UNSURE_WEIGHT: times(0.25),
  /** Rounding that Word does not mind at the end of a line. */
  OVERRUN: points(0.05),
} as const;

/** Of `../write/line-frame.ts`. */
export const LINE_FRAME = {
  /** How far text may stick out of its column to the left. */
  MAX_OUTDENT: points(60),
  /** Fonts that stand for others are up to so much wider. */
  MAX_GROWTH: share(0.2),
  /** Single lines may stick out to the right rather than wrap, by this much of the column. */
  MAX_OVERHANG: share(0.5),
} as const;

/** Of `../write/notes.ts`. */
export const NOTES = {
  /** The line above the notes is at most so far away. */
  SEPARATOR_DISTANCE: points(16),
  /** Higher ones are boxes. */
  MAX_SEPARATOR_HEIGHT: points(2),
} as const;

/** Of `../write/row-heights.ts`. */
export const ROW_HEIGHTS = {
  /** Free height of a row beside its text and borders, against rounding. */
  ROW_ALLOWANCE: points(0.2),
  /** Growth of a row that does not matter. */
  MAX_ROW_GROWTH: points(0.3),
  /** A drawn row at the foot of a page gives so much of its height: no more than one sees. */
  MAX_GIVEN: points(4),
  /** Lines closer than this many em would cut their letters. */
  MIN_PITCH: em(0.98),
} as const;

/** Of `../write/placed-line.ts`. */
export const PLACED_LINE = {
  /** Text is squeezed and spread as far as is needed to keep its place. */
  MIN_SCALE: percent(50),
  /** And spread. */
  MAX_SCALE: percent(200),
} as const;

/** Of `../write/headers-footers.ts`. */
export const RUNNING_TITLES = {
  /** Pieces this close to the middle of the line are centred. */
  NEAR: points(8),
  /** Pieces that end in this part of the line are set from the right: a wider font must not push them out. */
  RIGHT_PART: share(0.2),
} as const;

/** Of `../write/sections.ts`. */
export const SECTIONS = {
  /** Bottom margin, in points, of a page whose own text does not reach that far. */
  USUAL_MARGIN: points(72),
  /** Margins that differ less are the same. */
  SAME_EDGE: points(8),
  /** Distance of an empty header or footer from the edge of the paper. */
  EMPTY_TITLE_DISTANCE: points(20),
  /** Space at the top of columns, in points, below which a shift of all of them does not show. */
  MIN_OPENING: points(6),
  /** Lines of the body that may overflow before a page does, when text does not run on to the next one. */
  SLACK_LINES: lines(5),
} as const;

/** Of `../write/shape-image.ts`. */
export const SHAPE_IMAGE = {
  /** Of more boxes only the pixels are kept: Word would take seconds to show them. */
  MAX_BOXES: count(5_000),
  /** Pixels of a point in the image that stands for the boxes where they cannot be shown, and of all of it at most. */
  PIXELS_PER_POINT: pixels(1.5),
  /** Of all of it at most. */
  MAX_PIXELS: pixels(750_000),
} as const;

/** Of `../write/spans.ts`. */
export const SPANS = {
  /** Dots with nothing behind them are a line to write on when they are at least so long; fewer end a sentence. */
  MIN_BLANK: em(3),
} as const;

/** Of `../write/tables.ts`. */
export const TABLES = {
  /** Narrowest column and lowest row that Word accepts without complaint. */
  MIN_COLUMN: points(2),
  /** Lowest row. */
  MIN_ROW: points(1),
} as const;

/** Of `../write/text-format.ts`. */
export const TEXT_FORMAT = {
  /** Lines below words are at most this far from their baseline: TeX's are below the letters that reach lowest. */
  UNDERLINE_DEPTH: em(0.36),
  /** Points of height of which the lines are kept together. */
  STRIP: points(16),
} as const;

/** Of `../write/text-width.ts`. */
export const TEXT_WIDTH = {
  /** Advance of every character of the monospaced substitute. */
  COURIER_ADVANCE: em(0.6),
} as const;

/** Of `../write/document-fonts.ts`. */
export const DOCUMENT_FONTS = {
  /** Word sets raised and lowered text at about this share of its size. */
  SCRIPT_SIZE: share(0.6),
  /** Letters squeezed by more than this are hard to read; condensed typefaces are about two thirds as wide as others. */
  MIN_STRETCH: percent(66),
  /** And spread by more than this. */
  MAX_STRETCH: percent(125),
  /** Smaller differences in width do not need a scale. */
  SAME_WIDTH: percent(2),
  /** Width of a space in most fonts. */
  USUAL_SPACE: em(0.25),
} as const;

/** Of `../write/word-spaces.ts`. */
export const WORD_SPACES = {
  /** Share of the spaces that are narrower than those of a font that comes along: Word never narrows them. */
  NARROW: share(0.1),
  /** Share of those that are narrower than the spaces of a font in which only some lines are justified. */
  PLAIN: share(0.25),
} as const;

/** Of `../write/embedded-fonts.ts`. */
export const EMBEDDED_FONTS = {
  /** Share of the letters and digits written in a font that it may lack: they are shown in another one. */
  MAX_MISSING: share(0.02),
} as const;
