import { count, dpi, em, levels, pixels, points, share, slope, times } from '../thresholds.ts';

/**
 * What of a page is text, a line, a drawing or nothing that anyone sees: every number that decides it, with its unit
 * and its reason, by the step that asks for it.
 */

/** Of `tex/bitmap-fonts.ts`. */
export const BITMAP_FONTS = {
  /** Part of a width by which fonts of other design sizes deviate from those of ten points in proportion. */
  TOLERANCE: share(0.025),
  /** Bitmaps are whole pixels wide. */
  ROUNDING: pixels(0.6),
  /** Of the glyphs that must have the widths of a font. */
  MIN_FITTING: share(0.9),
  /** Widths of small design sizes in parts of those of ten points. */
  MAX_SCALE: times(1.45),
  /** Widths of large design sizes in parts of those of ten points. */
  MIN_SCALE: times(0.88),
  /** Error for a size that is not that of ten points: few glyphs fit other fonts at another size as well. */
  SCALE_PENALTY: share(0.1),
  /** Fits that differ less in their error are equal. */
  SAME_FIT: share(0.002),
  /** Fewer glyphs say nothing of monospace fonts, nor of fonts whose size is not known. */
  MIN_GLYPHS: count(4),
  /** Fewer different widths are in proportion by chance, where the size is not known. */
  MIN_WIDTHS: count(4),
} as const;

/** Of `clip-shapes.ts`. */
export const CLIP_SHAPES = {
  /** Larger clips are those of scattered pixels: their box has to do. */
  MAX_SEGMENTS: count(2_000),
  /** Clips that are thinner are lines. */
  MIN_SIDE: points(3),
  /** Lines that deviate less are upright. */
  MAX_SLANT: points(0.6),
} as const;

/** Of `drawing-parts.ts`. */
export const DRAWING_PARTS = {
  /** Paths closer than this belong to one drawing. */
  NEAR: points(6),
  /** Lines that are this close hang together. */
  TOUCH: points(1),
  /** A frame is at most so many times as wide and as high as what is drawn in it. */
  MAX_FRAME_GROWTH: times(1.6),
} as const;

/** Of `drawing-svg.ts`. */
export const DRAWING_SVG = {
  /** Lines with sharp corners reach so many times their width beyond their points (SVG limits miters to 4). */
  MITER_REACH: times(2),
  /** Points that no one sees: SVGs are written to a hundredth. */
  UNSEEN: points(0.05),
} as const;

/** Of `field-values.ts`. */
export const FIELD_VALUES = {
  /** Size of text whose field is filled by it, in parts of the field's height. */
  AUTOMATIC_SIZE: share(0.7),
  /** Size of text whose field is high. */
  MAX_AUTOMATIC_SIZE: points(12),
  /** Mean width of a letter, and ascent and descent of the line box. */
  LETTER_WIDTH: em(0.5),
  /** Of the line box. */
  ASCENT: em(0.8),
  /** Of the line box. */
  DESCENT: em(0.2),
  /** Between the edge of a field and its text. */
  PADDING: points(2),
  /** How far the border of a box to tick reaches beyond it. */
  BORDER: points(1.5),
} as const;

/** Of `figures.ts`. */
export const FIGURES = {
  /** Smaller drawings are symbols. */
  MIN_SIDE: points(50),
  /** Part of the page: larger ones are the page. */
  MAX_SHARE: share(0.6),
  /** Part of a figure that one of its images covers: more is a photograph with something on it. */
  MAX_IMAGE_SHARE: share(0.5),
  /** How far labels stick out of their figure. */
  MARGIN: points(4),
  /** How far from a diagram the numbers of its axes are. */
  REACH: points(24),
  /** A frame around a diagram with its labels is at most so many times as wide and as high. */
  MAX_FRAME_GROWTH: times(1.6),
  /** How far the ink of a letter may be beside its box. */
  INK: points(1),
} as const;

/** Of `font-text.ts`. */
export const FONT_TEXT = {
  /** Fonts of one-byte codes have names for their glyphs; without, most of their codes mean nothing. */
  MIN_CONTROL_SHARE: share(0.5),
  /** Of the glyphs of a composite font: where fewer are their codes alone, the file leaves those out that it could not name. */
  MAX_BARE_SHARE: share(0.5),
} as const;

/** Of `fonts.ts`. */
export const FONTS = {
  /** Ascent and descent of fonts that state none, or nonsense. */
  USUAL_ASCENT: em(0.8),
  /** Below the baseline. */
  USUAL_DESCENT: em(-0.2),
  /** No letter of a Type 3 font is so high: its box is in other units. */
  MAX_HEIGHT: em(10),
  /** Height of the box of a font by the width of its widest letter: a box that is more slender is none of its own. */
  MAX_SLENDERNESS: times(6),
} as const;

/** Of `glyph-recorder.ts`. */
export const GLYPH_RECORDER = {
  /** What is fainter than this cannot be seen. */
  MIN_ALPHA: share(0.02),
  /** Points outside the page at which glyphs are kept: their boxes are estimates. */
  PAGE_TOLERANCE: points(2),
  /** Text that its matrix leans by more than this is italic: 8 degrees. */
  ITALIC_SLANT: slope(0.14),
} as const;

/** Of `page-recorder.ts`. */
export const PAGE_RECORDER = {
  /** Images with a side below this, in points, are specks and hairlines. */
  MIN_IMAGE_SIDE: points(3),
} as const;

/** Of `patterns.ts`. */
export const PATTERNS = {
  /** Colours that differ by less in every channel are one to the eye. */
  MAX_DIFFERENCE: levels(6),
  /** Of the corners of a mesh so many are looked at. */
  MAX_SAMPLES: count(256),
} as const;

