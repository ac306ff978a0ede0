/**
 * What a document shows, block by block in reading order: flat, plain data, so that it crosses threads and two of them
 * can be aligned. Text of fields that are computed again, and marks of notes, are one `COMPUTED` character each.
 */
export interface OutlineBlock {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'formula' | 'image';
  /**
   * `body` has its place in the reading order; `box`, `note` and `margin` (header or footer) are beside it, and where
   * is up to the format; `formula` is written as each format writes formulas; `unshown` is in the file and on none of
   * its pages, `speaker` what a presentation has there: the notes of the speaker, hidden slides.
   */
  readonly place: OutlinePlace;
  /** As it is shown, without the label of a list item. */
  readonly text: string;
  /** The same with the values of fields that are computed again; absent where there are none. */
  readonly computed?: string;
  /** Of a heading, from 1; 0 for the title of the document. A line that looks like the title of its slide has none. */
  readonly level?: number;
  readonly item?: OutlineItem;
  /** Table, row and cell, from 1. */
  readonly cell?: readonly [table: number, row: number, column: number];
  /** How many columns and rows its cell covers, where it is more than one. */
  readonly cover?: readonly [columns: number, rows: number];
  /** Cells of its table cover several columns or rows. */
  readonly isSpanned?: true;
  /** Page or slide, from 1. */
  readonly page?: number;
  readonly links?: readonly OutlineLink[];
  /** The text box or shape that it is in, from 1. */
  readonly box?: number;
  /** Where this box is on its slide, in points. */
  readonly frame?: OutlineFrame;
  /** Of a header or a footer, which of them. */
  readonly edge?: 'header' | 'footer';
  /** The note that it belongs to. */
  readonly note?: string;
  /** The notes whose marks are in it, in their order. */
  readonly marks?: readonly string[];
  /** What is shown as these marks; undefined where the file does not say it. */
  readonly markLabels?: readonly (string | undefined)[];
  readonly image?: OutlineImage;
  readonly styled?: StyledText;
  /** The places in it that links lead to. */
  readonly anchors?: readonly string[];
}

export interface OutlineFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees by which it is turned about its middle, clockwise. */
  readonly angle?: number;
}

/** What of a block is in a style, without white space, as far as its reader knows. */
export interface StyledText {
  /** Characters. */
  readonly bold?: number;
  readonly italic?: number;
  /** Above or below the line: exponents, indices. */
  readonly raised?: string;
}

export type OutlinePlace = 'body' | 'box' | 'note' | 'margin' | 'formula' | 'speaker' | 'unshown';

export interface OutlineItem {
  /** From 0. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** As it is shown, where the reader knows it. */
  readonly label?: string;
  /** Of an item with a box to tick. */
  readonly isChecked?: boolean;
}

export interface OutlineLink {
  readonly text: string;
  readonly href: string;
}

export interface OutlineImage {
  /** Of its bytes, where these can be read. */
  readonly hash?: string;
  /** In pixels, of bitmaps. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly mimeType: string;
  readonly alternative: string;
  /** As it is shown, in points. */
  readonly shown?: { readonly width: number; readonly height: number };
  /** What the file calls it, where its bytes are elsewhere. */
  readonly name?: string;
  /** It is named, and it is not in the file. */
  readonly isMissing?: true;
}

/** Stands for what programs write again: the value of a computed field, the mark of a note. */
export const COMPUTED = '\ufffc';

/** Blocks of a document that are kept; of more, the first. */
export const MAX_OUTLINE_BLOCKS = 60_000;
