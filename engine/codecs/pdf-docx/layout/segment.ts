import type { Box } from '../../../content/pages/geometry.ts';
import type { Glyph } from '../../../content/pages/model.ts';

/** A piece of a text line without wide gaps; its glyphs are in reading order. */
export interface Segment extends Box {
  readonly kind: 'segment';
  readonly baseline: number;
  readonly size: number;
  readonly glyphs: readonly Glyph[];
  readonly text: string;
  /** The list label in front of the text, when there is one; `glyphs` and `text` hold what follows it. */
  readonly label?: SegmentLabel;
  /** What a tagged PDF says about the text. */
  readonly tag?: BlockTag;
}

export interface SegmentLabel extends Box {
  readonly glyphs: readonly Glyph[];
  readonly text: string;
  /** Left edge of the text behind the label. */
  readonly textX0: number;
  /** The label stood apart like behind a tab, not by the space of a running text. */
  readonly apart: boolean;
}

/** Glyphs that share a baseline, from left to right. */
export interface GlyphLine {
  readonly baseline: number;
  readonly size: number;
  readonly glyphs: readonly Glyph[];
}

/** The table cell that a tagged PDF puts a glyph into, as far as it is known. */
export type CellOf = (glyph: Glyph) => number | undefined;

/** What the structure tree of a tagged PDF says about a piece of text. Equal elements share one object. */
export interface BlockTag {
  /** The innermost block-level element: a paragraph, heading, label, cell and the like. */
  readonly block: TagElement;
  readonly heading?: HeadingLevel;
  readonly listItem?: TagElement | undefined;
  /** How many lists the item is inside of, from 1. */
  readonly listDepth: number;
  readonly cell?: TagElement | undefined;
  readonly row?: TagElement | undefined;
  readonly table?: TagElement;
}

/** An element, known by its identity; `index` grows in reading order. */
export interface TagElement {
  readonly role: string;
  readonly index: number;
}

/** 0 is the document's title, 1 to 6 are Word's headings. */
export type HeadingLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Text with its label, as it stands on the page. */
export function fullText(segment: Segment): string {
  return segment.label ? `${segment.label.text} ${segment.text}` : segment.text;
}