/** Of `raster-image.ts`. */
export const RASTER_IMAGE = {
  /** Sharp enough for print at the placed size; more only swells the document. */
  MAX_DPI: dpi(220),
  /** Bits of black and white take so little that they are kept as sharp as scanners make them. */
  MAX_BILEVEL_DPI: dpi(600),
  /** Slopes below this move an image of some thousand pixels by less than one of them. */
  MAX_SLANT: slope(1e-4),
} as const;

/** Of `read-page.ts`. */
export const READ_PAGE = {
  /** More of the glyphs than this must be turned alike before the page is turned. */
  TURNED_TEXT_SHARE: share(0.75),
} as const;

/** Of `shape-recorder.ts`. */
export const SHAPE_RECORDER = {
  /** Lines up to this thickness are ruling lines: Word writes table borders as filled boxes of half a point. */
  MAX_RULE_THICKNESS: points(3),
  /** Curves and lines of one page that are kept: a map may have a million. */
  MAX_VECTOR_SEGMENTS: count(200_000),
  /** Small boxes that are kept: an image may be made of them. */
  MAX_SPECKS: count(5_000),
  /** A line of no width is as thin as can be shown. */
  MIN_STROKE: points(0.25),
  /** What is fainter than this cannot be seen. */
  MIN_ALPHA: share(0.05),
  /** Lines that deviate less from upright are level to the eye. */
  MAX_SLANT: points(0.6),
  /** Shorter lines are parts of drawn symbols. */
  MIN_RULE: points(2),
} as const;

/** Of `span-texts.ts`. */
export const SPAN_TEXTS = {
  /** More glyphs with another number of characters are no cluster of letters. */
  MAX_CLUSTER: count(8),
} as const;

/** Of `structure-tree.ts`. */
export const STRUCTURE_TREE = {
  /** Share of the glyphs outside of artifacts that the tree must account for. */
  MIN_TAGGED_SHARE: share(0.9),
  /** Deeper trees are damaged. */
  MAX_DEPTH: count(100),
} as const;

/** Of `vector-drawings.ts`. */
export const VECTOR_DRAWINGS = {
  /** A drawing of more segments is an image: Word would take seconds to show it. */
  MAX_SEGMENTS: count(5_000),
  /** Smaller drawings are specks. */
  MIN_SIDE: points(2),
  /** Pixels of a point in the image that stands for a drawing where it cannot be shown, and of all of it at most. */
  PIXELS_PER_POINT: pixels(1.5),
  /** The same of small letters and symbols. */
  PIXELS_PER_POINT_OF_TEXT: pixels(3),
  /** And where the image is all there is. */
  PIXELS_PER_POINT_ALONE: pixels(2),
  /** Of an image at most. */
  MAX_PIXELS: pixels(750_000),
  /** Diagrams are no smaller, in points, and no larger part of their page. */
  MIN_DIAGRAM_SIDE: points(50),
  /** Part of the page: larger ones are the page. */
  MAX_DIAGRAM_SHARE: share(0.6),
  /** Part of a diagram over which its curves and slanted lines run. */
  MIN_COVERED_SHARE: share(0.25),
  /** Clusters that are compared with each other; in more of them the page as a whole is one. */
  MAX_CLUSTERS: count(400),
} as const;

/** Of `vector-paths.ts`. */
export const VECTOR_PATHS = {
  /** Corners are rounded by this part of the shorter side at most. */
  EDGE_SHARE: share(0.15),
  /** Fewer points make no frame. */
  MIN_FRAME_POINTS: count(4),
} as const;

/** Of `veiled-images.ts`. */
export const VEILED_IMAGES = {
  /** Pixels of a coverage along its width when it is looked at, and all of it when it is used. */
  GLANCE_WIDTH: pixels(64),
  /** Of a coverage at most. */
  MAX_PIXELS: pixels(750_000),
  /** Of a coverage that is used. */
  PIXELS_PER_POINT: pixels(2),
  /** More shows all, less nothing. */
  OPAQUE: share(0.99),
} as const;

/** Of `visible-text.ts`. */
export const VISIBLE_TEXT = {
  /** Height of the slices in which glyphs are looked up. */
  SLICE: points(12),
  /** Scanned text is dense: its glyphs cover this share of the area that they span. Labels of a drawing cover less. */
  SCANNED_TEXT_SHARE: share(0.2),
  /** Text that spans less of an image than this is a caption in it. */
  MIN_SPANNED_SHARE: share(0.1),
  /** Fewer hidden glyphs than this are labels, not a scanned text. */
  MIN_SCANNED_GLYPHS: count(50),
} as const;

/** Of `unmapped/`. */
export const UNMAPPED = {
  /** Rows and columns of the grid over a glyph: the bits of a number. */
  GRID: count(32),
  /** Straight lines that stand for a curve. */
  CURVE_STEPS: count(6),
  /** Glyphs whose proportions differ more are no pictures of one letter. */
  MAX_ASPECT_RATIO: times(1.45),
  /** Nor are those that reach further above or below the line than others; what is smaller is a stroke. */
  MAX_SHIFT: em(0.12),
  /** Likeness that an em between their edges takes. */
  SHIFT_WEIGHT: times(1.5),
  /** From here on a glyph is the letter of a font that is like its own. */
  MIN_LIKENESS: share(0.6),
  /** And so much more than it is any other one. */
  MIN_LEAD: share(0.02),
  /** A symbol has to be like one in any font. */
  MIN_SYMBOL_LIKENESS: share(0.85),
} as const;
