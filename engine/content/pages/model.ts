import type { Formula } from './formulas/formula.ts';
import type { Box } from './geometry.ts';

/**
 * What is drawn on one page, independent of the library that read it: positioned glyphs, ruling lines, filled boxes,
 * images and links. Lengths are points; the origin is the top left corner as a viewer shows the page (its rotation is
 * applied) and y grows downwards. Plain data.
 */
export interface PageModel {
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly Glyph[];
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
  readonly images: readonly PageImage[];
  readonly links: readonly Link[];
  /** Links to places in the document. */
  readonly jumps?: readonly Jump[];
  /** What of it can be filled in. */
  readonly fields?: readonly FormField[];
  /** Number of the page in the PDF, from 1. */
  readonly number?: number;
  /** Entries of the document's outline that point to this page. */
  readonly outline?: readonly OutlineEntry[];
  /** The structure tree of a tagged PDF, where it describes this page. */
  readonly structure?: PageStructure;
  /** Curves and slanted lines beyond the limits: drawn things that the model does not hold. */
  readonly vectorCount: number;
  /** Those of the whole document, once it is known. */
  readonly words?: DocumentWords;
}

/** The words of a document; several that hyphens join are one. */
export interface DocumentWords {
  /** How often each occurs. */
  readonly counts: ReadonlyMap<string, number>;
  /** The first and the last ones of those that hyphens join. */
  readonly firsts: ReadonlySet<string>;
  readonly lasts: ReadonlySet<string>;
}

/** The elements of one page's part of a structure tree, parents before children. */
export interface PageStructure {
  readonly elements: readonly StructureElement[];
  /** Index of the innermost element, by marked-content id. */
  readonly contents: Readonly<Record<number, number>>;
}

export interface StructureElement {
  /** Standard structure type (ISO 32000-2, 14.8.4), e.g. `P`, `H1` or `TD`. */
  readonly role: string;
  /** Index of the parent element. */
  readonly parent?: number;
  readonly alt?: string;
}

/** A font as the PDF names it. */
export interface FontFace {
  /** PostScript name without the subset tag, e.g. `TimesNewRomanPS-BoldMT`. */
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
  readonly serif: boolean;
}

export interface Glyph extends Box {
  /** Unicode text of the glyph: one character, or several of a ligature. */
  readonly text: string;
  /** Where the pen stood: the start of the glyph on its baseline. For upright text `baseline` is the y of the line. */
  readonly originX: number;
  readonly baseline: number;
  /** How far the glyph moves the pen along the writing direction. */
  readonly advance: number;
  readonly size: number;
  /** Width of the glyph as shown ÷ its width in the font: not 1 where the PDF squeezes or spreads its text. */
  readonly stretch: number;
  /** Degrees clockwise of the writing direction as shown: 0 is left to right, 90 is downwards, 270 upwards. */
  readonly rotation: number;
  readonly font: FontFace;
  /** Fill colour as `#rrggbb`. */
  readonly color: string;
  readonly script?: 'super' | 'sub';
  /** Marked-content id, the link to the structure tree of a tagged PDF. */
  readonly mcid?: number;
  /** Inside marked content that the PDF declares an artifact: headers and footers, page numbers, decoration. */
  readonly artifact?: boolean;
  /** Paint order on the page, shared with fills and images. */
  readonly order: number;
  /** Of large symbols of formulas: from where to where their ink reaches, of which the box of their line says nothing. */
  readonly ink?: { readonly y0: number; readonly y1: number };
  /** What shows glyphs of which nothing tells the characters; their text is `UNMAPPED_GLYPH`. */
  readonly picture?: PageImage;
  /** A fraction, radical or sum in a line of text, of which `text` is the text in a row. */
  readonly formula?: Formula;
}

/** A straight horizontal (`h`) or vertical (`v`) line: at `position` across, from `start` to `end` along. */
export interface Rule {
  readonly axis: 'h' | 'v';
  readonly position: number;
  readonly start: number;
  readonly end: number;
  readonly width: number;
  readonly color: string;
  /** Paint order on the page. */
  readonly order?: number;
}

/** A filled upright rectangle. */
export interface Fill extends Box {
  readonly color: string;
  readonly order: number;
}

export interface PageImage extends Box {
  readonly bytes: Uint8Array;
  readonly type: 'png' | 'jpg' | 'svg';
  /** What stands for a drawing (`svg`) where only pixels can be shown: PNG. */
  readonly fallback?: Uint8Array;
  /** A diagram: short texts upon it are its labels. */
  readonly isDiagram?: true;
  readonly order: number;
  /** Description for people who cannot see the image: from the structure tree, or the text of a figure. */
  readonly alt?: string;
  /** Where it leads as a link. */
  readonly url?: string;
  /** The letters of a figure that are written above its drawing; their places are from its upper left corner. */
  readonly labels?: readonly Glyph[];
  /** A displayed equation, and `alt` is its text. One that was read as a formula has no bytes. */
  readonly equation?: Equation;
}

export interface Equation {
  /** Undefined for one that can only be shown. */
  readonly formula?: Formula;
  /** The bullet before it, and where that begins. */
  readonly label?: { readonly text: string; readonly x0: number };
  /** The number behind it, as `(3)`, and where that ends. */
  readonly number?: { readonly text: string; readonly x1: number };
}

export interface Link extends Box {
  readonly url: string;
}

/** A field of a form that can be filled in. */
export interface FormField extends Box {
  readonly kind: 'text' | 'choice' | 'check';
  readonly name: string;
  /** What it is called beside its name. */
  readonly title?: string;
  /** What a choice offers. */
  readonly choices: readonly string[];
  /** Whether anything else can be typed. */
  readonly isOpen: boolean;
}

/** The signs of boxes to tick: of those of which one alone can be ticked, and of the others. */
export const BOX_SIGNS = {
  radio: { on: '\u25c9', off: '\u25ef' },
  box: { on: '\u2611', off: '\u2610' },
} as const;

/** The text of a field that nobody has filled in, of which nothing shows (U+2800, a Braille pattern without dots). */
export const EMPTY_FIELD = '\u2800';

/** A link to a page of the same document, and to a height on it where that is known. */
export interface Jump extends Box {
  readonly pageNumber: number;
  readonly targetY?: number;
}

export interface OutlineEntry {
  readonly title: string;
  /** Depth from 1. */
  readonly level: number;
  /** Height on the page to which it points. */
  readonly y?: number;
}

/** The text of a part of a symbol that has no character of its own. */
export const UNKNOWN_GLYPH = '\ufffd';

/** The text of a glyph of which nothing tells the character: it is shown as an image (U+FFFC, object replacement). */
export const UNMAPPED_GLYPH = '\ufffc';

export function isBlank(glyph: { readonly text: string }): boolean {
  return glyph.text.trim() === '';
}
