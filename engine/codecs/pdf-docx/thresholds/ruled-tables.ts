import { count, em, points, share, times } from '../../../content/pages/thresholds.ts';

/**
 * What lines and grounds are a table: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../layout/cell-style.ts`. */
export const CELL_STYLE = {
  /** Grid lines closer than this are one. */
  SAME_GRID_LINE: points(3),
  /** A fill under less of a cell marks its text. */
  MIN_SHADED_SHARE: share(0.6),
} as const;

/** Of `../layout/cut-words.ts`. */
export const CUT_WORDS = {
  /** Room that a cell may leave beside its text. */
  MAX_PADDING: points(8),
  /** Shorter words find room in any cell. */
  MIN_WORD: count(4),
  /** Characters of a word that is as long as a line by itself. */
  MIN_LONG_WORD: count(20),
} as const;

/** Of `../layout/drawn-edges.ts`. */
export const DRAWN_EDGES = {
  /** Shorter lines are ticks or letters. */
  MIN_LENGTH: points(8),
} as const;

/** Of `../layout/inner-frames.ts`. */
export const INNER_FRAMES = {
  /** Lines of a frame meet at its corners within this many points. */
  CORNER: points(1),
  /** A frame has four sides, and a line within makes it a table. */
  MIN_RULES: count(5),
  /** Pages with more lines than this are drawings. */
  MAX_RULES: count(4000),
  /** More frames than this are the boxes of a form or a drawing. */
  MAX_FRAMES: count(100),
} as const;

/** Of `../layout/joined-tables.ts`. */
export const JOINED_TABLES = {
  /** Column edges that differ less are the same. */
  SAME_EDGE: points(4),
  /** Free space at the foot of a page that may be left above the next row. */
  ROUNDING: points(6),
} as const;

/** Of `../layout/lattice-grid.ts`. */
export const LATTICE_GRID = {
  /** Lines that reach this far beyond the last one across them border an open cell. */
  OPEN_SIDE: points(8),
  /** A single line borders an open row that is higher than the highest one by no more than this factor. */
  MAX_OPEN_ROW: times(1.5),
  /** A grid above this is a drawing or graph paper. */
  MAX_GRID_CELLS: count(4000),
} as const;

/** Of `../layout/lattice-tables.ts`. */
export const LATTICE_TABLES = {
  /** A single row or column in a cell of a table has text in at least so many boxes; with less it is a field of a form. */
  MIN_FILLED_BOXES: count(2),
} as const;

/** Of `../layout/nested-grids.ts`. */
export const NESTED_GRIDS = {
  /** Rules meet when they come this close. */
  MEETING: points(3),
  /** Lines as close as this are one, also where a frame is close to the lines of its cell. */
  SAME_STROKE: points(0.3),
  /** How far a frame may reach over the lines of the cell that it is in. */
  OVERHANG: points(2),
  /** A table in a cell is at least this far from the walls at its sides: else its lines are those of the cell. */
  MIN_INSET: points(1.5),
  /** A frame around a table, as the only cell of another one, leaves so much room at most. */
  MAX_FRAME_ROOM: points(20),
} as const;

/** Of `../layout/open-heads.ts`. */
export const OPEN_HEADS = {
  /** A head is at most this many em above the first line of its table. */
  MAX_GAP: em(1.5),
  /** Text of a head begins, ends or has its middle where the text of its column does, so exactly. */
  ALIGNED: points(2),
} as const;

/** Of `../layout/ruled-tables.ts`. */
export const RULED_TABLES = {
  /** Rules of one table begin and end within this distance of each other. */
  SAME_END: points(6),
  /** Shorter rules underline a word. */
  MIN_LENGTH: points(72),
  /** Part of the lines between two rules that have several pieces, in a table. */
  MIN_SPLIT_SHARE: share(0.5),
  /** Lines between two rules of which one has several pieces may be a head. */
  MAX_HEAD_LINES: count(6),
  /** Rows of several pieces that make a table. */
  MIN_SPLIT_ROWS: count(2),
} as const;

/** Of `../layout/rules.ts`. */
export const RULES = {
  /** Rules closer than this across are one line. */
  SAME_LINE: points(1.6),
  /** Rules with a smaller gap along are one line. */
  TOUCHING: points(2.5),
} as const;

/** Of `../layout/shaded-rows.ts`. */
export const SHADED_ROWS = {
  /** Grounds are compared this far above and below an edge. */
  BESIDE_EDGE: points(1),
  /** The middle of a line is this part of its height away from where the ground changes between lines. */
  MIN_CLEARANCE: share(0.3),
  /** Pages with more painted boxes than this are drawings. */
  MAX_FILLS: count(2000),
} as const;

/** Of `../layout/stacked-rows.ts`. */
export const STACKED_ROWS = {
  /** A drawn row of fewer cells has nothing beside its lines. */
  MIN_CELLS: count(2),
  /** Share of the cells that have text on each line. */
  MIN_FILLED: share(0.6),
  /** Share of the columns that hold numbers alone, where two lines are enough. */
  MIN_SHARE: share(0.5),
  /** Lines from which on words alone are rows: two may be two lines of each cell. */
  MIN_WORD_ROWS: count(3),
  /** Space between two words. */
  MIN_SPACE: em(0.2),
  /** Room between the text of a cell and the line beside it. */
  PADDING: points(4),
} as const;

/** Of `../layout/undrawn-rows.ts`. */
export const UNDRAWN_ROWS = {
  /** A cell of fewer rows is one that was merged. */
  MIN_ROWS: count(4),
  /** Share of its rows that have one line each. */
  MIN_FILLED: share(0.8),
  /** The middle of a line is this part of its height away from the edges of the rows. */
  MIN_CLEARANCE: share(0.3),
} as const;

/** Of `../layout/side-cells.ts`. */
export const SIDE_CELLS = {
  /** Room between the edge of a side cell and its text. */
  PADDING: points(2),
  /** How far text beside a table may reach over its edge. */
  OVERHANG: points(2),
} as const;

/** Of `../layout/table-heads.ts`. */
export const TABLE_HEADS = {
  /** Lines under a heading of several columns are at one height. */
  SAME_HEIGHT: points(2),
  /** A head with more lines than this is a part of the table's body. */
  MAX_LINES: count(6),
  /** More rows than this are no head. */
  MAX_HEAD_ROWS: count(4),
} as const;

/** Of `../layout/tagged-tables.ts`. */
export const TAGGED_TABLES = {
  /** A drawn grid has about as many cells with text as the tags say; beyond this factor one of both is wrong. */
  MAX_CELL_FACTOR: times(1.6),
  /** Free space between a column's edge and its text. */
  PADDING: points(2),
  /** How far the lines around a table may be from its text. */
  OUTER_REACH: points(8),
  /** A line between two columns or rows runs along this share of them. */
  MIN_RULED_SHARE: share(0.6),
} as const;
