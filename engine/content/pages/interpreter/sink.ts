import type { Box } from '../geometry.ts';
import type { Matrix } from '../matrix.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import type { Graphics } from './graphics.ts';
import type { PdfJsGlyph } from './page-objects.ts';
import type { GraphicsState } from './state.ts';

/** What an operator does with a path that it ends (ISO 32000-2, 8.5.3). */
export interface PaintedPath {
  /** In pdf.js's drawing codes; absent for a path of nothing. */
  readonly data: ArrayLike<number> | undefined;
  /** Around it, in its own coordinates, where pdf.js says so. */
  readonly bounds?: Box | undefined;
  readonly fills: boolean;
  readonly strokes: boolean;
  readonly evenOdd: boolean;
}

/** An image that fills the unit square of the current matrix. */
export interface PaintedImage {
  /** Of one that is stored with the page; inline images have none. */
  readonly id?: string;
  /** Undefined for one that could not be read. */
  readonly image: PdfJsImage | undefined;
  /** It is painted in the colour of areas. */
  readonly isStencil: boolean;
}

/** A transparency group (ISO 32000-2, 11.4) that begins. */
export interface Group {
  readonly matrix?: Matrix;
  readonly box?: Box;
  readonly isolated: boolean;
  readonly knockout: boolean;
  readonly needsIsolation: boolean;
  readonly hasSoftMask: boolean;
  /** What is painted in it is a soft mask. */
  readonly softMask?: SoftMask;
}

export interface SoftMask {
  readonly subtype?: string;
  readonly backdrop?: unknown;
  readonly transferMap?: ArrayLike<number> | null;
}

/**
 * What becomes of a page while its operators are interpreted: an SVG, or a model of what the page says. The interpreter
 * keeps the state and says what is painted with it; what a sink adds to the state is saved and restored with it.
 */
export interface PageSink<State extends GraphicsState = GraphicsState> {
  readonly graphics: Graphics<State>;
  /** Narrows what shows to a box in the coordinates of the current matrix. */
  clipToBox(box: Box): void;
  /** The same to a path, after it has been painted. */
  clipToPath(path: PaintedPath, evenOdd: boolean): void;
  paintPath(path: PaintedPath): void;
  /** Fills all that the clip leaves. */
  fillWithShading(id: string): void;
  paintImage(image: PaintedImage): void;

  /** Glyphs come between these two; the pen is where each begins. */
  beginGlyphs(): void;
  /** `advance` is signed, in text space and without spacing; `vertical` is absent in horizontal writing. */
  showGlyph(glyph: PdfJsGlyph, advance: number, vertical: readonly number[] | undefined): void;
  endGlyphs(): void;
  /** Text that was shown as a clip is one after its end. */
  beginText(): void;
  endText(): void;

  /** The state is saved before a group begins and restored before it ends; `at` is the place of the operator. */
  beginGroup(group: Group, at: number): void;
  endGroup(at: number): void;
  /** Of the group that was painted as a mask last. */
  setSoftMask(isOn: boolean): void;
  /** A curve that changes the colours for one printer. */
  setTransfer?(): void;

  beginForm?(): void;
  endForm?(): void;
  beginMark?(tag: unknown): void;
  endMark?(): void;
}
