import { count, em, points, share } from '../../../content/pages/thresholds.ts';

/**
 * What text without lines is a table: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../layout/joined-sides.ts`. */
export const JOINED_SIDES = {
  /** Columns that are left between two tables, if they are wider than this. */
  MIN_GAP: points(6),
} as const;

/** Of `../layout/stream-grid.ts`. */
export const STREAM_GRID = {
  /** The next line of a cell is less than this many em below. */
  NEXT_LINE: em(0.35),
  /** Free space between a column's edge and its text. */
  PADDING: points(2),
  /** Rows with at least this share of the most pieces show where the columns are. */
  RICH_SHARE: share(0.6),
  /** Rows of one line of a table overlap by this share of their height: a label of two lines beside a number. */
  SAME_LINE_SHARE: share(0.3),
  /** The space between words in em, and the room that cells leave at their right. */
  MIN_SPACE: em(0.25),
  /** Room that cells leave at their right. */
  MAX_CELL_PADDING: points(12),
} as const;

/** Of `../layout/stream-tables.ts`. */
export const STREAM_TABLES = {
  /** Rows of a table are at most this many em apart. */
  MAX_ROW_GAP: em(1.6),
  /** The next line of a cell begins within this many points of its left side. */
  SAME_SIDE: points(1.5),
  /** Rows with several segments that make a table. */
  MIN_ROWS: count(3),
  /** Segments that fill more than this share of their column are running text. */
  RUNNING_TEXT_SHARE: share(0.75),
  /** Lines of prose are longer than this many em. */
  PROSE_LENGTH: em(13),
  /** Columns with so many labels, for this share of their lines, are lists. */
  MIN_ITEMS: count(2),
  /** Part of the lines that have labels. */
  MIN_LABELLED: share(0.6),
  /** What an evident table has: columns, rows with all of them, and pieces no wider than this share of the page. */
  EVIDENT_COLUMNS: count(3),
  /** Part of the rows that have all columns. */
  EVIDENT_SHARE: share(0.6),
  /** Part of the page that its widest piece takes. */
  EVIDENT_WIDTH: share(0.4),
} as const;

/** Of `../layout/undrawn-columns.ts`. */
export const UNDRAWN_COLUMNS = {
  /** What shows columns that no line tells apart: so many of them, and rows in several pieces, also as a share of all. */
  MIN_COLUMNS: count(3),
  /** Rows in several pieces. */
  MIN_SPLIT_ROWS: count(4),
  /** Part of the rows that are in several pieces. */
  MIN_SPLIT_SHARE: share(0.6),
  /** The head may have several lines. */
  MAX_STACKED_SHARE: share(0.2),
  /** Free space behind the text of a column. */
  PADDING: points(2),
} as const;
