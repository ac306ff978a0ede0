import { count, em, points, share, times } from '../../../content/pages/thresholds.ts';

/**
 * Where a paragraph begins and how its lines wrap: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../layout/column-joint.ts`. */
export const COLUMN_JOINT = {
  /** Sizes that differ by a smaller share are one. */
  SAME_SIZE: share(0.06),
  /** Of its width: lines that leave more at their end, and a letter, did not wrap. */
  MAX_ROOM: share(0.12),
  /** Lines that begin farther to the right begin a paragraph. */
  MAX_INDENT: em(0.5),
} as const;

/** Of `../layout/flow.ts`. */
export const FLOW = {
  /** Leading of a single row. */
  SINGLE_LEADING: em(1.18),
  /** Part of the line pitch above the baseline: how Word and LibreOffice place text in lines of exact height. */
  ABOVE_BASELINE: share(0.8),
} as const;

/** Of `../layout/alignment.ts`. */
export const ALIGNMENT = {
  /** More flush rows than this are no accident. */
  MANY_ROWS: count(5),
  /** Spaces that differ by more than this many em from row to row are stretched. */
  STRETCHED_SPACE: em(0.03),
} as const;

/** Of `../layout/paragraph-start.ts`. */
export const PARAGRAPH_START = {
  /** Rows of a centred paragraph fill this much of their column before they wrap. */
  CENTRED_ROW_SHARE: share(0.75),
  /** Room that centred rows have at either side at least. */
  MIN_CENTRED_ROOM: em(1.5),
  /** Lines that begin this close to each other, in em, begin at one edge. */
  SAME_EDGE: em(0.1),
  /** Other lines begin less than this many em to the right of the first one. */
  MAX_HANGING: em(6),
  /** First lines are indented by less than this part of their column; text farther to the right is set there. */
  MAX_FIRST_INDENT: share(0.4),
  /** Lines that begin so much beside the others begin or end a paragraph. */
  MIN_INDENT: em(0.8),
  /** A label that begins so much to the right of the line above is one. */
  MIN_LABEL_INDENT: points(3),
  /** Sizes that differ by a smaller share of the larger one are one; two in one paragraph differ by less than the second. */
  SAME_SIZE: share(0.12),
  /** Sizes that are mixed in one paragraph differ by less. */
  MAX_MIXED_GROWTH: share(0.25),
  /** The text of an entry behind its name takes this part of the column at least, this many em behind it at most. */
  MIN_ENTRY: share(0.5),
  /** Between the name of an entry and its text. */
  MAX_NAME_GAP: em(4),
  /** Lines of one paragraph are at most this many em apart, and those of text that is set in double lines. */
  MAX_LEADING: em(1.9),
  /** Of text that is set in double lines. */
  MAX_WIDE_LEADING: em(2.6),
  /** Lines whose distance differs from the usual one by less than this share of it are as far apart as all others. */
  SAME_LEADING: share(0.04),
  /** Lines that are so many times as far apart as those before, and this much more, are apart. */
  MAX_LEADING_GROWTH: times(1.28),
  /** Against rounding. */
  LEADING_SLACK: points(0.5),
} as const;

/** Of `../layout/wrapping.ts`. */
export const WRAPPING = {
  /** Ragged lines end in this part of the column. */
  RAGGED_SHARE: share(0.12),
  /** Lines of an inner block of text, such as a quotation, are at least this long. */
  MIN_PROSE: em(12),
  /** Rows that end at one edge to show where an inner block wraps. */
  MIN_FLUSH: count(3),
  /** Ends that differ by this many em at most are flush. */
  FLUSH: em(0.1),
  /** So many distances of lines show which one is usual. */
  MIN_LEADINGS: count(3),
  /** Lines whose words run on fill this much of their column: items of a list are shorter, or end anywhere. */
  MIN_RUN_ON_FILL: share(0.7),
  /** So many lines that certainly go on show how ragged a text is. */
  MIN_RUNNING_ON: count(3),
  /** A listing has so many lines, and this part of them breaks where a paragraph would not. */
  MIN_LISTING: count(4),
  /** Part of its lines that breaks where a paragraph would not. */
  MIN_BROKEN_SHARE: share(0.3),
} as const;
