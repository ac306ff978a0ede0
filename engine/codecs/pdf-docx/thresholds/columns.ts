import { count, em, points, share, times } from '../../../content/pages/thresholds.ts';

/**
 * Where columns are side by side, and where text ends on its page: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../layout/bands.ts`. */
export const BANDS = {
  /** Narrowest column. */
  MIN_COLUMN: em(7),
  /** Text columns are filled; pieces shorter than this share of the column are cells of a table. */
  MIN_FILL: share(0.42),
  /** A side whose pieces fill this much of it is a column of text. */
  TEXT_FILL: share(0.6),
  /** Rows that must be side by side to show that there are columns. */
  MIN_SIDE_BY_SIDE: count(4),
  /** Rows that something other than text must have to be beside a column of text. */
  MIN_BESIDE_ROWS: count(6),
  /** Fewer items on one side only are of full width. */
  MIN_LONE_ITEMS: count(3),
  /** And beyond this share they are so whatever fills them. */
  TABLE_ALIGNED: share(0.9),
  /** Rows that reach this close to both edges (as a share of the width) are full, and so many of them are wrapped text. */
  FULL_ROW_MARGIN: share(0.15),
  /** So many of the rows are full where text wraps. */
  MIN_FULL_SHARE: share(0.5),
  /** More columns of text are not side by side on one half of a page: rows of more pieces are those of a table. */
  MAX_TEXT_PIECES: count(3),
  /** Lines that are further apart than this many times the usual distance do not belong together. */
  MAX_PITCH: times(1.6),
  /** A segment across the boundary outweighs this many rows side by side. */
  CROSSING_PENALTY: count(0.3),
  /** Between text and a panel beside it. */
  PANEL_GAP: points(12),
  /** Of text. */
  USUAL_SIZE: points(10),
  /** Step of the search for a boundary. */
  STEP: points(2),
  /** Columns are looked for in columns once more: three or four side by side. */
  MAX_DEPTH: count(1),
} as const;

/** Of `../layout/card-columns.ts`. */
export const CARD_COLUMNS = {
  /** A gap between strips of text is crossed by at most this share of the rows. */
  MAX_CROSSED: share(0.1),
  /** And at least so wide. */
  MIN_GUTTER: em(0.8),
  /** Rows that each column has at least. */
  MIN_ROWS: count(12),
  /** And rows in several pieces, which half of the columns have. */
  MIN_SPLIT_ROWS: count(6),
  /** Narrowest column. */
  MIN_COLUMN: em(12),
  /** The rows of the shortest column as a share of those of the longest: the notes beside a table are fewer. */
  MIN_BALANCE: share(0.4),
  /** Rows above the columns: more are content of its own. */
  MAX_HEAD: count(6),
} as const;

/** Of `../layout/panels.ts`. */
export const PANELS = {
  /** A panel is at least so wide and high, in em, and at most this share of the page wide. */
  MIN_WIDTH: em(7),
  /** Lower boxes mark a line. */
  MIN_HEIGHT: em(4),
  /** Part of the page: wider boxes are grounds of all text. */
  MAX_WIDTH: share(0.75),
  /** How far text and other boxes may reach over the edge of a panel. */
  OVERHANG: points(2),
  /** More drawn boxes on a page are a drawing. */
  MAX_BOXES: count(200),
  /** This share of the text on one side of a boundary is in panels. */
  MIN_PANELLED: share(0.8),
  /** Lines that are side by side: fewer are no columns. */
  MIN_ROWS: count(3),
} as const;

/** Of `../layout/sections.ts`. */
export const SECTIONS = {
  /** Columns whose edges differ less are equal. */
  SAME_COLUMNS: points(8),
  /** Share of the pages that must look like the next but one and unlike the next for facing pages. */
  MIN_FACING_SHARE: share(0.7),
  /** Fewer pages tell nothing about facing ones. */
  MIN_FACING_PAGES: count(4),
} as const;

/** Of `../layout/text-area.ts`. */
export const TEXT_AREA = {
  /** Edges are counted in steps of this many points. */
  STEP: points(3),
  /** An edge at which this share of the text begins is the left margin. */
  MIN_LEFT_SHARE: share(0.06),
  /** Ragged text ends everywhere: the right margin is where hardly any goes on. */
  MIN_RIGHT_SHARE: share(0.02),
  /** Margins that differ less are meant to be equal; a ragged right edge may stay this far behind. */
  SYMMETRY: points(15),
  /** The right edge of ragged text may stay this far behind. */
  RAGGED_SYMMETRY: points(60),
  /** When this share of the lines ends at one edge it is the margin. */
  FLUSH_SHARE: share(0.25),
  /** So many lines that are at least so long and end this near to each other, in em, wrap there. */
  MIN_WRAPPED: count(3),
  /** Shorter lines are not wrapped. */
  MIN_PROSE: em(12),
  /** Lines that wrap end this near to each other. */
  WRAP_ROOM: em(2),
  /** Lines of one paragraph are at most this many em apart. */
  MAX_LEADING: em(1.6),
  /** The margins of pages that do not show theirs. */
  USUAL_MARGIN: points(72),
  /** Lines whose middle is this near to that of the page are centred on it. */
  SAME_MIDDLE: points(3),
  /** A table that sticks out of the text by more than this makes the text area wider. */
  MAX_OVERHANG: points(12),
  /** Lines that show a table: so many that begin and end alike, of at least this share of the page. */
  MIN_TABLE_LINES: count(3),
  /** Part of the page that lines of a table take. */
  MIN_LINE_SHARE: share(0.4),
  /** By which lines of one table end apart. */
  SAME_END: points(3),
} as const;
