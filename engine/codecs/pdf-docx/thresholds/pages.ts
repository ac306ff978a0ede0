import { count, em, points, share, times } from '../../../content/pages/thresholds.ts';

/**
 * What comes back on all pages, and what is beside the text: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `../layout/anchors.ts`. */
export const ANCHORS = {
  /** A destination is a little above the text that it means. */
  TOLERANCE: points(4),
} as const;

/** Of `../layout/backdrops.ts`. */
export const BACKDROPS = {
  /** A marked word is about as high as its line. */
  MAX_HIGHLIGHT: em(1.9),
  /** How far a mark may reach beyond its text. */
  MARK_MARGIN: points(4),
  /** Separating lines are at least this long. */
  MIN_LINE: points(18),
  /** Between the end of a line and another that it meets. */
  MAX_GAP: points(1.5),
  /** Smaller boxes in a table, as a share of it, are parts of drawn symbols. */
  MIN_BAR: share(0.001),
} as const;

/** Of `../layout/check-boxes.ts`. */
export const CHECK_BOXES = {
  /** Sides of one square differ by less than this, and its corners meet so closely. */
  CORNER: points(1),
  /** Text this far beside a square, in widths of it, says what it is for. */
  MAX_DISTANCE: times(1.5),
  /** More squares than these are a drawing. */
  MAX_SQUARES: count(500),
} as const;

/** Of `../layout/diagram-labels.ts`. */
export const DIAGRAM_LABELS = {
  /** Longer texts are no labels, and what they are on is no diagram. */
  MAX_LABEL_CHARS: count(40),
  /** How far labels stick out of their diagram. */
  MARGIN: points(4),
  /** Part of the letters of a figure that are in longer texts: its title, and notes. */
  MAX_LONG_SHARE: share(0.3),
  /** Part of a figure that its labels cover: lines of text cover more. */
  MAX_TEXT_SHARE: share(0.25),
  /** More text boxes in one figure make Word and LibreOffice slow. */
  MAX_LABELS: count(200),
  /** Words of a label are no further apart than this; a space is a quarter em. */
  MAX_GAP: em(0.6),
} as const;

/** Of `../layout/document-layout.ts`. */
export const DOCUMENT_LAYOUT = {
  /** Vertical rules shorter than this do not keep text apart. */
  MIN_SEPARATOR: points(6),
  /** First lines of pages whose tops differ less begin at the same margin: higher type begins higher. */
  SAME_TOP: points(8),
  /** Pages, more than half of all, that must begin there. */
  MIN_SAME_TOPS: count(3),
} as const;

/** Of `../layout/footnotes.ts`. */
export const FOOTNOTES = {
  /** Footnotes are smaller than the text by this factor at least, and are in this lower part of the page. */
  MAX_SIZE: times(0.95),
  /** Part of the page height below which notes are. */
  MIN_HEIGHT_SHARE: share(0.5),
  /** The line above notes begins at the edge of the text, so exactly. */
  AT_EDGE: points(3),
  /** Between the text of a full page and its notes, with the line above them. */
  NOTE_GAP: points(24),
} as const;

/** Of `../layout/framed-texts.ts`. */
export const FRAMED_TEXTS = {
  /** Lines of a frame meet at its corners within this many points. */
  MEETING: points(1),
  /** A frame around text takes at least this part of the page's width and at most this one of its height. */
  MIN_WIDTH: share(0.3),
  /** Part of the height of the page. */
  MAX_HEIGHT: share(0.5),
  /** Pages with more lines than this are drawings, and with more frames forms. */
  MAX_RULES: count(4000),
  /** More are the boxes of a form. */
  MAX_FRAMES: count(6),
  /** A line in type of this many times the usual size is a heading, whose frame is decoration. */
  MIN_GROWTH: times(1.12),
} as const;

