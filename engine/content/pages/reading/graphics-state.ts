import type { Clip } from '../painter/clip.ts';
import type { OperatorList } from '../interpreter/page-objects.ts';
import type { Paint } from '../interpreter/state.ts';
import type { Box, Matrix } from '../geometry.ts';
import type { LoadedFont } from './fonts.ts';
import { type GroupLook, OPAQUE } from './transparency.ts';

/** What draws a soft mask (ISO 32000-2, 11.5): its group, and the matrix with which the group begins. */
export interface SoftMaskSource {
  readonly operators: OperatorList;
  readonly ctm: Matrix;
}

/** The graphics and text state parameters that decide where and how glyphs, lines and pictures show. */
export interface GraphicsState {
  ctm: Matrix;
  fill: string;
  stroke: string;
  /** A pattern or shading that fills areas; `fill` is then about its mean colour. */
  fillPaint: Paint | undefined;
  /** Where the patterns of the content stream begin: that of the page, or of a form in it. */
  patternBase: Matrix;
  fillAlpha: number;
  strokeAlpha: number;
  /** Blends with what is below instead of covering it (highlighter pens). */
  blends: boolean;
  /** It blends by multiplying, as shadows do. */
  multiplies: boolean;
  /** The transparency groups in which this is painted. */
  group: GroupLook;
  lineWidth: number;
  /** Lengths of dashes and gaps, in the units of the line width. */
  dashes: readonly number[];
  /** 0 ends lines where they end, 1 with a half circle, 2 with a half square. */
  lineCap: number;
  font: LoadedFont | undefined;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
  /** Around all that the clips show. */
  clip: Box | undefined;
  /** The clips that are no upright boxes. */
  shape: Clip | undefined;
  /** Places in the page's glyphs of the letters that are the clip: what is painted shows as their colour. */
  letters: readonly number[] | undefined;
  softMask: SoftMaskSource | undefined;
}

export function initialState(ctm: Matrix): GraphicsState {
  return {
    ctm,
    fill: '#000000',
    stroke: '#000000',
    fillPaint: undefined,
    patternBase: ctm,
    fillAlpha: 1,
    strokeAlpha: 1,
    blends: false,
    multiplies: false,
    group: OPAQUE,
    lineWidth: 1,
    dashes: [],
    lineCap: 0,
    font: undefined,
    fontSize: 1,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
    clip: undefined,
    shape: undefined,
    letters: undefined,
    softMask: undefined,
  };
}

/** What a marked-content operator opened; nested marks inherit what they do not set. */
export interface MarkedContent {
  readonly mcid: number | undefined;
  readonly artifact: boolean;
  /** In a layer that is switched off. */
  readonly hidden: boolean;
}
