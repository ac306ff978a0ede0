import type { Clip } from '../clip.ts';
import type { Box, Matrix } from '../geometry.ts';
import type { Fill, Glyph, Rule } from '../model.ts';
import type { PdfJsImage } from '../pdfjs/pdfjs.ts';
import type { SoftMaskSource } from './reading-state.ts';
import type { VectorPath } from './vector-paths.ts';

/** An image still as the library decoded it, with its place. */
export interface DrawnImage {
  readonly image: PdfJsImage;
  readonly ctm: Matrix;
  /** Where it shows: its box cut to the clip and the page. */
  readonly box: Box;
  /** Paint of a stencil; undefined for an image with colours of its own. */
  readonly stencilColor: string | undefined;
  /** Clips that are no upright boxes, and a soft mask: through them it shows. */
  readonly shape?: Clip;
  readonly softMask?: SoftMaskSource;
  readonly alpha: number;
  /** Multiplies the colours of what is below. */
  readonly multiplies: boolean;
  readonly order: number;
  readonly mcid: number | undefined;
}

/** From the first paint order up to and without the last. */
export interface FormRange {
  readonly start: number;
  readonly end: number;
}

/** Everything that the content stream of one page draws, before images are encoded and hidden text is dropped. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyph[];
  /** Glyphs that cannot be seen: invisible render mode, no opacity, outside the clip, or in a layer that is off. */
  readonly hidden: Set<Glyph>;
  readonly rules: Rule[];
  readonly fills: (Fill & { readonly covers: boolean })[];
  /** Boxes that are too small to be the ground of something: dots of letters and parts of symbols. */
  readonly specks: (Fill & { readonly covers: boolean })[];
  readonly images: DrawnImage[];
  readonly vectors: VectorPath[];
  /** Of drawings that were placed on the page as a whole (form XObjects), what is in them: paint orders. */
  readonly forms: FormRange[];
  vectorCount: number;
  /** Images that the library could not decode or that are larger than the limit. */
  missingImages: number;
  /** Glyphs that are shown as in a mirror. */
  mirroredGlyphs: number;
}

export function emptyPage({ width, height }: { readonly width: number; readonly height: number }): DrawnPage {
  return {
    width,
    height,
    glyphs: [],
    hidden: new Set(),
    rules: [],
    fills: [],
    specks: [],
    images: [],
    vectors: [],
    forms: [],
    vectorCount: 0,
    missingImages: 0,
    mirroredGlyphs: 0,
  };
}