/** Of `../layout/header-only-pages.ts`. */
export const HEADER_ONLY_PAGES = {
  /** On fewer pages the last lines of a text look like the header of an empty page. */
  MIN_PAGES: count(3),
  /** Part of the page height in which headers begin, and end where text is below them. */
  MARGIN: share(0.07),
  /** Part of the page height in which footers are. */
  BOTTOM_ZONE: share(0.07),
  /** Lines of one header are closer. */
  MIN_GAP: em(1.2),
  /** Part of the page height that the header of an empty page takes at most. */
  MAX_BLOCK: share(0.2),
} as const;

/** Of `../layout/note-links.ts`. */
export const NOTE_LINKS = {
  /** A link leads to the upper edge of the mark that it means, so exactly. */
  SAME_PLACE: points(4),
  /** Marks are smaller than this part of the usual size. */
  MAX_MARK: times(0.75),
  /** Part of the size of their text in which programs print them. */
  RAISED: times(0.58),
} as const;

/** Of `../layout/page-layout.ts`. */
export const PAGE_LAYOUT = {
  /** Images above this share of the page are backgrounds. */
  BACKGROUND_SHARE: share(0.75),
  /** What lies this near to an edge of the page is clipped there. */
  PAGE_EDGE: points(4),
  /** Images lower than this are in the text like a character; they float at their place. */
  MIN_IMAGE_HEIGHT: points(14),
} as const;

/** Of `../layout/running-images.ts`. */
export const RUNNING_IMAGES = {
  /** Share of the pages on which an image must be at the same place. */
  MIN_SHARE: share(0.6),
  /** On fewer pages nothing comes back. */
  MIN_PAGES: count(3),
} as const;

/** Of `../layout/page-numbers.ts`. */
export const PAGE_NUMBERS = {
  /** Share of the pages with headers or footers on which a number must count the pages. */
  MIN_NUMBERED_SHARE: share(0.5),
  /** Pages from one number to the next of a run: those between may have none. */
  MAX_GAP: count(4),
  /** Texts that come back within so many pages, as those of even and odd pages do, do not count them. */
  NEAR_PAGES: count(2),
  /** Characters before a number within a text that tell it from others there. */
  SHOWN_BEFORE: count(8),
} as const;

/** Of `../layout/headers-footers.ts`. */
export const RUNNING_TITLES = {
  /** Part of the page height at either end in which headers and footers are. */
  ZONE: share(0.13),
  /** Page numbers by themselves may be further inside. */
  NUMBER_ZONE: share(0.2),
  /** So may what stands at one place on this share of the pages, and on as many of them at least. */
  FAR_SHARE: share(0.5),
  MIN_FAR_PAGES: count(8),
  /** Baselines that differ less are at the same height on the page. */
  SAME_HEIGHT: points(4),
  /** Share of the pages on which a title must come back: odd and even pages may have different ones. */
  MIN_SHARE: share(0.3),
  /** Share of the pages that have titles of their own at one place. */
  MIN_CHANGING_SHARE: share(0.6),
  /** The largest type of such titles. */
  MAX_MARGINAL_SIZE: points(12.5),
  /** With more pages than this, what comes back tells what a title is. */
  MAX_LONE_PAGES: count(2),
  /** Rows of headers and footers at either end of a page. */
  MAX_MARGINAL_ROWS: count(3),
  /** Pages from one page number to the next: those between may have none. */
  NUMBERED_NEAR: count(4),
} as const;

/** Of `../layout/natural-breaks.ts`. */
export const NATURAL_BREAKS = {
  /** By which heights are measured too large. */
  ROUNDING: points(1),
  /** More space than this above the first line of a page is meant to be there. */
  MIN_OPENING: points(12),
  /** Room below the last line of a page against rounding, at least. */
  MIN_SLACK: points(1.5),
  /** And at most. */
  MAX_SLACK: points(5),
  /** Part of what lacks of a line there, by which pages may be longer without taking it. */
  SLACK_SHARE: share(0.7),
} as const;
