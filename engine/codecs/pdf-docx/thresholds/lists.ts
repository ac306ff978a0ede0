import { count, em, points, share } from '../../../content/pages/thresholds.ts';

/**
 * What is a label, and which of them are of one list: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../layout/join-labels.ts`. */
export const JOIN_LABELS = {
  /** How far a label may be in front of its text, in em of the text. */
  MAX_LABEL_GAP: em(5),
  /** Edges of labels of one list differ by less than this. */
  SAME_EDGE: points(1),
  /** How far a bullet may be raised, in em of the text, and the part of its height that must be beside the text. */
  MAX_RAISE: em(0.5),
  /** Part of the bullet's height that is beside the text. */
  MIN_BESIDE: share(0.7),
  /** Between the text behind a label and the next piece of its line. */
  MIN_CELL_GAP: em(1.5),
  /** And so long is that text: else both are cells. */
  MIN_LABELLED_TEXT: em(8),
  /** So many spaces of its fonts show that a page writes them, with few gaps without one: those behind labels. */
  MIN_SPACES: count(8),
  /** Gaps without a space of the font, as a share of the spaces. */
  MAX_ADDED_SHARE: share(0.25),
} as const;

/** Of `../layout/labels.ts`. */
export const LABELS = {
  /** More readings of one label are not told apart. */
  MAX_READINGS: count(8),
} as const;

/** Of `../layout/lists.ts`. */
export const LISTS = {
  /** Labels this close across are of one level. */
  SAME_INDENT: points(6),
  /** The deepest level that is kept. */
  MAX_LEVEL: count(8),
  /** A lone number is the first of a list only when it is small. */
  MAX_FIRST: count(20),
  /** Numbered lists before other lists or headings that are looked at. */
  MAX_INTERRUPTED: count(16),
} as const;

/** Of `../layout/typed-labels.ts`. */
export const TYPED_LABELS = {
  /** Spaces of one line differ by less than this many em. */
  SAME_GAP: em(0.1),
  /** Edges that differ by less than this many points are one. */
  SAME_EDGE: points(3),
} as const;
