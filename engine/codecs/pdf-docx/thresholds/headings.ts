import { count, em, points, share, times } from '../../../content/pages/thresholds.ts';

/**
 * What is a heading: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../layout/bound-titles.ts`. */
export const BOUND_TITLES = {
  /** Rows of so many columns, of which so many hold content, are a table with all others of the same columns. */
  MIN_COLUMNS: count(3),
  MIN_FILLED: count(3),
  /** A cell higher than this part of the page is a frame around the text. */
  MAX_CELL: share(0.5),
  /** Lines of a frame meet within this many points. */
  CORNER: points(2),
  /** Pages with more lines than this are drawings. */
  MAX_RULES: count(4000),
  /** Lines of one paragraph are at most so far apart. */
  MAX_LEADING: em(1.45),
  /** Lines of running text are at least so long; shorter ones may be titles close to it. */
  MIN_LINE: em(25),
} as const;

/** Of `../layout/headings.ts`. */
export const HEADINGS = {
  /** How much larger than the body a heading is. */
  MIN_GROWTH: times(1.12),
  /** An outline that names more than this share of what looks like a heading names all. */
  MIN_OUTLINED_SHARE: share(0.3),
  /** Headings are short. */
  MAX_ROWS: count(4),
  /** Characters of the longest heading. */
  MAX_LENGTH: count(200),
  /** Levels by size; bold headings of body size are one below. */
  MAX_SIZE_LEVELS: count(5),
  /** A size in which more of the paragraphs than this are sentences, or which takes so much of the text, is text. */
  MAX_SENTENCE_SHARE: share(0.3),
  /** Part of all text that one size of headings takes at most. */
  MAX_TEXT_SHARE: share(0.4),
  /** Characters of such headings on average. */
  MAX_MEAN_LENGTH: count(50),
  /** When more of the paragraphs than this are bold lines, bold is not what marks a heading. */
  MAX_BOLD_SHARE: share(0.35),
  /** Lines of a bold heading. */
  MAX_BOLD_ROWS: count(2),
  /** Of the size of the body: bold lines that are smaller are no headings. */
  MIN_BOLD_SIZE: share(0.95),
  /** Characters of a bold heading. */
  MAX_BOLD_LENGTH: count(100),
  /** Shorter texts are symbols and numbers. */
  MIN_BOLD_LENGTH: count(3),
  /** Lines of code that are closer are of one listing. */
  MAX_CODE_GAP: em(1),
} as const;

/** Of `../layout/outline-headings.ts`. */
export const OUTLINE_HEADINGS = {
  /** An entry that names less than this share of a paragraph, or is that much longer, names another one. */
  MIN_COVERED: share(0.6),
  /** A heading is at most this far from the place that its entry gives. */
  MAX_DISTANCE: points(60),
  /** Rows of the longest heading that an outline names. */
  MAX_ROWS: count(6),
} as const;
